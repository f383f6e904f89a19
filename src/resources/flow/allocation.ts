import { defineResource } from '../../core/resource.ts'
import { parties, ways } from '../../schemas/common.ts'

/** 核销: a part of a flow that settles a part of a share. Only ever added. */
export default defineResource({
  name: 'allocation',
  label: '核销',
  area: 'bill',
  key: 'allocation_id',
  columns: {
    allocation_id: { label: '编号', is: 'int', list: 'never' },
    flow_id: { label: '流水', is: 'ref', of: 'flow', filter: true, width: 160 },
    match_id: { label: '核销记录', is: 'ref', of: 'match', fixed: true, filter: 'more', list: false, width: 170 },
    entry_id: { label: '押金抵扣', is: 'ref', of: 'deposit_entry', filter: 'more', list: 'never' },
    share_id: { label: '分摊', is: 'ref', of: 'bill_share', required: true, filter: true, list: 'never' },
    deal_time: { label: '交易时间', is: 'datetime', via: 'flow_id.deal_time', width: 130 },
    way: { label: '支付方式', is: 'enum', of: ways, via: 'flow_id.way', width: 90 },
    bill_sn: { label: '账单号', is: 'text', derived: true, width: 160, leads: ['bill_id'] },
    party: { label: '承担方', is: 'enum', of: parties, derived: true },
    bill_id: { label: '账单', is: 'ref', of: 'bill', derived: true, fixed: true, filter: 'more', list: 'never' },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', derived: true, fixed: true, filter: 'more', list: 'never' },
    company_id: { label: '企业', is: 'ref', of: 'company', derived: true, fixed: true, filter: 'more', list: 'never' },
    price: { label: '核销金额', is: 'fen', required: true, total: true },
    created_at: { label: '核销时间', is: 'datetime', fixed: true, sort: true },
    book_day: { label: '记账日', is: 'date', fixed: true, list: false, help: '交易的月份已结账的，记在未结账月份的这一天', width: 110 },
    p_id: { label: '项目', is: 'ref', of: 'project', list: 'never' },
  },
  happens: [{ day: 'created_at', says: '核销', tells: 'price' }],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'allocation_view',
})
