import { defineResource } from '../../core/resource.ts'
import { claimKinds } from '../../schemas/flow/claim.ts'

/** 认领: whose money is that came without a name, as somebody said it, or took it back. Only ever added to; the store changes the receipt by it. */
export default defineResource({
  name: 'flow_claim',
  label: '认领记录',
  area: 'bill',
  key: 'claim_id',
  columns: {
    claim_id: { label: '编号', is: 'int', list: 'never' },
    flow_id: { label: '流水', is: 'ref', of: 'flow', required: true, fixed: true, filter: true, width: 160 },
    kind: {
      label: '认领',
      is: 'enum',
      of: claimKinds,
      tones: { 1: 'good', 2: 'quiet' },
      required: true,
      fixed: true,
      filter: true,
      width: 90,
    },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', fixed: true, filter: 'more', width: 120 },
    company_id: { label: '企业', is: 'ref', of: 'company', fixed: true, filter: 'more', width: 150 },
    price: { label: '当时未核销', is: 'fen', fixed: true, width: 110 },
    day: { label: '记账日', is: 'date', fixed: true, width: 110 },
    reason: { label: '依据', is: 'note', max: 200, required: true, fixed: true, width: 240 },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, list: 'never' },
    created_by: { label: '经办人', is: 'ref', of: 'account', fixed: true, unset: '系统', width: 90 },
    created_at: { label: '时间', is: 'datetime', fixed: true, sort: true, width: 150 },
  },
  happens: [{ day: 'created_at', says: '认领', tells: 'price' }],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
})
