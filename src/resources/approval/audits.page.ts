import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'checkList',
  label: '审批列表',
  path: '/check/checkList',
  menu: { order: 80, icon: 'check' },
  access: 'audit',
  strips: [
    { label: '待我审批', resource: 'my_audit', where: { part: [1] } },
    { label: '我发起的', resource: 'my_audit', where: { part: [2] }, empty: '没有发起过要审批的' },
    { label: '我已办', resource: 'my_audit', where: { part: [3] }, empty: '还没有办过审批' },
    { label: '抄送我的', resource: 'my_audit', where: { part: [4] }, empty: '没有抄送您的审批' },
    { label: '全部', resource: 'audit' },
    { label: '委派', resource: 'deputy' },
  ],
})
