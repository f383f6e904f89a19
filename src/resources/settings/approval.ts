import { defineSetting } from '../../core/setting.ts'
import { approvalForm } from '../../schemas/settings/approval.ts'

export default defineSetting({
  name: 'checkSetting',
  label: '审批设置',
  path: '/setting/checkSetting',
  menu: { group: '设置', part: '业务', order: 222, icon: 'approval' },
  access: 'setting_audit',
  changes: '哪些业务要审批、依次由谁审批；对以后发起的审批生效，已发起的按发起时的步骤走完。发起人不审批自己发起的。',
  form: approvalForm,
})
