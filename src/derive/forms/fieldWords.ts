import { choicesIn, type Field, type RowSchema } from '../../core/form.ts'
import { minuteOf } from '../../protocol/dates.ts'
import { fenToYuan } from '../../protocol/fen.ts'
import { inChinese, type Tag } from '../translator.ts'

/** Gives the words of a choice from the server: of a field, for an id. Null where it is not known. */
export type TitleOf = (field: Field, id: number) => string | null

const rowWords = (schema: RowSchema, row: Readonly<Record<string, unknown>>, titleOf: TitleOf, t: Tag): string =>
  Object.entries(schema.properties)
    .filter(([name]) => row[name] !== undefined && row[name] !== null && row[name] !== '')
    .map(([name, field]) => fieldWords(field, row[name], titleOf, t))
    .join(' ')

const choiceWord = (field: Field, value: unknown): string =>
  choicesIn(field).find((choice) => choice.const === value)?.title ?? String(value)

/** Gives a form field's value as staff read it: 是, 1,000.00 元, 90天、60天; — where there is none. */
export const fieldWords = (field: Field, value: unknown, titleOf: TitleOf, t: Tag = inChinese.t): string => {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return '—'
  const named = (id: unknown): string => titleOf(field, Number(id)) ?? `#${id}`
  if (field.type === 'array') {
    const list = value as unknown[]
    if (field['x-is'] === 'images') return t`${list.length} 张`
    if (field['x-is'] === 'files') return t`${list.length} 个`
    const { items } = field
    if ('properties' in items) return list.map((row) => rowWords(items, row as Readonly<Record<string, unknown>>, titleOf, t)).join(t`、`)
    return list.map((item) => (field['x-lookup'] ? named(item) : choiceWord(field, item))).join(t`、`)
  }
  if ('oneOf' in field) return choiceWord(field, value)
  if (field['x-lookup']) return named(value)
  if ('x-is' in field && field['x-is'] === 'fen') return t`${fenToYuan(Number(value))} 元`
  if ('x-is' in field && field['x-is'] === 'datetime') return minuteOf(Number(value))
  return `${value}${'x-unit' in field && field['x-unit'] ? field['x-unit'] : ''}`
}
