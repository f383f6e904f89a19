import type { NeededRows } from '../../store/bringUp/neededRows.ts'
import { chart } from './chart.ts'

/** Where money is of which nobody said on which account it moved, by the way: those that the chart of accounts has for it. Beyond the numbers that others get. */
const usualAccounts = [
  { own_account_id: 900_001, name: '默认收款户', kind: 1, way: 3, account: chart.bank },
  { own_account_id: 900_002, name: 'POS（在途）', kind: 6, way: 8, account: chart.card },
  { own_account_id: 900_003, name: '代扣（在途）', kind: 6, way: 7, account: chart.transit },
  { own_account_id: 900_004, name: '待核实收款', kind: 6, way: 11, account: chart.unverified },
].map((row) => ({ ...row, usual: 1 }))

/** What a project brings from the system before is told against this (server/domain/opening); no money moves on it. */
export const OPENING_ACCOUNT = 900_005
const opening = { own_account_id: OPENING_ACCOUNT, name: '期初建账（仅期初用）', kind: 7, way: 11, usual: 2, account: chart.opening }

const accounts = [...usualAccounts, opening].map(({ account, ...row }) => ({ ...row, code: account.code, ledger_account_id: account.id }))

export default [
  {
    table: 'ledger_account',
    key: 'ledger_account_id',
    isTheirs: true,
    rows: Object.values(chart).map(({ id, ...account }) => ({ ledger_account_id: id, ...account })),
  },
  {
    table: 'own_account',
    key: 'own_account_id',
    isTheirs: true,
    rows: accounts,
  },
] satisfies NeededRows[]
