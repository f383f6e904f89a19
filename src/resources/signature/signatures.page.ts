import { definePage } from '../../core/page.ts'

/** 签章管理 of one company or tenant: `{name}` is the resource (company, lessee), `{holder_id}` its key. */
export default definePage({
  name: 'signatureList',
  label: '签章管理',
  path: '/setting/signatureList/{name}/{holder_id}',
  access: null,
  screen: 'signatures',
  strips: [{ label: '签章', resource: 'signature' }],
})
