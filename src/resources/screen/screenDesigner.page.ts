import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'screenDesigner',
  label: '页面设计',
  path: '/setting/screenDesigner/{screen_id}',
  access: 'setting_screen',
  screen: 'screenDesigner',
})
