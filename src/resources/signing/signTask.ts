import { defineResource } from '../../core/resource.ts'
import { linkWays } from '../../schemas/link/link.ts'
import { signers } from '../../schemas/settings/netSign.ts'

/** Each time that somebody was asked to sign electronically: by whom it is carried, how far it has come, and why it came to nothing. */
export default defineResource({
  name: 'sign_task',
  label: '电子签署',
  area: 'contract',
  key: 'sign_task_id',
  title: 'holder',
  columns: {
    sign_task_id: { label: '编号', is: 'int', list: 'never' },
    holder: { label: '给谁', required: true, max: 120, fixed: true },
    provider: { label: '由谁签名', is: 'enum', of: signers, required: true, fixed: true, filter: 'more' },
    way: { label: '方式', is: 'enum', of: linkWays, required: true, fixed: true },
    state: { label: '状态', filter: true },
    created_at: { label: '发出时间', is: 'datetime', fixed: true },
    opened_at: { label: '打开时间', is: 'datetime', fixed: true },
    signed_at: { label: '对方签署', is: 'datetime', fixed: true },
    sealed_at: { label: '单位签署', is: 'datetime', fixed: true },
    reason: { label: '说明', is: 'note', spoken: true, fixed: true, width: 260 },
    expires_at: { label: '有效期至', is: 'datetime', required: true, fixed: true, list: false },
    created_by: { label: '经办人', is: 'ref', of: 'account', unset: '系统', fixed: true, width: 100 },
    link_id: { label: '链接', is: 'int', fixed: true, list: 'never' },
    resource: { label: '关于', is: 'resource', required: true, filter: 'more', fixed: true, list: 'never' },
    record_id: { label: '记录编号', is: 'int', required: true, filter: 'more', fixed: true, list: 'never' },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, list: 'never' },
  },
  sort: ['sign_task_id', 'desc'],
  states: {
    column: 'state',
    of: {
      preparing: { code: 1, label: '待发起', tone: 'soon' },
      sent: { code: 2, label: '待签署', tone: 'info' },
      signed: { code: 3, label: '对方已签', tone: 'info' },
      done: { code: 4, label: '已签成', tone: 'good', ends: true },
      failed: { code: 5, label: '没有签成', tone: 'bad', ends: true },
      withdrawn: { code: 6, label: '已撤销', tone: 'quiet', ends: true },
    },
    // What is signed on our own page needs no preparing.
    first: ['preparing', 'sent'],
    sets: { open: ['preparing', 'sent', 'signed'], toBeSigned: ['preparing', 'sent'] },
    moves: {
      start: { label: '发起', from: 'preparing', to: 'sent' },
      sign: { label: '对方签署', from: ['preparing', 'sent'], to: 'signed' },
      finish: { label: '签成', from: ['preparing', 'sent', 'signed'], to: 'done' },
      fail: { label: '没有签成', from: ['preparing', 'sent', 'signed'], to: 'failed' },
      withdraw: { label: '撤销', from: ['preparing', 'sent', 'signed'], to: 'withdrawn' },
    },
    requires: { failed: ['reason'], done: ['signed_at', 'sealed_at'] },
    // One record is asked for one signature at a time.
    unique: [{ within: 'open', columns: ['resource', 'record_id'] }],
  },
  calls: { detail: false, add: false, edit: false, del: false, export: false },
  import: false,
  scope: 'p_id',
  empty: '没有发起过电子签署',
})
