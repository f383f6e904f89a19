import { defineResource } from '../../core/resource.ts'
import { linkPurposes, linkWays } from '../../schemas/link/link.ts'

/** One-time links: each permits one deed to one record, to whoever opens it first. The code itself is kept by nobody. */
export default defineResource({
  name: 'link',
  label: '链接',
  area: 'contract',
  key: 'link_id',
  title: 'holder',
  columns: {
    link_id: { label: '编号', is: 'int', list: 'never' },
    purpose: { label: '用途', is: 'enum', of: linkPurposes, required: true, fixed: true, filter: 'more' },
    way: { label: '方式', is: 'enum', of: linkWays, required: true, fixed: true },
    holder: { label: '给谁', required: true, max: 60, fixed: true },
    state: { label: '状态', filter: true },
    expires_at: { label: '有效期至', is: 'datetime', required: true, fixed: true },
    opened_at: { label: '打开时间', is: 'datetime', fixed: true },
    used_at: { label: '办成时间', is: 'datetime', fixed: true },
    created_by: { label: '经办人', is: 'ref', of: 'account', fixed: true, width: 100 },
    created_at: { label: '发出时间', is: 'datetime', fixed: true },
    resource: { label: '关于', is: 'resource', required: true, filter: 'more', fixed: true, list: 'never' },
    record_id: { label: '记录编号', is: 'int', required: true, filter: 'more', fixed: true, list: 'never' },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, list: 'never' },
  },
  sort: ['link_id', 'desc'],
  states: {
    column: 'state',
    of: {
      sent: { code: 1, label: '未打开', tone: 'soon' },
      opened: { code: 2, label: '已打开', tone: 'info' },
      used: { code: 3, label: '已办成', tone: 'good', ends: true },
      lapsed: { code: 4, label: '已过期', tone: 'quiet', ends: true },
      replaced: { code: 5, label: '已更换', tone: 'quiet', ends: true },
      withdrawn: { code: 6, label: '已撤销', tone: 'quiet', ends: true },
    },
    first: 'sent',
    sets: { open: ['sent', 'opened'] },
    moves: {
      open: { label: '打开', from: 'sent', to: 'opened' },
      use: { label: '办成', from: 'opened', to: 'used' },
      lapse: { label: '过期', from: ['sent', 'opened'], to: 'lapsed' },
      replace: { label: '更换', from: ['sent', 'opened'], to: 'replaced' },
      withdraw: { label: '撤销', from: ['sent', 'opened'], to: 'withdrawn' },
    },
    requires: { used: ['used_at'] },
    // Sending again replaces: one thing is asked of one record by one link at a time.
    unique: [{ within: 'open', columns: ['purpose', 'resource', 'record_id'] }],
    indexes: [{ within: 'open', columns: ['expires_at'] }],
  },
  calls: { detail: false, add: false, edit: false, del: false, export: false },
  import: false,
  scope: 'p_id',
  empty: '没有发过链接',
})
