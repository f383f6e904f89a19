import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'salesClue',
  label: '销售线索',
  path: '/clue/salesClueList',
  menu: { order: 96, icon: 'clue' },
  access: null,
  strips: [
    { label: '求租', resource: 'clue', where: { kind: [1] } },
    { label: '出租', resource: 'clue', where: { kind: [2] } },
  ],
})
