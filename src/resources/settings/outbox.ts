import { defineSetting } from '../../core/setting.ts'
import { outboxForm } from '../../schemas/settings/outbox.ts'

export default defineSetting({
  name: 'outboxSetting',
  label: '外发设置',
  path: '/setting/outboxSetting',
  menu: { group: '设置', part: '系统', order: 243, icon: 'send' },
  access: 'setting_push',
  changes: '要告诉外面的事由谁送出：写进发件箱由员工告知，或由邮件服务器、推送接口自动送出；对还没有送出的立即生效。已了结的保留多少天。',
  form: outboxForm,
  trial: { label: '试发', call: '/api/outboxSetting/test' },
})
