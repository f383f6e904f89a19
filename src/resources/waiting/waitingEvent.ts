import { defineResource } from '../../core/resource.ts'
import { wordsOf } from '../../core/states.ts'
import { eventKinds } from '../../schemas/waiting/waiting.ts'
import waiting from './waiting.ts'

/** What happened to someone in the queue, in order; written by the store itself. */
export default defineResource({
  name: 'waiting_event',
  label: '轮候经过',
  log: false,
  key: 'event_id',
  columns: {
    event_id: { label: '编号', is: 'int', list: 'never' },
    wait_id: { label: '轮候', is: 'ref', of: 'waiting', filter: true, list: 'never' },
    publication_id: { label: '公示', is: 'ref', of: 'publication', fixed: true, filter: 'more', list: 'never' },
    lottery_id: { label: '摇号', is: 'ref', of: 'lottery', fixed: true, filter: 'more', list: 'never' },
    created_at: { label: '时间', is: 'datetime', fixed: true },
    kind: { label: '事情', is: 'enum', of: eventKinds, required: true, default: 1, fixed: true },
    status: { label: '变为', is: 'enum', of: wordsOf(waiting) },
    org_id: { label: '房间', is: 'ref', of: 'org' },
    reason: { label: '说明', is: 'text', max: 300 },
    created_by: { label: '经办人', is: 'ref', of: 'account', fixed: true },
    room_type: { label: '户型', is: 'int', fixed: true, list: 'never' },
    seq: { label: '链上第几', is: 'int', fixed: true, list: false },
    prev: { label: '上一条的 SHA-256', is: 'code', max: 64, fixed: true, list: 'never' },
    hash: { label: 'SHA-256', is: 'code', max: 64, fixed: true, list: false },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, list: 'never' },
  },
  calls: { index: '/api/Waiting/detail_history', detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
})
