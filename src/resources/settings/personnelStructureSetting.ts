import { definePage } from '../../core/resource.ts'

export default definePage({
  name: 'personnelStructureSetting',
  label: '架构配置',
  path: '/setting/personnelStructureSetting',
  menu: { group: '设置', order: 215, icon: 'setting' },
  access: null,
  screen: 'personnelStructureSetting',
  reads: '/api/structure/tree',
})
