import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'personnelStructureSetting',
  label: '架构配置',
  path: '/setting/personnelStructureSetting',
  menu: { group: '设置', part: '组织', order: 235, icon: 'structure' },
  access: null,
  screen: 'personnelStructureSetting',
  reads: '/api/structure/tree',
})
