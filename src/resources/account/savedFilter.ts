import { defineResource } from '../../core/resource.ts'
import { savedFilterForm } from '../../schemas/account/savedFilter.ts'

/** What someone asks of a list again and again, under a name: their own, or shared with everybody (screens.md). */
export default defineResource({
  name: 'saved_filter',
  label: '已存筛选',
  log: false,
  key: 'saved_id',
  title: 'name',
  columns: {
    saved_id: { label: '编号', is: 'int', list: 'never' },
    resource: { label: '列表', required: true, max: 60, fixed: true, list: 'never' },
    name: { label: '名称', required: '请给筛选起个名称', max: 40 },
    content: { label: '内容', is: 'note', required: true, max: 8000, fixed: true, list: 'never' },
    is_shared: { label: '共享', is: 'enum', of: { 0: '仅自己', 1: '所有人' }, default: 0, fixed: true },
    account_id: { label: '所属账号', is: 'ref', of: 'account', required: true, fixed: true, list: 'never' },
  },
  form: ['name'],
  dialogs: { add: savedFilterForm },
  calls: { index: false, detail: false },
  domain: ['add'],
  own: 'account_id',
  unique: [['account_id', 'resource', 'name']],
})
