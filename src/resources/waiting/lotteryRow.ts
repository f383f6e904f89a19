import { defineResource } from '../../core/resource.ts'
import { priorities } from '../../schemas/common.ts'

/** Who takes part in a lottery, and what was drawn for them; written once, and once more when it is drawn. */
export default defineResource({
  name: 'lottery_row',
  label: '摇号名单',
  log: false,
  key: 'row_id',
  title: 'receipt',
  columns: {
    row_id: { label: '编号', is: 'int', list: 'never' },
    lottery_id: { label: '摇号', is: 'ref', of: 'lottery', required: true, filter: true, list: 'never' },
    lottery_no: { label: '摇号号', is: 'int', fixed: true, sort: true, width: 90 },
    receipt: { label: '受理号', is: 'code', max: 20, required: true, filter: true, width: 130 },
    priority: { label: '保障类别', is: 'enum', of: priorities, required: true, filter: true },
    place: { label: '本类次序', is: 'int', fixed: true },
    wait_id: { label: '轮候', is: 'ref', of: 'waiting', required: true, filter: 'more', list: 'never' },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, list: 'never' },
  },
  sort: ['lottery_no', 'asc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
})
