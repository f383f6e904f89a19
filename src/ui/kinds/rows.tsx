import { t } from '../../providers/i18nProvider.ts'
import { type CellProps, isEmpty, type KindView } from './kindView.ts'
import { Nothing } from './Nothing.tsx'

const Cell = ({ value }: CellProps) => (isEmpty(value) ? <Nothing /> : t`${(value as unknown[]).length} 项`)

export const rows: KindView = { Cell, Filter: null, describe: () => null }
