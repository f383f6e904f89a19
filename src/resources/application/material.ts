import { defineResource } from '../../core/resource.ts'
import { deferForm, handForm, needWords, refuseMaterialForm } from '../../schemas/application/material.ts'

/** The papers of an application, one by one: what is still owed, handed in, put off, refused. */
export default defineResource({
  name: 'material',
  label: '申请材料',
  area: 'contract',
  key: 'material_id',
  title: 'name',
  columns: {
    material_id: { label: '编号', is: 'int', list: 'never' },
    apply_id: { label: '准入申请', is: 'ref', of: 'qualification', required: true, filter: true, fixed: true, list: 'never' },
    rule_id: { label: '清单', is: 'ref', of: 'material_rule', fixed: true, list: 'never' },
    name: { label: '材料', required: true, max: 40, fixed: true, width: 180 },
    need: { label: '要求', is: 'enum', of: needWords, required: true, filter: true, fixed: true, width: 70 },
    status: { label: '状态', filter: true, width: 100 },
    files: { label: '文件', is: 'files', max: 9, fixed: true },
    issued_on: { label: '出具日期', is: 'date', fixed: true, list: false },
    expires_on: { label: '有效至', is: 'date', fixed: true },
    due_on: { label: '补交期限', is: 'date', fixed: true, filter: 'more', sort: true },
    reason: { label: '原因', is: 'text', max: 200, fixed: true, width: 200 },
    valid_months: { label: '有效期', is: 'int', unit: '个月', fixed: true, list: 'never' },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, filter: 'more', list: 'never' },
  },
  sort: ['material_id', 'asc'],
  dialogs: { hand: handForm, defer: deferForm, refuse: refuseMaterialForm },
  states: {
    column: 'status',
    of: {
      owed: { code: 1, label: '待交', tone: 'soon' },
      handed: { code: 2, label: '已交', tone: 'good' },
      deferred: { code: 3, label: '容缺', tone: 'info' },
      refused: { code: 4, label: '不合格', tone: 'bad' },
    },
    first: 'owed',
    sets: { missing: ['owed', 'refused'] },
    moves: {
      lapse: { label: '容缺到期', from: 'deferred', to: 'owed' },
      bring: { label: '手机交件', from: ['owed', 'handed', 'deferred', 'refused'], to: 'handed' },
    },
    requires: { deferred: ['due_on'] },
    indexes: [{ within: 'deferred', columns: ['due_on'] }],
  },
  actions: {
    hand: {
      label: '交件',
      on: 'row',
      can: '/api/material/hand',
      opens: 'hand',
      from: ['owed', 'handed', 'deferred', 'refused'],
      to: 'handed',
    },
    defer: { label: '容缺', on: 'row', can: '/api/material/defer', opens: 'defer', from: ['owed', 'refused'], to: 'deferred' },
    refuse: { label: '退件', on: 'row', can: '/api/material/refuse', opens: 'refuse', from: 'handed', to: 'refused', tone: 'danger' },
  },
  happens: [{ day: 'due_on', says: '容缺到期' }],
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
  empty: '这种性质没有列出要交的材料（设置 › 材料清单）',
})
