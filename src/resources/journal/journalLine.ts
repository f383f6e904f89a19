import { defineResource } from '../../core/resource.ts'
import { postingEvents, sides } from '../../schemas/journal/journal.ts'

/** 分录: what each event posted (postings.md). Written by the store in the event's own transaction, never changed. */
export default defineResource({
  name: 'journal_line',
  label: '分录',
  area: 'bill',
  key: 'line_id',
  columns: {
    line_id: { label: '编号', is: 'int', list: 'never' },
    day: { label: '记账日', is: 'date', required: true, filter: true, sort: true, width: 110 },
    event: { label: '事项', is: 'enum', of: postingEvents, required: true, filter: true, width: 100 },
    ledger_account_id: { label: '科目', is: 'ref', of: 'ledger_account', required: true, filter: true, width: 250 },
    side: { label: '方向', is: 'enum', of: sides, required: true, list: false, width: 70 },
    debit: { label: '借方', is: 'fen', derived: true, total: true },
    credit: { label: '贷方', is: 'fen', derived: true, total: true },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', filter: 'more', width: 100 },
    company_id: { label: '单位', is: 'ref', of: 'company', filter: 'more', width: 180 },
    bill_id: { label: '账单', is: 'ref', of: 'bill', filter: 'more', width: 170 },
    flow_id: { label: '流水', is: 'ref', of: 'flow', filter: 'more', width: 170 },
    contract_id: { label: '合同', is: 'ref', of: 'contract', list: false, width: 170 },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', list: false, width: 180 },
    share_id: { label: '分摊', is: 'ref', of: 'bill_share', list: 'never', export: false },
    source_id: { label: '来源编号', is: 'int', required: true, list: 'never', export: false },
    place: { label: '行号', is: 'int', required: true, list: 'never', export: false },
    price: { label: '金额', is: 'fen', required: true, list: 'never', export: false },
    created_by: { label: '经办人', is: 'ref', of: 'account', fixed: true, unset: '系统', list: false, width: 90 },
    created_at: { label: '登记时间', is: 'datetime', fixed: true, list: false },
  },
  sort: ['day', 'desc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'journal_line_view',
  log: false,
  copied: true,
  empty: '还没有分录：开账、收款、核销、押金都会自动记账',
})
