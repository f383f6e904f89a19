import { defineResource } from '../../core/resource.ts'
import { holderForm } from '../../schemas/structure/structure.ts'

/** Who holds which post; one person may hold several. */
export default defineResource({
  name: 'post_holder',
  label: '任职',
  key: 'holder_id',
  title: 'user_id',
  columns: {
    holder_id: { label: '编号', is: 'int' },
    node_id: { label: '岗位', is: 'ref', of: 'structure', required: true, filter: true },
    user_id: { label: '人员', is: 'ref', of: 'account', required: true, filter: true },
  },
  past: false,
  sort: ['holder_id', 'asc'],
  dialogs: { add: holderForm },
  actions: {
    add: { label: '加人', on: 'page', can: '/api/post_holder/add', opens: 'add' },
    del: { label: '免去', on: 'row', can: '/api/post_holder/del', confirm: '此人不再任这个岗位；账号与其他岗位不变', tone: 'danger' },
  },
  calls: { edit: false, export: false },
  import: false,
  unique: [['node_id', 'user_id']],
})
