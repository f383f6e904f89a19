import { defineResource } from '../../core/resource.ts'

/** What is held of each contract's deposit, and what it should be. */
export default defineResource({
  name: 'deposit',
  label: '押金余额',
  key: 'contract_id',
  title: 'sn',
  columns: {
    contract_id: { label: '编号', is: 'int', list: 'never' },
    sn: { label: '合同号', is: 'code', filter: true, width: 170, leads: ['held_by'] },
    held_by: { label: '合同', is: 'ref', of: 'contract', list: 'never' },
    custom_name: { label: '承租方', is: 'text', filter: true, width: 160, leads: ['custom_id', 'company_id'] },
    payer_name: { label: '交款方', is: 'text', width: 160 },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', filter: 'more', list: 'never' },
    company_id: { label: '企业', is: 'ref', of: 'company', filter: 'more', list: 'never' },
    org_id: { label: '房间', is: 'ref', of: 'org', filter: 'more', width: 120 },
    deposit: { label: '应收押金', is: 'fen', total: true },
    held: { label: '现存', is: 'fen', total: true },
    used: { label: '已抵扣', is: 'fen', total: true },
    returned: { label: '已退还', is: 'fen', total: true },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', list: false },
  },
  sort: ['contract_id', 'desc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'deposit_view',
  stored: false,
  past: true,
  has: [{ label: '收退', resource: 'deposit_entry', by: 'contract_id' }],
  empty: '还没有收过合同押金',
})
