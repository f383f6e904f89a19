import { defineResource } from '../../core/resource.ts'

/** 收缴率: what of each month's rents came in, by project: of the month itself, of all that was due until then, and of what was left from before. Nothing of it is stored. */
export default defineResource({
  name: 'collection',
  label: '收缴率',
  area: 'bill',
  key: 'collection_id',
  columns: {
    collection_id: { label: '编号', is: 'int', list: 'never' },
    month: { label: '月份', is: 'code', max: 7, filter: true, sort: true, width: 90 },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: true, width: 200 },
    due: { label: '本月应收', is: 'fen', total: true, help: '这个月到期的房租账单：减去减免，坏账仍算应收，不含已作废的' },
    paid: { label: '本月实收', is: 'fen', total: true, help: '其中到月末已收的，含以前预收的' },
    rate: { label: '当期收缴率', is: 'int', unit: '%', width: 110, help: '本月实收 ÷ 本月应收' },
    all_due: { label: '累计应收', is: 'fen', help: '到月末为止到期的全部房租' },
    all_paid: { label: '累计实收', is: 'fen', help: '其中到月末已收的' },
    all_rate: { label: '累计收缴率', is: 'int', unit: '%', width: 110, help: '累计实收 ÷ 累计应收' },
    old_due: { label: '月初陈欠', is: 'fen', help: '以前各月到期、到月初还没收的' },
    old_paid: { label: '收回陈欠', is: 'fen', total: true, help: '其中这个月收回的' },
    old_rate: { label: '陈欠回收率', is: 'int', unit: '%', width: 110, help: '收回陈欠 ÷ 月初陈欠' },
  },
  sort: ['month', 'desc'],
  chart: {
    label: '各月的收缴率',
    says: '当期是这个月到期的，累计是到月末为止的，陈欠是以前欠的；点一个月看它的房租账单',
    along: 'month',
    rates: [
      { label: '当期', of: 'paid', per: 'due' },
      { label: '累计', of: 'all_paid', per: 'all_due' },
      { label: '陈欠回收', of: 'old_paid', per: 'old_due' },
    ],
    leads: { resource: 'bill', along: 'bill_date', where: { from: [1], state: [1, 2, 3, 4, 6] } },
  },
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'collection_view',
  stored: false,
  reckoned: true,
  past: true,
  empty: '还没有到期的房租账单',
})
