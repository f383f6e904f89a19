import { defineResource } from '../../core/resource.ts'

/** 还款计划的账单: which shares of which bills a plan is about, and what was not paid of each when it was made. */
export default defineResource({
  name: 'plan_share',
  label: '还款计划的账单',
  area: 'bill',
  key: 'plan_share_id',
  columns: {
    plan_share_id: { label: '编号', is: 'int', list: 'never' },
    plan_id: { label: '还款计划', is: 'ref', of: 'payment_plan', required: true, filter: true, width: 160 },
    bill_id: { label: '账单', is: 'ref', of: 'bill', required: true, filter: 'more', width: 170 },
    contract_id: { label: '合同', is: 'ref', of: 'contract', derived: true, fixed: true, filter: 'more', width: 170 },
    org_id: { label: '房间', is: 'ref', of: 'org', derived: true, fixed: true, filter: 'more', width: 120 },
    bill_date: { label: '应付日', is: 'date', via: 'bill_id.bill_date', width: 110 },
    owed: { label: '拟定时未付', is: 'fen', required: true, total: true },
    // Of the share: what is added to it later is owed beside the plan.
    price: { label: '拟定时应付', is: 'fen', list: 'never', export: false },
    left: { label: '现在未付', is: 'fen', derived: true, fixed: true, total: true },
    is_open: { label: '计划在办', is: 'enum', of: { 0: '否', 1: '是' }, required: true, default: 1, list: 'never' },
    share_id: { label: '分摊', is: 'ref', of: 'bill_share', required: true, list: 'never', export: false },
    p_id: { label: '项目', is: 'ref', of: 'project', list: 'never' },
  },
  sort: ['plan_share_id', 'asc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'plan_share_view',
  log: false,
  empty: '没有账单',
})
