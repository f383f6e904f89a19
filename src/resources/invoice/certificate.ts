import { defineResource } from '../../core/resource.ts'

/** 租金缴纳证明: what of a tenant's rent was due and paid in some months. What it says was settled with its number. */
export default defineResource({
  name: 'certificate',
  label: '缴纳证明',
  area: 'bill',
  key: 'certificate_id',
  title: 'number',
  columns: {
    certificate_id: { label: '编号', is: 'int', list: 'never' },
    number: { label: '证明号', is: 'code', max: 40, required: true, unique: true, fixed: true, filter: true, width: 150 },
    custom_name: { label: '租客', max: 60, required: true, fixed: true, filter: true, width: 120, leads: ['custom_id'] },
    from_month: { label: '从', is: 'code', max: 7, required: true, fixed: true, width: 90 },
    to_month: { label: '到', is: 'code', max: 7, required: true, fixed: true, width: 90 },
    due: { label: '应缴', is: 'fen', required: true, fixed: true },
    paid: { label: '已缴', is: 'fen', required: true, fixed: true },
    copies: { label: '打印', is: 'int', unit: '次', derived: true, fixed: true, width: 80 },
    custom_id: { label: '租客编号', is: 'ref', of: 'lessee', required: true, fixed: true, filter: 'more', list: 'never' },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, filter: 'more', list: false },
    created_by: { label: '开具人', is: 'ref', of: 'account', fixed: true, width: 90 },
    created_at: { label: '开具时间', is: 'datetime', fixed: true, sort: true, filter: 'more', width: 150 },
  },
  sort: ['created_at', 'desc'],
  actions: { print: { label: '打印缴纳证明', on: 'rows', can: '/api/certificate/print', prints: 'certificate_paper' } },
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'certificate_view',
  facts: [{ column: 'paid' }, { column: 'due' }, { column: 'copies' }],
  empty: '还没有开过缴纳证明：在用户列表的租客上点“缴纳证明”',
})
