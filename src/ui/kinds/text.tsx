import { t } from '../../providers/i18nProvider.ts'
import { part } from '../part.tsx'
import { type CellProps, isEmpty, type KindView } from './kindView.ts'
import { Nothing } from './Nothing.tsx'

const Cell = ({ value }: CellProps) => (isEmpty(value) ? <Nothing /> : <span title={String(value)}>{String(value)}</span>)

export const text: KindView = {
  Cell,
  Filter: part((parts) => parts.TextFilter),
  describe: (column, params) => (isEmpty(params[column.name]) ? null : t(`${column.label}：${params[column.name]}`)),
}
