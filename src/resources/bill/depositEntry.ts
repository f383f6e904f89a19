import { defineResource } from '../../core/resource.ts'
import { depositKinds } from '../../schemas/common.ts'

/** The deposit book (domain.md, Money): what was taken for a contract, moved to another, used and given back. Only ever added, never below zero. */
export default defineResource({
  name: 'deposit_entry',
  label: '押金收退',
  area: 'bill',
  key: 'entry_id',
  columns: {
    entry_id: { label: '编号', is: 'int', list: 'never' },
    day: { label: '日期', is: 'date', required: true, filter: true, sort: true },
    kind: {
      label: '收退',
      is: 'enum',
      of: depositKinds,
      tones: { 1: 'good', 2: 'good', 4: 'soon', 6: 'good', 7: 'good' },
      required: true,
      filter: true,
    },
    price: { label: '金额', is: 'fen', required: true, total: true },
    contract_id: { label: '合同', is: 'ref', of: 'contract', required: true, filter: 'more', width: 170 },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', filter: 'more', width: 100 },
    company_id: { label: '企业', is: 'ref', of: 'company', filter: 'more', list: false, width: 200 },
    flow_id: { label: '流水', is: 'ref', of: 'flow', width: 160 },
    bill_id: { label: '账单', is: 'ref', of: 'bill', filter: 'more', width: 160 },
    other_id: { label: '对方合同', is: 'ref', of: 'contract', list: false, width: 170 },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', fixed: true, list: false },
    created_by: { label: '经办人', is: 'ref', of: 'account', fixed: true, unset: '系统', width: 90 },
    created_at: { label: '登记时间', is: 'datetime', fixed: true, list: false },
  },
  sort: ['day', 'desc'],
  happens: [{ day: 'day', says: '押金收退', tells: 'price' }],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  empty: '还没有押金收退：收了合同的押金账单，这里就有',
})
