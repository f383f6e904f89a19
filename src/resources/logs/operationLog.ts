import { defineResource } from '../../core/resource.ts'

/** Who did what to which record, before → after. Written by the store itself with every change of a logged resource, never changed or deleted. */
export default defineResource({
  name: 'operation_log',
  label: '操作日志',
  log: false,
  key: 'log_id',
  title: 'label',
  columns: {
    log_id: { label: '编号', is: 'int', list: 'never' },
    created_at: { label: '时间', is: 'datetime', fixed: true, filter: true, width: 120 },
    created_by: { label: '账号', is: 'ref', of: 'account', unset: '系统', fixed: true, filter: 'more', width: 100 },
    via: { label: '经由', max: 100, fixed: true, width: 120 },
    label: { label: '操作', spoken: true, fixed: true, max: 100, width: 130 },
    resource: { label: '对象', is: 'resource', fixed: true, filter: true, width: 110 },
    record_title: {
      label: '记录',
      is: 'code',
      fixed: true,
      filter: true,
      max: 200,
      width: 180,
      leads: { resource: 'resource', key: 'open_id' },
    },
    deed: {
      label: '方式',
      is: 'enum',
      of: { 1: '新增', 2: '修改', 3: '删除', 4: '其他' },
      tones: { 1: 'good', 2: 'info', 3: 'bad', 4: 'quiet' },
      fixed: true,
      width: 90,
    },
    changes: { label: '内容', is: 'changes', fixed: true, width: 420 },
    address: { label: '来自', fixed: true, max: 60, list: false, width: 130 },
    path: { label: '接口', fixed: true, max: 100, list: false, width: 180 },
    area: { label: '类别', is: 'enum', of: { 1: '房源', 2: '合同', 3: '账单', 4: '日志' }, fixed: true, filter: 'more', list: 'never' },
    record_id: { label: '记录编号', is: 'int', fixed: true, filter: 'more', list: 'never' },
    open_id: { label: '还在的记录', is: 'int', derived: true, fixed: true, list: 'never', export: false },
    // Not a reference: a log must not keep a project from being deleted.
    p_id: { label: '项目', is: 'int', fixed: true, list: 'never' },
  },
  sort: ['log_id', 'desc'],
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'operation_log_view',
  empty: '这里还没有操作记录',
})
