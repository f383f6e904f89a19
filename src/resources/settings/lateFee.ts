import { defineSetting } from '../../core/setting.ts'
import { lateFeeForm } from '../../schemas/settings/lateFee.ts'

export default defineSetting({
  name: 'lateFeeSetting',
  label: '违约金设置',
  path: '/setting/lateFeeSetting',
  menu: { group: '设置', part: '业务', order: 230, icon: 'lateFee' },
  access: 'setting_check',
  changes: '逾期的房租每天收多少违约金、宽限几天、至多多少，怎样出账单；改了从当天起算，已出的违约金账单不变。',
  form: lateFeeForm,
})
