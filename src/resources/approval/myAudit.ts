import { businesses } from '../../core/approval.ts'
import { defineResource } from '../../core/resource.ts'
import { agreeForm, backForm, backToApplicantForm, handForm, inviteForm, refuseForm } from '../../schemas/approval/approval.ts'
import { auditStates } from '../../schemas/approval/auditStates.ts'

const words = Object.fromEntries(Object.values(businesses).map(({ code, label }) => [code, label]))
const asked = { part: 1, status: 1 } as const
const applied = { part: 2 } as const

/** At the first step there is none before it to send it back to: what would be refused is not offered. */
const sendBack = { label: '退回', on: 'row', can: '/api/my_audit/back', shortcut: 'b', sees: true, done: '已退回' } as const

/** Submissions as those have them whose they are: to decide, applied for, decided, told. Whoever is asked reads them, whatever his projects and codes. */
export default defineResource({
  name: 'my_audit',
  label: '我的审批',
  log: false,
  key: 'audit_id',
  title: 'subject',
  columns: {
    audit_id: { label: '编号', is: 'int', list: 'never' },
    subject: { label: '事项', filter: true, width: 260 },
    changes: { label: '内容', is: 'changes', list: false, export: false },
    reason: { label: '说明', is: 'note', list: false },
    imgs: { label: '附件', is: 'images', list: false },
    record_imgs: { label: '原有图片', is: 'images', list: false },
    files: { label: '文件', is: 'files', list: false },
    record_files: { label: '原有文件', is: 'files', list: false },
    business: { label: '业务', is: 'enum', of: words, filter: true, width: 90 },
    label: { label: '操作', spoken: true, list: false, width: 100 },
    amount: { label: '金额', is: 'fen', width: 110 },
    resource: { label: '对象', is: 'resource', list: false, width: 100, leads: { resource: 'resource', key: 'record_id' } },
    record_id: { label: '记录编号', is: 'int', list: 'never' },
    applicant_id: { label: '申请人', is: 'ref', of: 'account', filter: 'more', width: 90 },
    asked_ids: { label: '待谁审批', is: 'refs', of: 'account', width: 130 },
    status: {
      label: '状态',
      is: 'enum',
      of: Object.fromEntries(Object.values(auditStates).map(({ code, label }) => [code, label])),
      tones: Object.fromEntries(Object.values(auditStates).map(({ code, tone }) => [code, tone])),
      filter: true,
      width: 80,
    },
    round: { label: '第几次提交', is: 'int', list: false, width: 90 },
    deed: { label: '方式', is: 'int', list: 'never' },
    created_at: { label: '申请时间', is: 'datetime', filter: 'more', width: 130 },
    since: { label: '到我时间', is: 'datetime', sort: true, list: false, width: 130 },
    due_at: { label: '时限', is: 'datetime', width: 130 },
    decided_at: { label: '办结时间', is: 'datetime', list: false, width: 130 },
    opinion: { label: '最近意见', is: 'note', width: 180 },
    part: {
      label: '我是',
      is: 'enum',
      of: { 1: '审批人', 2: '申请人', 3: '已办', 4: '抄送', 5: '他人已办' },
      filter: 'more',
      list: 'never',
    },
    p_id: { label: '项目', is: 'ref', of: 'project', list: false },
    user_id: { label: '谁的', is: 'int', list: 'never' },
    has_step_before: { label: '前面有审批步骤', is: 'int', list: 'never', export: false },
  },
  sort: ['since', 'desc'],
  dialogs: {
    agree: agreeForm,
    refuse: refuseForm,
    back: backForm,
    backToApplicant: backToApplicantForm,
    hand: handForm,
    invite: inviteForm,
  },
  actions: {
    agree: {
      label: '同意',
      on: 'rows',
      can: '/api/my_audit/agree',
      opens: 'agree',
      when: asked,
      shortcut: 'a',
      sees: true,
      done: '已同意',
    },
    refuse: {
      label: '不同意',
      on: 'rows',
      can: '/api/my_audit/refuse',
      opens: 'refuse',
      when: asked,
      shortcut: 'r',
      sees: true,
      done: '已驳回',
    },
    back: { ...sendBack, opens: 'back', when: { ...asked, has_step_before: 1 } },
    backToApplicant: { ...sendBack, opens: 'backToApplicant', when: { ...asked, has_step_before: 0 } },
    hand: { label: '转办', on: 'row', can: '/api/my_audit/hand', opens: 'hand', when: asked, shortcut: 'h', sees: true, done: '已转办' },
    invite: {
      label: '加签',
      on: 'row',
      can: '/api/my_audit/invite',
      opens: 'invite',
      when: asked,
      shortcut: 'd',
      sees: true,
      done: '已加签',
    },
    again: {
      label: '修改并重新提交',
      on: 'row',
      can: '/api/my_audit/again',
      when: { ...applied, status: [4, 5] },
      resumes: true,
    },
    remind: { label: '催办', on: 'row', can: '/api/my_audit/remind', when: { ...applied, status: 1 }, confirm: false, done: '已催办' },
    withdraw: {
      label: '撤回',
      on: 'row',
      can: '/api/my_audit/withdraw',
      when: { ...applied, status: 1 },
      confirm: '撤回后不再审批；可修改后重新提交',
      tone: 'danger',
      done: '已撤回',
    },
  },
  calls: { add: false, edit: false, del: false },
  own: 'user_id',
  view: 'my_audit_view',
  stored: false,
  draws: 'approvalTrail',
  empty: '没有要办的审批',
})
