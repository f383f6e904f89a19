import { defineResource } from '../../core/resource.ts'
import { sheetForm } from '../../schemas/meter/meter.ts'

/** 待抄: the meters of rooms that are let of which nobody has taken a reading this month. Nothing of it is stored. */
export default defineResource({
  name: 'meter_due',
  label: '待抄',
  area: 'bill',
  key: 'due_id',
  columns: {
    due_id: { label: '编号', is: 'int', list: 'never' },
    region_name: { label: '小区', is: 'text', filter: true, width: 160 },
    org_id: { label: '房间', is: 'ref', of: 'org', filter: true, sort: true, width: 140 },
    simple_id: { label: '抄表项', is: 'ref', of: 'simple', filter: true, width: 100 },
    custom_name: { label: '承租方', is: 'text', width: 120, leads: ['contract_id'] },
    read_date: { label: '上次抄表', is: 'date', width: 110 },
    previous: { label: '上次读数', is: 'decimal', scale: 2 },
    usage: { label: '上次用量', is: 'decimal', scale: 2 },
    usual: { label: '平时用量', is: 'decimal', scale: 2, help: '近 6 次用量的中位数' },
    price: { label: '单价', is: 'fen' },
    contract_id: { label: '合同', is: 'ref', of: 'contract', list: false, width: 170 },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: true, width: 190 },
  },
  sort: ['org_id', 'asc'],
  dialogs: { sheet: sheetForm },
  actions: {
    sheet: { label: '下载抄表单', on: 'page', can: '/api/meter_due/sheet', opens: 'sheet', done: '抄表单已下载', saves: true },
  },
  domain: ['sheet'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'meter_due_view',
  stored: false,
  empty: '没有要抄的：这个月都抄过了，或房间还没有设抄表项',
})
