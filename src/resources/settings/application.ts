import { defineSetting } from '../../core/setting.ts'
import { applicationSettingForm } from '../../schemas/settings/application.ts'

export default defineSetting({
  name: 'applicationSetting',
  label: '准入设置',
  path: '/setting/applicationSetting',
  menu: { group: '设置', part: '业务', order: 218, icon: 'admit' },
  access: 'setting_build',
  changes: '收入与住房面积的准入线，车辆比对的限额，登记人能否审核自己登记的，能否用手机申请；对以后审核的申请生效，已审核的不变。',
  form: applicationSettingForm,
  dated: true,
})
