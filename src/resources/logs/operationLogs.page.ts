import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'operationLogList',
  label: '操作日志',
  path: '/operationLog/operationLogList',
  menu: { order: 120, icon: 'log' },
  access: 'action',
  strips: [
    { label: '房源', resource: 'operation_log', where: { area: [1] } },
    { label: '合同', resource: 'operation_log', where: { area: [2] } },
    { label: '账单', resource: 'operation_log', where: { area: [3] } },
    { label: '日志', resource: 'operation_log', where: { area: [4] } },
  ],
})
