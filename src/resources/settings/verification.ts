import { defineSetting } from '../../core/setting.ts'
import { verificationForm } from '../../schemas/settings/verification.ts'

export default defineSetting({
  name: 'cancelVerificationSetting',
  label: '核销设置',
  path: '/setting/cancelVerificationSetting',
  menu: { group: '设置', part: '业务', order: 223, icon: 'settle' },
  access: 'setting_check',
  changes: '收款与账单怎样对上：自动还是人工、先核哪一张、差多少算同一笔，已核销的流水能否红冲；对以后的核销与红冲生效，已做的不变。',
  form: verificationForm,
})
