import { defineResource } from '../../core/resource.ts'

/** 应纳增值税: what the operator, which is the taxpayer, owes for a month, and what is carried to the next. Of all projects, so it has no scope. Nothing of it is stored. */
export default defineResource({
  name: 'vat_month',
  label: '应纳增值税',
  area: 'bill',
  key: 'vat_month_id',
  columns: {
    vat_month_id: { label: '编号', is: 'int', list: 'never' },
    month: { label: '月份', is: 'code', max: 7, filter: true, sort: true, width: 100 },
    output: { label: '销项税额', is: 'fen', help: '全部项目，按税率（6% 及以上）计税的' },
    input: { label: '进项税额', is: 'fen', help: '全部项目可抵扣的' },
    turned: { label: '进项转出', is: 'fen', help: '进项里转出的，不再抵扣' },
    brought: { label: '上期留抵', is: 'fen', help: '上个月没有抵完的；发票设置里写了期初留抵的那个月，是期初留抵' },
    general: { label: '一般计税应纳', is: 'fen', help: '销项税额 −（进项税额 − 进项转出）− 上期留抵，不小于零' },
    carried: { label: '月末留抵', is: 'fen', help: '没有抵完的，下个月再抵' },
    simple: { label: '简易计税', is: 'fen', help: '按征收率（5% 及以下）计税的，不能用进项抵' },
    due: { label: '应纳税额', is: 'fen', help: '一般计税应纳 + 简易计税' },
  },
  sort: ['month', 'desc'],
  calls: { detail: false, add: false, edit: false, del: false },
  view: 'vat_month_view',
  stored: false,
  reckoned: true,
  past: 'booked',
  empty: '还没有增值税：开应税的账单，或登记可抵扣的支出流水，以后按记账的月份在这里',
})
