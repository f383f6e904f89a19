import { definePage } from '../../core/resource.ts'

export default definePage({
  name: 'screenDesigner',
  label: '页面设计',
  path: '/setting/screenDesigner/{screen_id}',
  access: 'setting_screen',
  screen: 'screenDesigner',
})
