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
    wait_id: { label: '轮候', is: 'ref', of: 'waiting', required: true, filter: true, list: 'never' },
    created_at: { label: '时间', is: 'datetime', fixed: true },
    kind: { label: '事情', is: 'enum', of: eventKinds, required: true, default: 1, fixed: true },
    status: { label: '变为', is: 'enum', of: wordsOf(waiting) },
    org_id: { label: '房间', is: 'ref', of: 'org' },
    reason: { label: '原因', is: 'text', max: 200 },
    created_by: { label: '经办人', is: 'ref', of: 'account', fixed: true },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, list: 'never' },
  },
  calls: { index: '/api/Waiting/detail_history', detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
})
