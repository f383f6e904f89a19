import { defineResource } from '../../core/resource.ts'
import { roomTypes } from '../../schemas/common.ts'

export default defineResource({
  name: 'entrust',
  label: '委托',
  area: 'contract',
  key: 'entrust_id',
  title: 'custom_name',
  columns: {
    entrust_id: { label: '编号', is: 'int', list: 'never' },
    kind: { label: '类型', is: 'enum', of: { 1: '委托', 2: '求租' }, required: true, filter: 'more', width: 80 },
    custom_name: { label: '委托人', required: true, max: 60, filter: true, width: 110 },
    phone: { label: '手机号', is: 'phone', required: true, filter: true },
    address: { label: '房屋地址', required: true, max: 200, filter: true, width: 240 },
    room_type: { label: '户型', is: 'enum', of: roomTypes, filter: 'more', width: 80 },
    area: { label: '面积', is: 'decimal', scale: 2, unit: '㎡' },
    price: { label: '月租金', is: 'fen', required: true },
    start_date: { label: '委托起', is: 'date' },
    end_date: { label: '委托止', is: 'date' },
    status: { label: '状态', filter: true },
    note: { label: '备注', is: 'note', list: false },
    created_at: { label: '登记时间', is: 'datetime', fixed: true, sort: true },
  },
  sort: ['created_at', 'desc'],
  form: ['kind', 'custom_name', 'phone', 'address', 'room_type', 'area', 'price', 'start_date', 'end_date', 'note'],
  states: {
    column: 'status',
    of: {
      offered: { code: 1, label: '待受理', tone: 'soon' },
      taken: { code: 2, label: '已受理', tone: 'info' },
      signed: { code: 3, label: '已签约', tone: 'good', ends: true },
      cancelled: { code: 4, label: '已取消', tone: 'quiet', ends: true },
    },
    first: 'offered',
  },
  actions: {
    take: { label: '受理', on: 'rows', can: '/api/entrust/take', from: 'offered', to: 'taken', confirm: '将受理所选委托' },
    sign: { label: '签约', on: 'row', can: '/api/entrust/sign', from: 'taken', to: 'signed', confirm: '该委托已签约' },
    cancel: {
      label: '取消委托',
      on: 'rows',
      can: '/api/entrust/cancel',
      from: ['offered', 'taken'],
      to: 'cancelled',
      confirm: '将取消所选委托',
      tone: 'danger',
    },
  },
  calls: { del: false },
  empty: '还没有委托，点右上角“新增委托”登记第一份',
})
