import type { Condition, Field, FormSchema } from '../../core/form.ts'
import { type Kind, kindFacts } from '../../core/kinds.ts'
import { fenToYuan } from '../../protocol/fen.ts'
import { inChinese, type Translate } from '../translator.ts'
import type { ImportColumn } from './importColumns.ts'

const wordOf = (field: Field | undefined, value: string | number): string =>
  (field && 'oneOf' in field && field.oneOf.find((choice) => String(choice.const) === String(value))?.title) || String(value)

const told = (form: FormSchema, condition: Condition, t: Translate): string =>
  Object.entries(condition)
    .map(([name, wanted]) => {
      const field = form.properties[name]
      const words = [wanted].flat().map((value) => wordOf(field, value as string | number))
      return t(`${field?.title ?? name}为${words.join('、')}`)
    })
    .join(t('且'))

const range = (field: Field): string => {
  if (!('minimum' in field) || field.minimum === undefined || field.maximum === undefined) return ''
  const shown = 'x-is' in field && field['x-is'] === 'fen' ? fenToYuan : String
  return `，${shown(field.minimum)} 到 ${shown(field.maximum)}`
}

const writing = ({ field, shape }: ImportColumn): string => {
  switch (shape) {
    case 'int':
      return `整数${range(field)}`
    case 'number':
      return `数字${'x-decimals' in field ? `，最多 ${field['x-decimals']} 位小数` : ''}${range(field)}`
    case 'fen':
      return `金额，最多两位小数${range(field)}`
    case 'date':
      return '日期，如 2026-11-21'
    case 'datetime':
      return '日期和时间，如 2026-11-21 09:30'
    case 'choice':
      return `从下拉中选：${'oneOf' in field ? field.oneOf.map(({ title }) => title).join('、') : ''}`
    case 'ref':
      return '填写名称；有同名的，写全或填编号'
    case 'refs':
      return '填写名称，多个用“、”分开'
    default:
      if (field.type !== 'string') return ''
      return kindFacts[field['x-is'] as Kind]?.written ?? `文字，最多 ${field.maxLength} 个字`
  }
}

/** Gives what the template says of a column: how it is written, when it is needed, what it is when left empty; by `t` in another language. */
export const noteOf = (form: FormSchema, column: ImportColumn, t: Translate = inChinese): string => {
  const { field, isRequired } = column
  const given = field.default
  return [
    writing(column),
    ...(field['x-when'] ? [`仅当${told(form, field['x-when'], t)}时填写`] : []),
    ...(field['x-when'] && form.required?.includes(column.name) ? ['此时必填'] : []),
    ...(field['x-required'] ? [`${told(form, field['x-required'], t)}时必填`] : []),
    ...(!isRequired && (typeof given === 'number' || typeof given === 'string') ? [`不填为${wordOf(field, given)}`] : []),
    ...(field.description ? [field.description] : []),
  ]
    .map(t)
    .join(t('；'))
}
