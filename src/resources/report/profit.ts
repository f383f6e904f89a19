import { defineResource } from '../../core/resource.ts'
import { profitKinds } from '../../schemas/report/report.ts'

/** 收入支出: what each project earned and spent in a month, by account, as the journal has it. Nothing of it is stored. */
export default defineResource({
  name: 'profit',
  label: '收入支出',
  area: 'bill',
  key: 'profit_id',
  columns: {
    profit_id: { label: '编号', is: 'int', list: 'never' },
    month: { label: '月份', is: 'code', max: 7, filter: true, sort: true, width: 90 },
    p_id: { label: '项目', is: 'ref', of: 'project', unset: '无项目', filter: true, width: 200 },
    kind: { label: '收支', is: 'enum', of: profitKinds, filter: true, width: 80 },
    code: { label: '科目编码', is: 'code', width: 110 },
    ledger_account_id: { label: '科目', is: 'ref', of: 'ledger_account', filter: true, width: 280 },
    price: { label: '本月', is: 'fen', total: { by: 'kind' } },
    year: { label: '本年累计', is: 'fen' },
  },
  sort: ['month', 'desc'],
  chart: {
    label: '各月的收支',
    says: '没有筛选“收支”时是收入，按科目；点一段看它的分录',
    along: 'month',
    amounts: ['price'],
    by: 'ledger_account_id',
    where: { kind: [1] },
    leads: { resource: 'journal_line', along: 'day', by: 'ledger_account_id' },
  },
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'profit_view',
  stored: false,
  reckoned: true,
  past: 'booked',
  empty: '还没有收入与支出的分录：租金在月末确认收入（月结与自检）',
})
