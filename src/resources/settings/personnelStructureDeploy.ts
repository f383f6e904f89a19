import { definePage } from '../../core/resource.ts'

export default definePage({
  name: 'personnelStructureDeploy',
  label: '人员架构配置',
  path: '/setting/personnelStructureDeploy',
  menu: { group: '设置', order: 214, icon: 'setting' },
  access: null,
  screen: 'personnelStructureDeploy',
  reads: '/api/structure/tree',
})
