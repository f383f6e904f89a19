import { defineResource } from '../../core/resource.ts'

/** Telephones from which tenants report repairs. What one may see follows from the contracts in force of whoever has its number, each time anew. */
export default defineResource({
  name: 'tenant_phone',
  label: '手机报修',
  area: 'housing',
  key: 'phone_id',
  title: 'phone',
  columns: {
    phone_id: { label: '编号', is: 'int', list: 'never' },
    phone: { label: '手机号', is: 'phone', required: true, fixed: true, filter: true, width: 130 },
    status: { label: '状态', filter: true, width: 100 },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', fixed: true, filter: 'more', width: 110 },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, filter: 'more', width: 170 },
    keep_until: { label: '保留到', is: 'date', required: true, fixed: true },
    created_at: { label: '开始时间', is: 'datetime', fixed: true, sort: true },
    updated_at: { label: '最近使用', is: 'datetime', fixed: true, sort: true },
  },
  sort: ['created_at', 'desc'],
  states: {
    column: 'status',
    of: {
      unproven: { code: 1, label: '待验证', tone: 'quiet' },
      proven: { code: 2, label: '已验证', tone: 'good' },
      lapsed: { code: 3, label: '已过期', tone: 'quiet', ends: true },
    },
    first: 'unproven',
    sets: { open: ['unproven', 'proven'] },
    moves: {
      prove: { label: '验证手机', from: 'unproven', to: 'proven' },
      lapse: { label: '过期', from: ['unproven', 'proven'], to: 'lapsed' },
    },
    indexes: [{ within: 'open', columns: ['keep_until'] }],
  },
  calls: { detail: false, add: false, edit: false, del: false, export: false },
  import: false,
  scope: 'p_id',
  empty: '还没有用手机报修过',
})
