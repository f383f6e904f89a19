import { defineResource } from '../../core/resource.ts'
import { accountKinds } from '../../schemas/journal/journal.ts'

/** 科目余额表 of a project as of a day: each account before the month, in it, and at its end. Amounts of the month are turnovers; a red line lessens its own side. */
export default defineResource({
  name: 'trial',
  label: '科目余额表',
  key: 'trial_id',
  columns: {
    trial_id: { label: '编号', is: 'int', list: 'never' },
    code: { label: '科目编码', is: 'code', sort: true, width: 110 },
    ledger_account_id: { label: '科目', is: 'ref', of: 'ledger_account', filter: true, width: 260 },
    kind: { label: '类别', is: 'enum', of: accountKinds, filter: true, width: 80 },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: true, width: 190 },
    opening_debit: { label: '期初借方', is: 'fen', total: true },
    opening_credit: { label: '期初贷方', is: 'fen', total: true },
    debit: { label: '本月借方', is: 'fen', total: true },
    credit: { label: '本月贷方', is: 'fen', total: true },
    closing_debit: { label: '期末借方', is: 'fen', total: true },
    closing_credit: { label: '期末贷方', is: 'fen', total: true },
  },
  sort: ['code', 'asc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'trial_view',
  stored: false,
  reckoned: true,
  past: 'booked',
  empty: '还没有记账',
})
