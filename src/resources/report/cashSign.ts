import { defineResource } from '../../core/resource.ts'

/** 签核: that somebody looked at what a cashier took and paid on a day, and how much that was then. Only ever added. */
export default defineResource({
  name: 'cash_sign',
  label: '签核记录',
  area: 'bill',
  key: 'sign_id',
  columns: {
    sign_id: { label: '编号', is: 'int', list: 'never' },
    day: { label: '日期', is: 'date', required: true, filter: true, sort: true, width: 110 },
    cashier: { label: '经办人', is: 'ref', of: 'account', unset: '系统', filter: true, width: 90 },
    own_account_id: { label: '收付账户', is: 'ref', of: 'own_account', follows: true, width: 180 },
    entries: { label: '笔数', is: 'int', required: true, width: 80 },
    income: { label: '收入', is: 'fen', required: true },
    outgo: { label: '支出', is: 'fen', required: true },
    p_id: { label: '项目', is: 'ref', of: 'project', unset: '无项目', filter: 'more', width: 180 },
    created_by: { label: '签核人', is: 'ref', of: 'account', fixed: true, width: 90 },
    created_at: { label: '签核时间', is: 'datetime', fixed: true, width: 150 },
  },
  sort: ['day', 'desc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  empty: '还没有签核过：在收支日报里签核',
})
