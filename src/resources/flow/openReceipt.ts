import { defineResource } from '../../core/resource.ts'
import { ways } from '../../schemas/common.ts'
import { claimForm, haves, unclaimForm, unknowns } from '../../schemas/flow/claim.ts'
import { matchForm } from '../../schemas/flow/match.ts'
import { refundForm } from '../../schemas/flow/refund.ts'

/** Money that came in and of which something is not used yet. */
export default defineResource({
  name: 'open_receipt',
  label: '未核销收款',
  area: 'bill',
  key: 'flow_id',
  title: 'custom_name',
  columns: {
    flow_id: { label: '编号', is: 'int', list: 'never' },
    custom_name: { label: '付款人', is: 'text', filter: true, width: 120 },
    unused: { label: '未核销', is: 'fen', total: true },
    price: { label: '收款', is: 'fen', list: false },
    deal_time: { label: '交易时间', is: 'datetime', sort: true, filter: 'more', width: 140 },
    way: { label: '方式', is: 'enum', of: ways, filter: true, width: 70 },
    note: { label: '备注', is: 'note', width: 160 },
    sn: { label: '收据号', is: 'code', filter: true, width: 160 },
    own_account_id: { label: '收付账户', is: 'ref', of: 'own_account', filter: 'more', list: false, width: 150 },
    refund_account_id: { label: '退款账户', is: 'ref', of: 'own_account', derived: true, list: 'never', export: false },
    org_id: { label: '房间', is: 'ref', of: 'org', filter: 'more', width: 120 },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', filter: 'more', list: 'never' },
    company_id: { label: '企业', is: 'ref', of: 'company', filter: 'more', list: 'never' },
    is_unknown: { label: '待查', is: 'enum', of: unknowns, tones: { 1: 'soon' }, filter: 'more', list: false, width: 70 },
    has_party: { label: '知道是谁的', is: 'enum', of: haves, derived: true, list: 'never', export: false },
    is_claimed: { label: '已认领', is: 'enum', of: haves, derived: true, list: 'never', export: false },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', list: false },
  },
  sort: ['deal_time', 'asc'],
  dialogs: { match: matchForm, refund: refundForm, claim: claimForm, unclaim: unclaimForm },
  actions: {
    match: { label: '核销', on: 'rows', can: '/api/open_receipt/match', opens: 'match', done: '已核销' },
    refund: { label: '退款', on: 'row', can: '/api/flow/refund', opens: 'refund', done: '已退款' },
    claim: { label: '认领', on: 'row', can: '/api/flow/claim', opens: 'claim', when: { has_party: 2 }, done: '已认领' },
    unclaim: {
      label: '撤销认领',
      on: 'row',
      can: '/api/flow/unclaim',
      opens: 'unclaim',
      when: { is_claimed: 1 },
      done: '已撤销认领',
      tone: 'danger',
    },
  },
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'open_receipt_view',
  stored: false,
  empty: '收款都已核销',
})
