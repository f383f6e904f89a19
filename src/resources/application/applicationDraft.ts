import { defineResource } from '../../core/resource.ts'

/** Who applies by telephone: what was typed so far is kept sealed beside it, until it is an application or its time is over. */
export default defineResource({
  name: 'application_draft',
  label: '手机申请',
  area: 'contract',
  key: 'draft_id',
  title: 'phone',
  columns: {
    draft_id: { label: '编号', is: 'int', list: 'never' },
    phone: { label: '手机号', is: 'phone', required: true, fixed: true, filter: true, width: 130 },
    p_id: { label: '申请项目', is: 'ref', of: 'project', fixed: true, filter: 'more', width: 170 },
    status: { label: '状态', filter: true, width: 100 },
    keep_until: { label: '保留到', is: 'date', required: true, fixed: true },
    apply_id: { label: '准入申请', is: 'ref', of: 'qualification', fixed: true, filter: 'more', width: 110 },
    created_at: { label: '开始时间', is: 'datetime', fixed: true, sort: true },
    updated_at: { label: '最近填写', is: 'datetime', fixed: true, sort: true },
  },
  sort: ['created_at', 'desc'],
  states: {
    column: 'status',
    of: {
      unproven: { code: 1, label: '待验证', tone: 'quiet' },
      filling: { code: 2, label: '填写中', tone: 'soon' },
      submitted: { code: 3, label: '已提交', tone: 'good', ends: true },
      lapsed: { code: 4, label: '已过期', tone: 'quiet', ends: true },
    },
    first: 'unproven',
    sets: { open: ['unproven', 'filling'] },
    moves: {
      prove: { label: '验证手机', from: 'unproven', to: 'filling' },
      submit: { label: '提交申请', from: 'filling', to: 'submitted' },
      lapse: { label: '过期', from: ['unproven', 'filling'], to: 'lapsed' },
    },
    requires: { submitted: ['apply_id'] },
    indexes: [{ within: 'open', columns: ['keep_until'] }],
  },
  unique: [['apply_id']],
  calls: { detail: false, add: false, edit: false, del: false, export: false },
  import: false,
  scope: 'p_id',
  empty: '还没有人用手机申请',
})
