import { defineSetting } from '../../core/setting.ts'
import { reminderForm } from '../../schemas/settings/reminder.ts'

export default defineSetting({
  name: 'rentSetting',
  label: '房态提醒设置',
  path: '/setting/rentSetting',
  menu: { group: '设置', part: '系统', order: 241, icon: 'bell' },
  access: 'setting_push',
  changes: '每天为哪些合同、账单、空房、看房发消息，提前或过后多少天，发给谁；从下一次提醒起，对收消息的人生效。已发出的不收回。',
  form: reminderForm,
})
