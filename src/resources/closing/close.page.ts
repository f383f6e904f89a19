import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'close_list',
  label: '月结与自检',
  path: '/bill/closeList',
  menu: { group: '财务管理', order: 58, icon: 'closing' },
  access: 'flow',
  strips: [
    { label: '月结', resource: 'closing' },
    { label: '各月发生', resource: 'month_sum' },
    { label: '未清事项', resource: 'close_item' },
    { label: '收入确认', resource: 'recognition' },
    { label: '坏账准备', resource: 'allowance' },
    { label: '年结', resource: 'year_close' },
    { label: '账务自检', resource: 'book_check' },
    { label: '不符之处', resource: 'book_finding' },
  ],
})
