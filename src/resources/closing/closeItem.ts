import { defineResource } from '../../core/resource.ts'
import { closeItems } from '../../schemas/closing/closing.ts'

/** 月结检查: what is still undone in the first month that is not closed. Nothing of it is stored. */
export default defineResource({
  name: 'close_item',
  label: '月结检查',
  area: 'bill',
  key: 'item_id',
  columns: {
    item_id: { label: '编号', is: 'int', list: 'never' },
    item: { label: '事项', is: 'enum', of: closeItems, filter: true, width: 130 },
    day: { label: '日期', is: 'date', sort: true, width: 110 },
    resource: { label: '对象', is: 'resource', width: 120, leads: { resource: 'resource', key: 'record_id' } },
    record_id: { label: '对象编号', is: 'int', list: false, width: 100 },
    says: { label: '内容', is: 'text', width: 320 },
    price: { label: '金额', is: 'fen', total: true },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: true, width: 190 },
  },
  sort: ['day', 'asc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'close_item_view',
  stored: false,
  reckoned: true,
  empty: '没有未清事项，可以结账',
})
