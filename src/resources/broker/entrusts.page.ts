import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'entrustList',
  label: '委托管理',
  path: '/entrust/entrustList',
  menu: { order: 97, icon: 'entrust' },
  access: null,
  strips: [
    { label: '委托', resource: 'entrust', where: { kind: [1] } },
    { label: '求租', resource: 'entrust', where: { kind: [2] } },
  ],
})
