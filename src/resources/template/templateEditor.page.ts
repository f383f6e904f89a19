import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'templateEditor',
  label: '模板正文',
  path: '/setting/templateEditor/{template_id}',
  access: 'setting_template',
  screen: 'templateEditor',
})
