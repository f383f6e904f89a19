import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'staffManagementList',
  label: '账号设置',
  path: '/setting/staffManagementList',
  menu: { group: '设置', part: '组织', order: 231, icon: 'person' },
  access: 'setting_admin',
  strips: [
    { label: '账号', resource: 'account' },
    { label: '登录会话', resource: 'session' },
  ],
})
