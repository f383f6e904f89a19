import { defineResource } from '../../core/resource.ts'

/** 委派: who decides in one's place while one is away. For what is asked from then on. */
export default defineResource({
  name: 'deputy',
  label: '委派',
  key: 'deputy_row',
  title: 'deputy_id',
  columns: {
    deputy_row: { label: '编号', is: 'int', list: 'never' },
    deputy_id: { label: '委派给', is: 'ref', of: 'account', required: true, width: 120 },
    from_date: { label: '开始日期', is: 'date', required: true, sort: true, width: 120 },
    to_date: { label: '结束日期', is: 'date', required: true, width: 120 },
    note: { label: '事由', is: 'note', max: 200, width: 260 },
    created_at: { label: '登记时间', is: 'datetime', fixed: true, width: 130 },
    user_id: { label: '谁', is: 'int', fixed: true, list: 'never' },
  },
  past: false,
  sort: ['from_date', 'desc'],
  form: ['deputy_id', 'from_date', 'to_date', 'note'],
  calls: { export: false, edit: false },
  import: false,
  domain: ['add'],
  own: 'user_id',
  empty: '没有委派：出差、休假时可请别人代为审批，申请人本人不会被请来审批自己的申请',
})
