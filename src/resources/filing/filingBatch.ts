import { defineResource } from '../../core/resource.ts'

/** Files of the housing authority with the numbers that it gave. Of the file itself only its hash is kept. */
export default defineResource({
  name: 'filing_batch',
  label: '备案号导入',
  area: 'contract',
  key: 'batch_id',
  title: 'number',
  columns: {
    batch_id: { label: '编号', is: 'int', list: 'never' },
    number: { label: '批次号', is: 'code', numbered: { letters: 'BAD', dated: 'month', digits: 4 }, filter: 'more', width: 150 },
    file_name: { label: '文件', required: true, max: 200, fixed: true, width: 220 },
    sha256: { label: 'SHA-256', is: 'code', max: 64, required: true, fixed: true, list: false, filter: 'more' },
    lines: { label: '行数', is: 'int', required: true, fixed: true },
    filed: { label: '登记备案', is: 'int', unit: '份', required: true, fixed: true },
    known: { label: '原已登记', is: 'int', unit: '份', required: true, fixed: true },
    returned: { label: '未通过', is: 'int', unit: '份', required: true, fixed: true },
    p_id: { label: '项目', is: 'ref', of: 'project', unset: '全部', fixed: true, filter: 'more' },
    created_by: { label: '导入人', is: 'ref', of: 'account', fixed: true },
    created_at: { label: '导入时间', is: 'datetime', fixed: true, sort: true, filter: 'more' },
  },
  sort: ['created_at', 'desc'],
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
  facts: [{ column: 'lines' }, { column: 'filed' }, { column: 'known' }, { column: 'returned', tone: 'bad', over: 0 }],
  has: [
    {
      label: '备案',
      resource: 'filing',
      by: 'batch_id',
      shows: ['contract_id', 'custom_name', 'org_id', 'status', 'filing_no', 'filed_on'],
    },
  ],
  empty: '还没有导入过备案号：先导出备案名单交给备案部门，再导入他们给回的文件',
})
