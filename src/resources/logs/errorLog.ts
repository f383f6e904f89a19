import { defineResource } from '../../core/resource.ts'

/** Failed responses and crashes that browsers report (save_error_logger); kept for a month. */
export default defineResource({
  name: 'error_log',
  label: '错误日志',
  log: false,
  path: '/errorLog',
  access: null,
  key: 'error_id',
  title: 'mes',
  columns: {
    error_id: { label: '编号', is: 'int', list: 'never' },
    mes: { label: '信息', is: 'note', max: 2000, fixed: true, width: 420 },
    at: { label: '时间', is: 'datetime', fixed: true, filter: true, width: 120 },
    type: { label: '类型', is: 'code', max: 40, fixed: true, filter: true, width: 90 },
    code: { label: '代码', is: 'code', max: 40, fixed: true, filter: true, width: 110 },
    url: { label: '接口或页面', is: 'code', max: 500, fixed: true, filter: true, width: 220 },
    user_id: { label: '账号', is: 'ref', of: 'account', fixed: true, width: 100 },
    address: { label: '来自', is: 'code', max: 60, fixed: true, width: 130 },
  },
  sort: ['error_id', 'desc'],
  calls: { add: false, edit: false, del: false },
  empty: '没有错误记录',
})
