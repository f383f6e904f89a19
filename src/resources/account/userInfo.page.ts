import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'userInfo',
  label: '个人信息',
  path: '/userInfo',
  access: null,
  screen: 'userInfo',
})
