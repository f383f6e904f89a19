import { defineResource } from '../../core/resource.ts'
import { openKinds } from '../../schemas/statement/statement.ts'

/** 未达账项 as of a day: what only the bank, or only the books know of an account. */
export default defineResource({
  name: 'open_item',
  label: '未达账项',
  key: 'item_id',
  columns: {
    item_id: { label: '编号', is: 'int', list: 'never' },
    own_account_id: { label: '账户', is: 'ref', of: 'own_account', filter: true, width: 180 },
    kind: { label: '类别', is: 'enum', of: openKinds, tones: { 1: 'good', 2: 'soon', 3: 'info', 4: 'quiet' }, filter: true, width: 190 },
    day: { label: '日期', is: 'date', sort: true, width: 110 },
    party: { label: '对方', is: 'text', width: 160 },
    price: { label: '金额', is: 'fen', total: { by: 'kind' } },
    days: { label: '已过', is: 'int', unit: '天', width: 80 },
    note: { label: '摘要', is: 'note', width: 260 },
    resource: { label: '对象', is: 'resource', width: 110, leads: { resource: 'resource', key: 'record_id' } },
    record_id: { label: '对象编号', is: 'int', list: 'never', export: false },
    p_id: { label: '项目', is: 'ref', of: 'project', unset: '全部', filter: 'more', list: false },
  },
  sort: ['day', 'asc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'open_item_view',
  stored: false,
  reckoned: true,
  past: 'booked',
  empty: '银行与账面都对得上，没有未达账项',
})
