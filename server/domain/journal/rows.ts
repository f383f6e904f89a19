import type { NeededRows } from '../../store/bringUp/neededRows.ts'
import { chart } from './chart.ts'

export default [
  {
    table: 'ledger_account',
    key: 'ledger_account_id',
    isTheirs: true,
    rows: Object.values(chart).map(({ id, ...account }) => ({ ledger_account_id: id, ...account })),
  },
] satisfies NeededRows[]
