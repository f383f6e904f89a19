import { defineResource } from '../../core/resource.ts'

/** What a template said, since when and by whom; never changed. */
export default defineResource({
  name: 'template_version',
  label: '模板版本',
  area: 'contract',
  key: 'version_id',
  title: 'no',
  columns: {
    version_id: { label: '编号', is: 'int', list: 'never' },
    template_id: { label: '合同模板', is: 'ref', of: 'template', required: true, fixed: true, filter: true, list: false },
    no: { label: '版本', is: 'int', required: true, fixed: true },
    note: { label: '说明', spoken: true, max: 100, fixed: true },
    created_by: { label: '修改人', is: 'ref', of: 'account', fixed: true },
    created_at: { label: '时间', is: 'datetime', fixed: true, width: 140 },
  },
  sort: ['version_id', 'desc'],
  calls: { add: false, edit: false, del: false, export: false, detail: false },
  log: false,
})
