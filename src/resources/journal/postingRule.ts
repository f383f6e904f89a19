import { defineResource } from '../../core/resource.ts'
import { postingEvents, sides } from '../../schemas/journal/journal.ts'

/** 记账规则: which event posts what, as the code declares it (postings.md); written by the code that posts, so that they cannot differ. */
export default defineResource({
  name: 'posting_rule',
  label: '记账规则',
  area: 'bill',
  key: 'rule_id',
  columns: {
    rule_id: { label: '编号', is: 'int', list: 'never' },
    event: { label: '事项', is: 'enum', of: postingEvents, required: true, filter: true, width: 110 },
    side: { label: '方向', is: 'enum', of: sides, required: true, filter: true, width: 80 },
    ledger_account_id: { label: '科目', is: 'ref', of: 'ledger_account', filter: true, width: 300, unset: '随原分录' },
    says: { label: '适用', is: 'text', spoken: true, width: 320 },
  },
  sort: ['rule_id', 'asc'],
  calls: { detail: false, add: false, edit: false, del: false },
  log: false,
})
