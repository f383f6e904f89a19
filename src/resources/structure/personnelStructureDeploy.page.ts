import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'personnelStructureDeploy',
  label: '人员架构配置',
  path: '/setting/personnelStructureDeploy',
  menu: { group: '设置', part: '组织', order: 234, icon: 'posts' },
  access: null,
  screen: 'personnelStructureDeploy',
  reads: '/api/structure/tree',
})
