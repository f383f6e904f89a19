import { defineResource } from '../../core/resource.ts'
import { parties } from '../../schemas/common.ts'

/** What each party owes of a bill (domain.md, Money); `paid` is what has been allocated to it. */
export default defineResource({
  name: 'bill_share',
  label: '账单分摊',
  area: 'bill',
  key: 'share_id',
  columns: {
    share_id: { label: '编号', is: 'int', list: 'never' },
    bill_id: { label: '账单', is: 'ref', of: 'bill', required: true, filter: true, list: 'never' },
    party: { label: '承担方', is: 'enum', of: parties, required: true },
    company_id: { label: '单位', is: 'ref', of: 'company', width: 200 },
    price: { label: '应付', is: 'fen', required: true, total: true },
    paid: { label: '已付', is: 'fen', fixed: true, kept: true, default: 0, total: true },
    // It was none of the bill's when that was made: an adjustment had it owe a part.
    added: { label: '后加', is: 'enum', of: { 1: '是' }, fixed: true, list: false, width: 70 },
    p_id: { label: '项目', is: 'ref', of: 'project', list: 'never' },
  },
  sort: ['share_id', 'asc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  has: [{ label: '核销', resource: 'allocation', by: 'share_id' }],
})
