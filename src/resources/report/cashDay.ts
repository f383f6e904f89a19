import { defineResource } from '../../core/resource.ts'
import { ways } from '../../schemas/common.ts'
import { signStates } from '../../schemas/report/report.ts'

/** 收支日报: what each cashier took and paid on a day, by account; another signs it off. A day is there from its first entry on (`tally_cash`). */
export default defineResource({
  name: 'cash_day',
  label: '收支日报',
  area: 'bill',
  key: 'cash_day_id',
  title: 'day',
  columns: {
    cash_day_id: { label: '编号', is: 'int', list: 'never' },
    day: { label: '日期', is: 'date', required: true, filter: true, sort: true, width: 110 },
    cashier: { label: '经办人', is: 'ref', of: 'account', unset: '系统', filter: true, width: 90 },
    own_account_id: { label: '收付账户', is: 'ref', of: 'own_account', follows: true, filter: true, width: 180 },
    way: { label: '支付方式', is: 'enum', of: ways, derived: true, fixed: true, filter: 'more', width: 90 },
    entries: { label: '笔数', is: 'int', derived: true, fixed: true, width: 80 },
    income: { label: '收入', is: 'fen', derived: true, fixed: true, total: true },
    outgo: { label: '支出', is: 'fen', derived: true, fixed: true, total: true },
    red: { label: '其中红冲', is: 'fen', derived: true, fixed: true },
    state: { label: '签核', is: 'enum', of: signStates, derived: true, fixed: true, tones: { 2: 'good', 3: 'bad' }, width: 120 },
    signed_by: { label: '签核人', is: 'ref', of: 'account', derived: true, fixed: true, width: 90 },
    signed_at: { label: '签核时间', is: 'datetime', derived: true, fixed: true, width: 140 },
    p_id: { label: '项目', is: 'ref', of: 'project', unset: '无项目', filter: 'more', width: 180 },
  },
  sort: ['day', 'desc'],
  chart: {
    label: '各日的收款',
    says: '按收付账户；点一段看那一天的流水',
    along: 'day',
    amounts: ['income'],
    by: 'own_account_id',
    leads: { resource: 'flow', along: 'deal_time', by: 'own_account_id', where: { type: [1] } },
  },
  actions: {
    sign: {
      label: '签核',
      on: 'rows',
      can: '/api/cash_day/sign',
      when: { state: [1, 3] },
      confirm: '核对过现金、回单与这些数，签字确认；经办人不能签自己的',
      done: '已签核',
    },
  },
  domain: ['sign'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'cash_day_view',
  empty: '还没有收支',
})
