import type { FileLayout, LayoutColumn, LayoutTotal } from '../fileLayout.ts'
import { isKnown, type Say } from './say.ts'

const twice = (texts: readonly string[]): string | undefined => texts.find((text, index) => texts.indexOf(text) < index)

const checkWidths = ({ separator, columns, totals }: FileLayout, say: Say): void => {
  const parts: [string, LayoutColumn | LayoutTotal][] = [
    ...Object.entries(columns).map(([name, column]): [string, LayoutColumn] => [`columns.${name}`, column]),
    ...(totals?.fields ?? []).map((field, index): [string, LayoutTotal] => [`totals.fields[${index}]`, field]),
  ]
  for (const [at, { width }] of parts) {
    if (separator === undefined && !(Number.isInteger(width) && Number(width) > 0))
      say('R218', `${at}.width`, '没有分隔符的文件，每一栏须写 width（字节，正整数）')
    if (separator !== undefined && width !== undefined) say('R218', `${at}.width`, '有分隔符的文件不写 width')
  }
}

const checkTotals = ({ columns, totals }: FileLayout, say: Say): void => {
  if (!totals) return
  const names = Object.keys(columns)
  const [first] = totals.fields
  if (!first || !(('mark' in first && first.mark !== '') || 'tells' in first))
    say('R218', 'totals.fields[0]', '合计行须以固定的文字（mark）或每个文件自己的文字（tells）开头：由它认出这一行')
  const told = twice(totals.fields.flatMap((field) => ('tells' in field ? [field.tells] : [])))
  if (told !== undefined) say('R218', 'totals.fields', `tells '${told}' 写了两次`)
  if (!totals.fields.some((field) => 'counts' in field)) say('R218', 'totals.fields', '合计行须有笔数（counts）：少了行才看得出')
  for (const [index, field] of totals.fields.entries()) {
    if (!('sums' in field)) continue
    const at = `totals.fields[${index}].sums`
    if (isKnown(field.sums, names, at, say, '列', 'R218') && columns[field.sums]?.is !== 'fen')
      say('R218', at, `列 '${field.sums}' 不是金额（fen），没有合计`)
  }
}

/** Says what is wrong with the layout of a file (R218): columns that are none, headings given twice, widths, totals that tell nothing. */
export const checkFileLayout = (layout: FileLayout, say: Say): void => {
  const { columns, heads, separator, asks = [] } = layout
  const labels = Object.values(columns).flatMap(({ label, also = [] }) => [label, ...also])
  const again = twice(labels)
  if (again !== undefined) say('R218', 'columns', `表头“${again}”写了两次`)
  if (labels.length === 0) say('R218', 'columns', '至少要有一列')
  if (heads && separator === undefined) say('R218', 'heads', '没有分隔符的文件没有表头行')
  for (const [name, { is, max, as }] of Object.entries(columns)) {
    if (max !== undefined && is !== undefined && is !== 'text') say('R218', `columns.${name}.max`, 'max 只用于文字')
    if (as !== undefined && is !== 'date') say('R218', `columns.${name}.as`, 'as 只用于日期')
  }
  for (const [index, name] of asks.entries()) isKnown(name, Object.keys(columns), `asks[${index}]`, say, '列', 'R218')
  checkWidths(layout, say)
  checkTotals(layout, say)
}
