import { defineSetting } from '../../core/setting.ts'
import { dunningForm } from '../../schemas/settings/dunning.ts'

export default defineSetting({
  name: 'dunningSetting',
  label: '催缴设置',
  path: '/setting/dunningSetting',
  menu: { group: '设置', part: '业务', order: 228, icon: 'dunning' },
  access: 'setting_check',
  changes: '逾期账单的催缴分几步、各在逾期多少天之后，催缴函、催缴短信写什么，短信一条多少钱；对以后的催缴生效，已记录的不变。',
  form: dunningForm,
})
