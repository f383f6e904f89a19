import { defineSetting } from '../../core/setting.ts'
import { queueSettingForm } from '../../schemas/settings/queue.ts'

export default defineSetting({
  name: 'queueSetting',
  label: '轮候设置',
  path: '/setting/queueSetting',
  menu: { group: '设置', part: '业务', order: 226, icon: 'order' },
  access: 'setting_template',
  changes: '叫号保留几天，期满与放弃怎样计，公示几天，哪些项目摇号；已叫的号按叫号时的设置计。',
  form: queueSettingForm,
  dated: true,
})
