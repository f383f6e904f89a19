import { defineResource } from '../../core/resource.ts'
import { relativeColumns } from '../../schemas/tenant/relation.ts'

/** Who lives with an applicant; entered, corrected and removed while the application may still be changed (household_stays). The applicant stands in the application. */
export default defineResource({
  name: 'member',
  label: '家庭成员',
  area: 'contract',
  key: 'member_id',
  title: 'name',
  columns: {
    member_id: { label: '编号', is: 'int', list: 'never' },
    apply_id: { label: '准入申请', is: 'ref', of: 'qualification', required: true, filter: true, list: 'never', only: 'add' },
    ...relativeColumns,
    custom_id: { label: '租客', is: 'ref', of: 'lessee', fixed: true, filter: 'more', list: 'never' },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, list: 'never' },
  },
  sort: ['member_id', 'asc'],
  form: ['apply_id', 'name', 'relation', 'card'],
  scope: 'p_id',
})
