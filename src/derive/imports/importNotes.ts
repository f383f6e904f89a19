import { type Condition, choicesIn, type Field, type FormSchema } from '../../core/form.ts'
import { type Kind, kindFacts } from '../../core/kinds.ts'
import { storedDefault } from '../../core/knownDefaults.ts'
import { fenToYuan } from '../../protocol/fen.ts'
import { inChinese, type Tag, type Translator } from '../translator.ts'
import type { ImportColumn } from './importColumns.ts'

const wordOf = (field: Field | undefined, value: string | number): string =>
  (field && choicesIn(field).find((choice) => String(choice.const) === String(value))?.title) || String(value)

/** How a field is called; one that nobody fills in, by what fills it: a type of rooms says how they are let. */
const calledOf = (form: FormSchema, name: string, { t, said }: Translator): string => {
  const field = form.properties[name]
  const title = said(field?.title ?? name)
  const by = field?.['x-hidden'] && Object.values(form.properties).find((other) => name in (other['x-lookup']?.fills ?? {}))
  return by ? t`${said(by.title)}的${title}` : title
}

const told = (form: FormSchema, condition: Condition, translator: Translator): string => {
  const { t, said } = translator
  return Object.entries(condition)
    .map(([name, wanted]) => {
      const field = form.properties[name]
      const words = [wanted].flat().map((value) => said(wordOf(field, value as string | number)))
      return t`${calledOf(form, name, translator)}为${words.join(t`、`)}`
    })
    .join(t`且`)
}

const range = (field: Field, t: Tag): string => {
  if (!('minimum' in field) || field.minimum === undefined || field.maximum === undefined) return ''
  const shown = 'x-is' in field && field['x-is'] === 'fen' ? fenToYuan : String
  return t`，${shown(field.minimum)} 到 ${shown(field.maximum)}`
}

const titlesOf = (field: Field, said: Translator['said']): string[] => choicesIn(field).map(({ title }) => said(title))

const writing = ({ field, shape }: ImportColumn, { t, said }: Translator): string => {
  switch (shape) {
    case 'int':
      return t`整数${range(field, t)}`
    case 'number':
      return t`数字${'x-decimals' in field ? t`，最多 ${field['x-decimals'] ?? 0} 位小数` : ''}${range(field, t)}`
    case 'fen':
      return t`金额，最多两位小数${range(field, t)}`
    case 'date':
      return t`日期，如 2026-11-21`
    case 'datetime':
      return t`日期和时间，如 2026-11-21 09:30`
    case 'choice':
      return t`从下拉中选：${titlesOf(field, said).join(t`、`)}`
    case 'choices':
      return t`可填：${titlesOf(field, said).join(t`、`)}，多个用“、”分开`
    case 'ref':
      return t`填写名称；有同名的，写全（房间加小区，人加身份证号），或填编号（如 编号 12）`
    case 'refs':
      return t`填写名称，多个用“、”分开`
    default: {
      if (field.type !== 'string') return ''
      const written = kindFacts[field['x-is'] as Kind]?.written
      return written ? said(written) : t`文字，最多 ${field.maxLength ?? 0} 个字`
    }
  }
}

/** Gives what the template says of a column: how it is written, when it is needed, what it is when left empty. */
export const noteOf = (form: FormSchema, column: ImportColumn, translator: Translator = inChinese): string => {
  const { t, said } = translator
  const { field, isRequired } = column
  const given = storedDefault(field)
  return [
    writing(column, translator),
    ...(field['x-when'] ? [t`仅当${told(form, field['x-when'], translator)}时填写`] : []),
    ...(field['x-when'] && form.required?.includes(column.name) ? [t`此时必填`] : []),
    ...(field['x-required'] ? [t`${told(form, field['x-required'], translator)}时必填`] : []),
    ...(!isRequired && (typeof given === 'number' || typeof given === 'string') ? [t`不填为${said(wordOf(field, given))}`] : []),
    ...(column.unset === undefined ? [] : [t`不填为${said(column.unset)}`]),
    ...(field.description ? [said(field.description)] : []),
  ].join(t`；`)
}
