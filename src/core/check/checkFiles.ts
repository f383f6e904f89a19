import { MAX_ATTACHMENTS } from '../attachments.ts'
import type { FormSchema } from '../form.ts'
import type { Column, Resource } from '../resource.ts'
import type { Say } from './say.ts'

/** Says what is wrong with columns that hold attachments: how many (R183), and dialogs that ask for them otherwise, or for some that no column keeps (R184). */
export const checkFiles = (resource: Resource, say: Say): void => {
  const columns = resource.columns as Readonly<Record<string, Column>>
  for (const [name, column] of Object.entries(columns)) {
    if (column.is !== 'files' || column.max === undefined) continue
    if (!Number.isInteger(column.max) || column.max < 1 || column.max > MAX_ATTACHMENTS)
      say('R183', `columns.${name}.max`, `附件的 max 须是 1–${MAX_ATTACHMENTS} 的整数`)
  }
  for (const [dialog, { properties }] of Object.entries((resource.dialogs ?? {}) as Readonly<Record<string, FormSchema>>))
    for (const [name, field] of Object.entries(properties)) {
      const at = `dialogs.${dialog}.properties.${name}`
      const column = Object.hasOwn(columns, name) ? columns[name] : undefined
      const isAsked = 'x-is' in field && field['x-is'] === 'files'
      const isKept = column?.is === 'files' && !column.retired
      if (isKept && !isAsked) say('R184', `${at}.x-is`, "附件的字段须写 type: 'array' 与 x-is: 'files'")
      if (isAsked && !isKept) say('R184', at, `没有存放附件的列 '${name}'（is: 'files'）：上传的附件没有记录记得，一天后就清除`)
      else if (isAsked && field.type !== 'array') say('R184', `${at}.type`, "附件的字段须写 type: 'array'")
    }
}
