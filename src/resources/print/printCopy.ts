import { defineResource } from '../../core/resource.ts'

/** 打印记录: each time that a paper was handed out. Written by the engine of prints, never changed; shown in the detail of what it is of. */
export default defineResource({
  name: 'print_copy',
  label: '打印记录',
  key: 'copy_id',
  title: 'number',
  columns: {
    copy_id: { label: '编号', is: 'int', list: 'never' },
    number: { label: '票号', is: 'code', width: 130 },
    label: { label: '单据', spoken: true, width: 90 },
    kind: { label: '方式', is: 'enum', of: { 1: '首次', 2: '补打' }, tones: { 1: 'good', 2: 'soon' }, width: 80 },
    created_by: { label: '打印人', is: 'ref', of: 'account', width: 100 },
    created_at: { label: '打印时间', is: 'datetime', width: 130 },
    copies: { label: '共打印', is: 'int', unit: '次', width: 80 },
    missing: { label: '缺字', width: 80 },
    sha256: { label: 'SHA-256', is: 'code', list: false, width: 240 },
    resource: { label: '对象', is: 'resource', filter: 'more', list: 'never' },
    record_id: { label: '记录编号', is: 'int', filter: 'more', list: 'never' },
    record_title: { label: '记录', is: 'code', list: false, width: 160 },
    p_id: { label: '项目', is: 'int', list: 'never' },
  },
  sort: ['copy_id', 'desc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'print_copy_view',
  stored: false,
  empty: '还没有打印过',
})
