import { defineResource } from '../../core/resource.ts'
import { relativeColumns } from '../../schemas/tenant/relation.ts'

/**
 * Who lives with a tenant, as staff enter it: of tenants who came by no application, and what has changed since one was judged (a birth, a marriage). Whoever
 * the application named stands there (member).
 */
export default defineResource({
  name: 'kin',
  label: '家人',
  area: 'contract',
  key: 'kin_id',
  title: 'name',
  columns: {
    kin_id: { label: '编号', is: 'int', list: 'never' },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', required: true, filter: true, list: 'never', only: 'add' },
    ...relativeColumns,
    note: { label: '说明', is: 'note', max: 200, help: '出生、结婚、投靠等，何时起同住' },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, list: 'never' },
  },
  sort: ['kin_id', 'asc'],
  form: ['custom_id', 'name', 'relation', 'card', 'note'],
  scope: 'p_id',
})
