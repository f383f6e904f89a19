import { defineResource } from '../../core/resource.ts'
import { accountKinds } from '../../schemas/journal/journal.ts'

/** 会计科目: which accounts there are follows from what posts; their codes and names are the operator's (postings.md, Chart). */
export default defineResource({
  name: 'ledger_account',
  label: '会计科目',
  area: 'bill',
  key: 'ledger_account_id',
  title: 'name',
  columns: {
    ledger_account_id: { label: '编号', is: 'int', list: 'never' },
    code: { label: '科目编码', required: true, max: 20, unique: true, sort: true, filter: true, width: 120 },
    name: { label: '科目名称', required: true, max: 60, unique: true, filter: true, width: 280 },
    kind: { label: '类别', is: 'enum', of: accountKinds, required: true, fixed: true, filter: true, width: 90 },
  },
  sort: ['code', 'asc'],
  form: ['code', 'name'],
  // A balance of a past day is told by today's names.
  past: false,
  calls: { add: false, del: false },
  facts: [{ column: 'code' }, { column: 'kind' }],
  has: [{ label: '分录', resource: 'journal_line', by: 'ledger_account_id' }],
})
