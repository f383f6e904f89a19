import { defineResource } from '../../core/resource.ts'

/** What was published, when and by whom; never changed. */
export default defineResource({
  name: 'screen_version',
  label: '页面版本',
  key: 'version_id',
  title: 'no',
  columns: {
    version_id: { label: '编号', is: 'int', list: 'never' },
    screen_id: { label: '页面', is: 'ref', of: 'screen', required: true, fixed: true, filter: true },
    no: { label: '版本', is: 'int', required: true, fixed: true },
    note: { label: '说明', spoken: true, is: 'note', fixed: true },
    editor: { label: '发布人', is: 'ref', of: 'account', fixed: true },
    created_at: { label: '发布时间', is: 'datetime', fixed: true, width: 140 },
  },
  sort: ['version_id', 'desc'],
  actions: {
    rollback: {
      label: '回退到此版本',
      on: 'row',
      can: '/api/screen/rollback',
      confirm: '页面改回这个版本并立即发布；之后新增的字段停用，内容保留',
      done: '已回退',
    },
  },
  calls: { add: false, edit: false, del: false, export: false },
  log: false,
})
