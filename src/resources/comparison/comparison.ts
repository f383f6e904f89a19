import { defineResource } from '../../core/resource.ts'
import { bureaus, compareForm, rosterForm } from '../../schemas/comparison/comparison.ts'

/** Files of other bureaus that were compared with what applicants have declared. Of the file itself only its hash is kept. */
export default defineResource({
  name: 'comparison',
  label: '比对批次',
  area: 'contract',
  key: 'comparison_id',
  title: 'number',
  columns: {
    comparison_id: { label: '编号', is: 'int', list: 'never' },
    number: { label: '批次号', is: 'code', numbered: { letters: 'BD', dated: 'month', digits: 4 }, filter: 'more', width: 140 },
    bureau: { label: '来源', is: 'enum', of: bureaus, required: true, fixed: true, filter: true, width: 90 },
    as_of: { label: '数据截至', is: 'date', required: true, fixed: true, sort: true, filter: true },
    file_name: { label: '文件', required: true, max: 200, fixed: true, width: 220 },
    sha256: { label: 'SHA-256', is: 'code', max: 64, required: true, fixed: true, list: false, filter: 'more' },
    lines: { label: '行数', is: 'int', required: true, fixed: true },
    matched: { label: '比中人数', is: 'int', unit: '人', required: true, fixed: true },
    doubts: { label: '新疑点', is: 'int', required: true, fixed: true },
    p_id: { label: '项目', is: 'ref', of: 'project', unset: '全部', fixed: true, filter: 'more' },
    created_by: { label: '比对人', is: 'ref', of: 'account', fixed: true },
    created_at: { label: '比对时间', is: 'datetime', fixed: true, sort: true, filter: 'more' },
  },
  sort: ['created_at', 'desc'],
  dialogs: { roster: rosterForm, compare: compareForm },
  actions: {
    compare: { label: '导入比对结果', on: 'page', can: '/api/comparison/compare', opens: 'compare' },
    roster: { label: '导出比对名单', on: 'page', can: '/api/comparison/roster', opens: 'roster', done: '名单已下载', saves: true },
  },
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
  facts: [
    { column: 'bureau' },
    { column: 'as_of' },
    { column: 'lines' },
    { column: 'matched' },
    { column: 'doubts', tone: 'bad', over: 0 },
  ],
  has: [{ label: '疑点', resource: 'doubt', by: 'comparison_id' }],
  empty: '还没有比对过：先导出比对名单交给社保、不动产等单位，再导入他们给回的文件',
})
