import { businesses } from '../../core/approval.ts'
import { defineResource } from '../../core/resource.ts'
import { personForm } from '../../schemas/approval/approval.ts'
import { auditStates } from '../../schemas/approval/auditStates.ts'

const words = Object.fromEntries(Object.values(businesses).map(({ code, label }) => [code, label]))

/** What was submitted for approval, of all staff: what is asked for, of which record, where it stands. The engine (server/approvals) writes it. */
export default defineResource({
  name: 'audit',
  label: '审批',
  area: 'contract',
  key: 'audit_id',
  title: 'subject',
  columns: {
    audit_id: { label: '编号', is: 'int', list: 'never' },
    subject: { label: '事项', required: true, max: 200, filter: true, fixed: true, width: 260 },
    changes: { label: '内容', is: 'changes', fixed: true, list: false, export: false },
    reason: { label: '说明', is: 'note', max: 2000, fixed: true, list: false },
    imgs: { label: '附件', is: 'images', max: 60, fixed: true, list: false },
    files: { label: '文件', is: 'files', fixed: true, list: false },
    business: { label: '业务', is: 'enum', of: words, required: true, fixed: true, filter: true, width: 90 },
    label: { label: '操作', max: 100, fixed: true, spoken: true, list: false, width: 100 },
    amount: { label: '金额', is: 'fen', fixed: true, width: 110 },
    resource: { label: '对象', is: 'resource', fixed: true, list: false, width: 100, leads: { resource: 'resource', key: 'record_id' } },
    record_id: { label: '记录编号', is: 'int', fixed: true, filter: 'more', list: 'never' },
    action: { label: '操作名', is: 'code', max: 60, fixed: true, list: 'never' },
    applicant_id: { label: '申请人', is: 'ref', of: 'account', required: true, fixed: true, filter: 'more', width: 90 },
    asked_ids: { label: '待谁审批', is: 'refs', of: 'account', fixed: true, width: 130 },
    status: { label: '状态', filter: true, width: 80 },
    round: { label: '第几次提交', is: 'int', fixed: true, list: false, width: 90 },
    deed: { label: '方式', is: 'int', fixed: true, list: 'never' },
    created_at: { label: '申请时间', is: 'datetime', fixed: true, sort: true, filter: 'more', width: 130 },
    due_at: { label: '时限', is: 'datetime', fixed: true, list: false, width: 130 },
    decided_at: { label: '办结时间', is: 'datetime', fixed: true, width: 130 },
    opinion: { label: '最近意见', is: 'note', fixed: true, width: 180 },
    contract_id: { label: '合同', is: 'ref', of: 'contract', fixed: true, filter: 'more', list: false },
    bill_id: { label: '账单', is: 'ref', of: 'bill', fixed: true, filter: 'more', list: false },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, list: false, filter: 'more' },
  },
  sort: ['created_at', 'desc'],
  dialogs: { assign: personForm('指派审批人', '代替已停用、或打不开审批列表的审批人；没有人可审批的步骤由此人审批。', '指派给') },
  states: {
    column: 'status',
    of: auditStates,
    first: 'asking',
    moves: {
      pass: { label: '通过', from: 'asking', to: 'passed' },
      refuse: { label: '驳回', from: 'asking', to: 'refused' },
      send_back: { label: '退回', from: 'asking', to: 'sentBack' },
      take_back: { label: '撤回', from: 'asking', to: 'withdrawn' },
      submit_again: { label: '重新提交', from: ['withdrawn', 'sentBack'], to: 'asking' },
    },
    // The same deed is not asked for twice at once.
    unique: [{ within: 'asking', columns: ['resource', 'action', 'record_id'] }],
  },
  actions: {
    assign: { label: '指派', on: 'row', can: '/api/audit/assign', opens: 'assign', from: 'asking', done: '已指派' },
  },
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
  draws: 'approvalTrail',
  empty: '没有这样的审批',
})
