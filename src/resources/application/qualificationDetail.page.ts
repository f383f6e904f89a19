import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'preQualificationDetails',
  label: '准入资格详情',
  path: '/preQualificationDetails',
  access: null,
  detailOf: 'qualification',
})
