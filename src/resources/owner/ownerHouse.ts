import { defineResource } from '../../core/resource.ts'
import { addHouseForm, editHouseForm, endHouseForm } from '../../schemas/owner/house.ts'

/** Whose a room is, in what share, from when to when. The shares of a room on a day come to 100 percent at most: the database refuses more. */
export default defineResource({
  name: 'owner_house',
  label: '房产',
  area: 'housing',
  key: 'owner_house_id',
  title: 'org_id',
  columns: {
    owner_house_id: { label: '编号', is: 'int', list: 'never' },
    region_name: { label: '小区', is: 'text', via: 'org_id.region_name', width: 120 },
    org_id: { label: '房间', is: 'ref', of: 'org', required: true, filter: true, width: 130 },
    owner_id: { label: '业主', is: 'ref', of: 'owner', required: true, filter: true, width: 170 },
    share: { label: '份额', is: 'decimal', scale: 2, unit: '%', min: 0.01, max: 100, required: true, width: 90 },
    title_no: { label: '产权证号', is: 'code', max: 60, filter: 'more', width: 250 },
    from_date: { label: '取得日期', is: 'date', required: true, sort: true, filter: 'more' },
    to_date: { label: '转出日期', is: 'date', fixed: true, sort: true },
    state: { label: '状态', filter: true, width: 90 },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, filter: 'more', width: 150 },
    note: { label: '备注', is: 'note', list: false },
    created_at: { label: '登记时间', is: 'datetime', fixed: true, list: false },
  },
  sort: ['from_date', 'desc'],
  dialogs: { add: addHouseForm, edit: editHouseForm, end: endHouseForm },
  states: {
    column: 'state',
    of: {
      held: { code: 1, label: '名下', tone: 'good' },
      ended: { code: 2, label: '已转出', tone: 'quiet' },
    },
    first: 'held',
    requires: { ended: ['to_date'] },
  },
  actions: {
    end: { label: '转出', on: 'row', can: '/api/owner_house/end', opens: 'end', from: 'held', to: 'ended' },
    restore: {
      label: '恢复',
      on: 'row',
      can: '/api/owner_house/restore',
      from: 'ended',
      to: 'held',
      confirm: '此房间仍在该业主名下，转出日期将去掉',
    },
  },
  scope: 'p_id',
  facts: [
    { column: 'org_id' },
    { column: 'owner_id' },
    { column: 'share' },
    { column: 'title_no' },
    { column: 'from_date' },
    { column: 'to_date' },
  ],
  empty: '还没有登记房产，点右上角“新增房产”登记第一处，或从 Excel 导入',
})
