import { defineResource } from '../../core/resource.ts'
import { closeItems, itemStates } from '../../schemas/closing/closing.ts'

/** 月结检查: what the last check found undone in the first month that is not closed. Whether each is undone still is told as it is shown. */
export default defineResource({
  name: 'close_item',
  label: '月结检查',
  area: 'bill',
  key: 'item_id',
  columns: {
    item_id: { label: '编号', is: 'int', list: 'never' },
    item: { label: '事项', is: 'enum', of: closeItems, required: true, filter: true, width: 130 },
    day: { label: '日期', is: 'date', required: true, sort: true, width: 110 },
    resource: { label: '对象', is: 'resource', required: true, width: 120, leads: { resource: 'resource', key: 'record_id' } },
    record_id: { label: '对象编号', is: 'int', required: true, list: false, width: 100 },
    says: { label: '内容', is: 'text', width: 320 },
    price: { label: '金额', is: 'fen', total: true },
    state: { label: '现在', is: 'enum', of: itemStates, tones: { 1: 'soon', 2: 'good' }, derived: true, width: 80 },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: true, width: 190 },
    created_at: { label: '检查时间', is: 'datetime', width: 150 },
  },
  sort: ['day', 'asc'],
  actions: {
    run: {
      label: '重新检查',
      on: 'page',
      can: '/api/close_item/run',
      confirm: '整个重新检查一遍，账多时要几十秒；检查时照常办理业务。结账时总是当场检查，不看这里的',
      done: '已开始，结果出来后在此列表，刷新可见',
    },
  },
  domain: ['run'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'close_item_view',
  log: false,
  copied: true,
  empty: '这里是上次检查找到的：每天 02:50 检查一次，要看现在的点“重新检查”',
})
