import { defineResource } from '../../core/resource.ts'
import { cancelVisitForm, resendForm, resultForm } from '../../schemas/comparison/comparison.ts'

/** Someone goes to an applicant's home and looks: because of a doubt, or without one. */
export default defineResource({
  name: 'visit',
  label: '入户核查',
  area: 'contract',
  key: 'visit_id',
  title: 'number',
  columns: {
    visit_id: { label: '编号', is: 'int', list: 'never' },
    number: { label: '核查号', is: 'code', numbered: { letters: 'HC', dated: 'month', digits: 5 }, filter: 'more', width: 140 },
    apply_id: { label: '准入申请', is: 'ref', of: 'qualification', required: true, filter: 'more', width: 110 },
    doubt_id: { label: '疑点', is: 'ref', of: 'doubt', fixed: true, filter: 'more', width: 140 },
    visitor: { label: '核查人', is: 'ref', of: 'account', required: true, filter: true, width: 90 },
    planned_date: { label: '计划日期', is: 'date', required: true, sort: true, filter: true },
    address: { label: '地址', required: true, max: 200, width: 220 },
    status: { label: '状态', filter: true, width: 90 },
    visited_on: { label: '核查日期', is: 'date', fixed: true, filter: 'more' },
    met: { label: '见到的人', max: 60, fixed: true, list: false },
    result: { label: '核查结果', is: 'note', fixed: true, width: 240 },
    photos: { label: '照片', is: 'images', max: 9, fixed: true, list: false },
    reason: { label: '取消原因', is: 'text', max: 200, fixed: true, list: false },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, filter: 'more', list: false },
    created_by: { label: '派出人', is: 'ref', of: 'account', fixed: true, list: false },
  },
  sort: ['planned_date', 'asc'],
  opens: { filter: { status: [1] } },
  form: ['apply_id', 'visitor', 'planned_date', 'address'],
  dialogs: { finish: resultForm, resend: resendForm, cancel: cancelVisitForm },
  states: {
    column: 'status',
    of: {
      planned: { code: 1, label: '待核查', tone: 'soon' },
      done: { code: 2, label: '已核查', tone: 'good', ends: true },
      cancelled: { code: 3, label: '已取消', tone: 'quiet', ends: true },
    },
    first: 'planned',
    requires: { done: ['visited_on', 'met', 'result', 'photos'], cancelled: ['reason'] },
    // One at a time for a doubt.
    unique: [{ within: 'planned', columns: ['doubt_id'] }],
  },
  actions: {
    finish: { label: '登记结果', on: 'row', can: '/api/visit/finish', opens: 'finish', from: 'planned', to: 'done' },
    resend: { label: '改派', on: 'row', can: '/api/visit/resend', opens: 'resend', from: 'planned' },
    cancel: { label: '取消核查', on: 'row', can: '/api/visit/cancel', opens: 'cancel', from: 'planned', to: 'cancelled', tone: 'danger' },
  },
  calls: { edit: false, del: false },
  import: false,
  scope: 'p_id',
  facts: [
    { column: 'apply_id' },
    { column: 'planned_date' },
    { column: 'visitor' },
    { column: 'address' },
    { column: 'result' },
    { column: 'met' },
  ],
  happens: [{ day: 'planned_date', says: '入户核查' }],
  empty: '没有要做的入户核查：在疑点上“派核查”，或在这里为一份申请新增',
})
