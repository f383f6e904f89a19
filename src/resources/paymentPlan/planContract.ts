import { defineResource } from '../../core/resource.ts'
import { planStates } from '../../schemas/paymentPlan/paymentPlan.ts'

/** 还款计划的合同: what of a plan is of each contract; the plan's own sums beside it. */
export default defineResource({
  name: 'plan_contract',
  label: '还款计划的合同',
  area: 'bill',
  key: 'plan_contract_id',
  columns: {
    plan_contract_id: { label: '编号', is: 'int', list: 'never' },
    plan_id: { label: '还款计划', is: 'ref', of: 'payment_plan', filter: true, width: 160 },
    custom_name: { label: '付款方', is: 'text', list: false, width: 120 },
    contract_id: { label: '合同', is: 'ref', of: 'contract', filter: 'more', width: 170 },
    org_id: { label: '房间', is: 'ref', of: 'org', filter: 'more', width: 120 },
    bills: { label: '账单', is: 'int', unit: '张', width: 80 },
    owed: { label: '拟定时未付', is: 'fen', total: true },
    left: { label: '现在未付', is: 'fen', total: true },
    total: { label: '计划金额', is: 'fen' },
    rest: { label: '计划未还', is: 'fen' },
    next_due: { label: '下一期应付日', is: 'date', width: 120 },
    late_owed: { label: '计划逾期未还', is: 'fen' },
    status: {
      label: '计划状态',
      is: 'enum',
      of: planStates,
      tones: { 1: 'quiet', 2: 'soon', 3: 'info', 4: 'good', 5: 'bad', 6: 'quiet' },
      filter: true,
      width: 90,
    },
    first_day: { label: '第一期应付日', is: 'date', sort: true, list: false, width: 120 },
    p_id: { label: '项目', is: 'ref', of: 'project', list: 'never' },
  },
  sort: ['first_day', 'desc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'plan_contract_view',
  stored: false,
  past: true,
  happens: [{ day: 'first_day', says: '还款计划第一期', tells: 'owed', where: { status: [3, 4, 5] } }],
  empty: '没有还款计划',
})
