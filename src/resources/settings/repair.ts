import { defineSetting } from '../../core/setting.ts'
import { repairSettingForm } from '../../schemas/settings/repair.ts'

export default defineSetting({
  name: 'repairSetting',
  label: '报修设置',
  path: '/setting/repairSetting',
  menu: { group: '设置', part: '业务', order: 227, icon: 'telephone' },
  access: 'setting_build',
  changes: '租客能否用自己的手机报修、每天几次、告诉谁；保存后即生效，已报的不变。',
  form: repairSettingForm,
})
