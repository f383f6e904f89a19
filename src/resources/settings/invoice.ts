import { defineSetting } from '../../core/setting.ts'
import { invoiceForm } from '../../schemas/settings/invoice.ts'

export default defineSetting({
  name: 'invoice',
  label: '发票设置',
  path: '/setting/invoice',
  menu: { group: '设置', part: '业务', order: 224, icon: 'invoiceTerms' },
  access: null,
  changes:
    '发票与收据上的开票单位，收据上的印章，各类账单开票用的税收分类编码、征免与税率，发票由谁开；对以后开的发票和收据生效，已开的不变。来源写了“应税”的，以后开的账单在账上价税分离。期初留抵只改“应纳增值税”。',
  form: invoiceForm,
})
