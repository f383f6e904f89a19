import { defineResource } from '../../core/resource.ts'

/** 空置损失: on how many days rooms stood empty in a month, by project, and what their standard rents come to for those days. Nothing of it is stored. */
export default defineResource({
  name: 'vacancy',
  label: '空置损失',
  area: 'bill',
  key: 'vacancy_id',
  columns: {
    vacancy_id: { label: '编号', is: 'int', list: 'never' },
    month: { label: '月份', is: 'code', max: 7, filter: true, sort: true, width: 90 },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: true, width: 200 },
    rooms: { label: '房间', is: 'int', unit: '间', width: 90, help: '这个月里有过的房间' },
    room_days: { label: '间天', is: 'int', unit: '间天', width: 110 },
    vacant_days: { label: '空置', is: 'int', unit: '间天', width: 110 },
    rate: { label: '空置率', is: 'int', unit: '%', width: 90, help: '空置间天 ÷ 全部间天；本月算到今天' },
    loss: { label: '空置损失', is: 'fen', total: true, help: '标准月租金按空置的天数；没有标准月租金的房间不计' },
    unpriced: { label: '无标准租金', is: 'int', unit: '间天', width: 120, help: '空置而没有标准月租金的，损失没有算进去' },
  },
  sort: ['month', 'desc'],
  chart: {
    label: '各月的空置损失',
    says: '标准月租金按空置的天数；点一个月看那时空置的房间',
    along: 'month',
    amounts: ['loss'],
    leads: { resource: 'occupancy', along: ['start_date', 'last_date'], where: { state: [2] } },
  },
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'vacancy_view',
  stored: false,
  reckoned: true,
  past: false,
  empty: '还没有房间：空置按出租与空置的起止日期算',
})
