import { defineResource } from '../../core/resource.ts'
import { priorities, roomTypes } from '../../schemas/common.ts'

/** One household of a published list, with what is told of it to everybody and nothing more. Never rewritten. */
export default defineResource({
  name: 'publication_row',
  label: '公示名单',
  log: false,
  key: 'row_id',
  title: 'receipt',
  tellApart: ['number'],
  columns: {
    row_id: { label: '编号', is: 'int', list: 'never' },
    publication_id: { label: '公示', is: 'ref', of: 'publication', required: true, filter: true, list: 'never' },
    number: { label: '公示号', is: 'int', required: true, sort: true, width: 80 },
    masked_name: { label: '姓名', max: 10, required: true },
    receipt: { label: '受理号', is: 'code', max: 20, required: true, filter: true, width: 130 },
    priority: { label: '保障类别', is: 'enum', of: priorities, required: true, filter: true },
    persons: { label: '人数', is: 'int' },
    room_type: { label: '户型', is: 'enum', of: roomTypes, required: true, filter: true },
    lottery_no: { label: '摇号号', is: 'int' },
    wait_id: { label: '轮候', is: 'ref', of: 'waiting', required: true, filter: 'more', list: 'never' },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, list: 'never' },
  },
  sort: ['number', 'asc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
})
