import { definePage } from '../../core/page.ts'

/** The hidden bill list of spec.md section 2: bills that were voided, reached by its address alone. */
export default definePage({
  name: 'demo',
  label: '账单列表(隐藏)',
  path: '/bill/demo',
  access: null,
  strips: [{ label: '账单列表(隐藏)', resource: 'bill', where: { state: [5] }, actions: [] }],
})
