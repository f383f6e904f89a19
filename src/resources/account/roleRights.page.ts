import { definePage } from '../../core/page.ts'

/** A role's rights as a table: screens against what may be done on them. */
export default definePage({
  name: 'roleRights',
  label: '角色权限',
  path: '/setting/roleRights/{role_id}',
  access: 'setting_lessee',
  screen: 'roleRights',
})
