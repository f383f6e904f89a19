import { defineSetting } from '../../core/setting.ts'
import { contractSettingForm } from '../../schemas/settings/contract.ts'

export default defineSetting({
  name: 'contractSetting',
  label: '合同设置',
  path: '/setting/contractSetting',
  menu: { group: '设置', part: '业务', order: 220, icon: 'terms' },
  access: 'setting_template',
  changes: '新合同的租期、计租与押金从这里开始；每户累计上限，付清首期才交钥匙，欠费结清才续签。已签的合同不变。',
  form: contractSettingForm,
  dated: true,
})
