import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'close_list',
  label: '月结与自检',
  path: '/bill/closeList',
  menu: { group: '财务管理', order: 58, icon: 'closing' },
  access: 'flow',
  strips: [
    { label: '账务自检', resource: 'book_check' },
    { label: '不符之处', resource: 'book_finding' },
  ],
})
