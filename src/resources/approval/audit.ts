import { defineResource } from '../../core/resource.ts'
import { auditBusiness } from '../../schemas/common.ts'

/** Approvals. They are decided by the engine of the tenancy cycle; here they are found and read. */
export default defineResource({
  name: 'audit',
  label: '审批',
  area: 'contract',
  key: 'audit_id',
  title: 'subject',
  columns: {
    audit_id: { label: '编号', is: 'int', list: 'never' },
    subject: { label: '事项', required: true, max: 200, filter: true, width: 280 },
    business: { label: '业务', is: 'enum', of: auditBusiness, required: true, filter: true },
    contract_id: { label: '合同', is: 'ref', of: 'contract', filter: 'more', list: false },
    bill_id: { label: '账单', is: 'ref', of: 'bill', filter: 'more', list: false },
    applicant_id: { label: '申请人', is: 'ref', of: 'account', required: true, filter: 'more', width: 100 },
    handler_id: { label: '审批人', is: 'ref', of: 'account', required: true, filter: 'more', width: 100 },
    status: {
      label: '状态',
      is: 'enum',
      of: { 1: '待审批', 2: '通过', 3: '驳回', 4: '撤回' },
      tones: { 1: 'soon', 2: 'good', 3: 'bad', 4: 'quiet' },
      required: true,
      filter: true,
    },
    created_at: { label: '申请时间', is: 'datetime', fixed: true, sort: true, filter: 'more' },
    decided_at: { label: '办结时间', is: 'datetime' },
    opinion: { label: '意见', is: 'note', width: 200 },
    p_id: { label: '项目', is: 'ref', of: 'project', list: false, filter: 'more' },
  },
  sort: ['created_at', 'desc'],
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
  empty: '没有这样的审批',
})
