import { defineResource } from '../../core/resource.ts'
import { channels } from '../../schemas/outbox/outbox.ts'

/** What leaves, or would leave, the house: written with the business that it tells of (server/outbox), sent by a job or told by staff. */
export default defineResource({
  name: 'outbox',
  label: '发件箱',
  key: 'outbox_id',
  title: 'subject',
  columns: {
    outbox_id: { label: '编号', is: 'int', list: false, width: 80 },
    subject: { label: '主题', required: true, max: 200, spoken: true, fixed: true, width: 220 },
    channel: { label: '方式', is: 'enum', of: channels, required: true, fixed: true, filter: true, width: 100 },
    receiver: { label: '发给', max: 500, fixed: true, filter: true, width: 200 },
    state: { label: '状态', filter: true, width: 90 },
    error: { label: '没有发出的原因', is: 'note', spoken: true, derived: true, fixed: true, width: 260 },
    attempts: { label: '试过几次', is: 'int', derived: true, fixed: true, width: 90 },
    next_at: { label: '下次再试', is: 'datetime', derived: true, fixed: true, width: 120 },
    sent_at: { label: '发出时间', is: 'datetime', fixed: true, width: 120 },
    // A link, or digits, by which someone acts: a log that nobody can change is no place for them.
    content: { label: '内容', is: 'note', max: 20_000, required: true, fixed: true, list: false, width: 300, unlogged: true },
    created_by: { label: '谁', is: 'ref', of: 'account', unset: '系统', fixed: true, filter: 'more', width: 90 },
    created_at: { label: '写入时间', is: 'datetime', fixed: true, filter: 'more', width: 120 },
    resource: { label: '关于', is: 'resource', fixed: true, list: false, width: 100, leads: { resource: 'resource', key: 'record_id' } },
    record_id: { label: '记录编号', is: 'int', fixed: true, list: false, width: 90 },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', fixed: true, list: false, width: 140 },
    key: { label: '对方识别号', is: 'code', required: true, unique: true, fixed: true, list: false, width: 260 },
    withdrawn_at: { label: '撤回时间', is: 'datetime', fixed: true, list: 'never' },
    once: { label: '事由', is: 'code', max: 200, required: true, unique: true, fixed: true, list: 'never' },
  },
  past: false,
  sort: ['outbox_id', 'desc'],
  states: {
    column: 'state',
    of: {
      waiting: { code: 1, label: '待发', tone: 'info' },
      sent: { code: 2, label: '已发', tone: 'good', ends: true },
      failed: { code: 3, label: '失败', tone: 'bad' },
      untold: { code: 4, label: '待告知', tone: 'soon' },
      told: { code: 5, label: '已告知', tone: 'good', ends: true },
    },
    first: 'waiting',
    sets: { due: ['waiting', 'untold'], settled: ['sent', 'failed', 'told'], arrived: ['sent', 'told'] },
    moves: {
      send: { label: '发出', from: 'waiting', to: 'sent' },
      give_up: { label: '没有发出', from: 'waiting', to: 'failed' },
      hand_over: { label: '交由员工告知', from: 'waiting', to: 'untold' },
    },
  },
  actions: {
    again: {
      label: '重发',
      on: 'rows',
      can: '/api/outbox/again',
      from: ['failed', 'untold'],
      to: 'waiting',
      confirm: '所选的将按外发设置再发一次；对方已收到过的，凭识别号认得出',
      done: '已排队，马上发送',
    },
    tell: {
      label: '标为已告知',
      on: 'rows',
      can: '/api/outbox/tell',
      from: ['failed', 'untold'],
      to: 'told',
      confirm: '所选的已由员工用其他办法告知对方，不再发送',
    },
  },
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'outbox_view',
  empty: '这里没有外发的消息',
})
