import { fenToYuan, grouped } from '../../protocol/fen.ts'
import { t } from '../../providers/i18nProvider.ts'
import { lazily } from '../later/lazily.ts'
import { type CellProps, isEmpty, type KindView, type Params } from './kindView.ts'
import { Nothing } from './Nothing.tsx'

const RangeFilter = lazily(() => import('./NumberRange.tsx'))

/** What counts something is grouped as money is; other whole numbers are names of what they number (a version, a line of a file). */
const WholeCell = ({ column, value }: CellProps) => {
  if (isEmpty(value)) return <Nothing />
  return column.spec.unit ? grouped(Number(value)) : String(value)
}

/** Gives what a decimal lacks to its scale: a table leaves room for it, so that the points stand below one another (kinds.css). */
const lackOf = (text: string, scale: number): string => {
  const [, part] = text.split('.')
  return part === undefined ? `.${'0'.repeat(scale)}` : '0'.repeat(Math.max(0, scale - part.length))
}

const DecimalCell = ({ column: { spec }, value }: CellProps) => {
  if (isEmpty(value) || spec.is !== 'decimal') return <Nothing />
  return (
    <span className="decimal" data-lack={lackOf(String(value), spec.scale ?? 2)}>
      {String(value)}
    </span>
  )
}

const FenCell = ({ value }: CellProps) =>
  isEmpty(value) ? <Nothing /> : <span className={Number(value) < 0 ? 'fen fen-red' : 'fen'}>{fenToYuan(Number(value))}</span>

/** Gives the words of a range: 金额：100.00 至 200.00. */
export const describeRange = (name: string, label: string, params: Params, show: (value: unknown) => string): string | null => {
  const [start, end] = [params[`${name}_start`], params[`${name}_end`]]
  if (isEmpty(start) && isEmpty(end)) return null
  if (isEmpty(end)) return t`${label}：${show(start)} 起`
  return isEmpty(start) ? t`${label}：至 ${show(end)}` : t`${label}：${show(start)} 至 ${show(end)}`
}

export const decimal: KindView = {
  Cell: DecimalCell,
  Filter: RangeFilter,
  describe: (column, params) => describeRange(column.name, column.label, params, String),
}

export const int: KindView = {
  Cell: WholeCell,
  Filter: null,
  describe: (column, params) => (isEmpty(params[column.name]) ? null : t`${column.label}：${String(params[column.name])}`),
}

export const fen: KindView = {
  Cell: FenCell,
  Filter: RangeFilter,
  describe: (column, params) => describeRange(column.name, column.label, params, (value) => fenToYuan(Number(value))),
}
