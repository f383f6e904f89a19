import { defineResource } from '../core/resource.ts'

/** Tenants. Their screens come with the tenancy cycle; the room map and the flows already name them. */
export default defineResource({
  name: 'lessee',
  label: '租客',
  key: 'custom_id',
  title: 'name',
  columns: {
    custom_id: { label: '编号', is: 'int' },
    name: { label: '姓名', required: true, max: 60, filter: true },
    card: { label: '身份证号', is: 'card', required: true, unique: true, filter: true },
    phone: { label: '手机号', is: 'phone', required: true, filter: true },
    p_id: { label: '项目', is: 'ref', of: 'project' },
  },
  sort: ['custom_id', 'desc'],
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
})
