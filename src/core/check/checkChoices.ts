import { choicesIn, type Field, type FormSchema } from '../form.ts'
import type { Column, Resource } from '../resource.ts'
import type { Say } from './say.ts'

/** What parts several words in one cell of a file: none of the words has it. */
export const CELL_PARTER = /[、,，;；]/

/** What a dialog offers of a column of several choices are several of its choices (R177). */
const checkAskedIn = (field: Field, { of }: { of: object }, at: string, say: Say): void => {
  const offered = field.type === 'array' ? choicesIn(field) : []
  if (offered.length === 0) say('R177', at, "多选的字段须写 type: 'array' 与 items.oneOf")
  for (const choice of offered) if (!(choice.const in of)) say('R177', `${at}.items.oneOf`, `列没有选项 ${choice.const}，保存后没有名称`)
}

/** Says what is wrong with columns that hold several choices: their words (R176), and dialogs that ask for them otherwise (R177). */
export const checkChoices = (resource: Resource, say: Say): void => {
  const dialogs = Object.entries((resource.dialogs ?? {}) as Readonly<Record<string, FormSchema>>)
  for (const [name, column] of Object.entries(resource.columns as Readonly<Record<string, Column>>)) {
    if (column.is !== 'enums' || typeof column.of !== 'object') continue
    for (const [value, word] of Object.entries(column.of))
      if (CELL_PARTER.test(word))
        say('R176', `columns.${name}.of.${value}`, '多选的文字不能有顿号、逗号、分号：文件的单元格里用它们分开几个选项')
    for (const [dialog, { properties }] of dialogs)
      if (Object.hasOwn(properties, name) && !column.retired)
        checkAskedIn(properties[name] as Field, column, `dialogs.${dialog}.properties.${name}`, say)
  }
}
