import { defineSetting } from '../../core/setting.ts'
import { netSignForm } from '../../schemas/settings/netSign.ts'

export default defineSetting({
  name: 'netSign',
  label: '网签设置',
  path: '/setting/netSign',
  menu: { group: '设置', part: '业务', order: 225, icon: 'sign' },
  access: null,
  changes: '合同由谁做电子签名，用什么证书与合同章，发给租客的签署链接；对以后发起的签署生效，已签的不变。',
  form: netSignForm,
  trial: { label: '试签', call: '/api/netSign/test' },
  shows: { label: '现在用的证书', call: '/api/netSign/certificate' },
})
