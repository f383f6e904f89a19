import { defineSetting } from '../../core/setting.ts'
import { verificationForm } from '../../schemas/settings/verification.ts'

export default defineSetting({
  name: 'cancelVerificationSetting',
  label: '核销设置',
  path: '/setting/cancelVerificationSetting',
  menu: { group: '设置', order: 210, icon: 'setting' },
  access: 'setting_check',
  changes: '收款与账单怎样对上：自动还是人工、先核哪一张、差多少算同一笔；对以后的核销生效，已核销的不变。',
  form: verificationForm,
})
