import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'checkList',
  label: '审批列表',
  path: '/check/checkList',
  menu: { order: 80, icon: 'check' },
  access: 'audit',
  strips: [
    { label: '待我审批', resource: 'audit', where: { handler_id: 'me', status: [1] } },
    { label: '我发起的', resource: 'audit', where: { applicant_id: 'me' } },
    { label: '我已办', resource: 'audit', where: { handler_id: 'me', status: [2, 3] } },
    { label: '全部', resource: 'audit' },
  ],
})
