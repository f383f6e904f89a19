import { defineResource } from '../../core/resource.ts'

/** 销项与进项: the VAT of a month by project. What is owed is the operator's as a whole (vat_month). Nothing of it is stored. */
export default defineResource({
  name: 'vat_due',
  label: '销项与进项',
  area: 'bill',
  key: 'vat_due_id',
  columns: {
    vat_due_id: { label: '编号', is: 'int', list: 'never' },
    month: { label: '月份', is: 'code', max: 7, filter: true, sort: true, width: 100 },
    p_id: { label: '项目', is: 'ref', of: 'project', unset: '无项目', filter: true, width: 220 },
    output: { label: '销项税额', is: 'fen', total: true, help: '按税率（6% 及以上）计税的账单，减去当月作废、截短、减免的' },
    input: { label: '进项税额', is: 'fen', total: true, help: '支出流水里可抵扣的，减去当月红冲的' },
    turned: { label: '进项转出', is: 'fen', total: true, help: '进项里转出的，减去当月撤销的' },
    difference: { label: '差额', is: 'fen', total: true, help: '销项税额 −（进项税额 − 进项转出）；留抵按整个单位结转，见“应纳增值税”' },
    simple: { label: '简易计税', is: 'fen', total: true, help: '按征收率（5% 及以下）计税的账单，不能用进项抵' },
  },
  sort: ['month', 'desc'],
  chart: {
    label: '各月的增值税',
    says: '销项、进项、简易计税与进项转出，叠起来的高低不是应纳多少；点一段看它的明细',
    along: 'month',
    amounts: ['output', 'input', 'simple', 'turned'],
    leads: { resource: 'vat_line', along: 'day', by: 'kind' },
  },
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'vat_due_view',
  stored: false,
  reckoned: true,
  past: 'booked',
  empty: '还没有增值税：开应税的账单，或登记可抵扣的支出流水，以后按记账的月份在这里',
})
