import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'inspect_list',
  label: '巡检与核查',
  path: '/inspect/inspectList',
  menu: { group: '房屋服务', order: 113, icon: 'inspect' },
  access: 'build',
  strips: [
    { label: '巡检', resource: 'inspect' },
    { label: '疑点', resource: 'doubt' },
    { label: '入户核查', resource: 'home_visit' },
    { label: '比对批次', resource: 'comparison' },
  ],
})
