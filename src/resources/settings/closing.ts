import { defineSetting } from '../../core/setting.ts'
import { closingSettingForm } from '../../schemas/settings/closing.ts'

export default defineSetting({
  name: 'closingSetting',
  label: '结账设置',
  path: '/setting/closingSetting',
  menu: { group: '设置', part: '业务', order: 231, icon: 'closingTerms' },
  access: 'setting_check',
  changes:
    '租金收入按期确认还是收到才算，月末按账龄计提多少坏账准备，年末是否结转本年损益；对没有结账的月份生效，改了以后的差额记在第一个没有结账的月份，已结账的月份不变。',
  form: closingSettingForm,
})
