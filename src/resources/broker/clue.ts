import { defineResource } from '../../core/resource.ts'
import { roomTypes } from '../../schemas/common.ts'

export default defineResource({
  name: 'clue',
  label: '销售线索',
  area: 'contract',
  key: 'clue_id',
  title: 'custom_name',
  columns: {
    clue_id: { label: '编号', is: 'int', list: 'never' },
    kind: { label: '类型', is: 'enum', of: { 1: '求租', 2: '出租' }, required: true, filter: 'more', width: 80 },
    custom_name: { label: '联系人', required: true, max: 60, filter: true, width: 110 },
    phone: { label: '手机号', is: 'phone', required: true, filter: true },
    place: { label: '意向位置', required: true, max: 100, filter: true, width: 200 },
    room_type: { label: '户型', is: 'enum', of: roomTypes, filter: 'more' },
    price: { label: '期望月租', is: 'fen', required: true },
    status: { label: '状态', filter: true },
    note: { label: '跟进情况', is: 'note' },
    created_at: { label: '登记时间', is: 'datetime', fixed: true, sort: true },
    created_by: { label: '登记人', is: 'ref', of: 'account', fixed: true, width: 90 },
  },
  sort: ['created_at', 'desc'],
  form: ['kind', 'custom_name', 'phone', 'place', 'room_type', 'price', 'note'],
  states: {
    column: 'status',
    of: {
      open: { code: 1, label: '待跟进', tone: 'soon' },
      followed: { code: 2, label: '跟进中', tone: 'info' },
      won: { code: 3, label: '已成交', tone: 'good', ends: true },
      lost: { code: 4, label: '已失效', tone: 'quiet', ends: true },
    },
    first: 'open',
  },
  actions: {
    follow: {
      label: '开始跟进',
      on: 'rows',
      can: '/api/clue/follow',
      from: 'open',
      to: 'followed',
      confirm: '所选线索将转为跟进中',
    },
    won: { label: '成交', on: 'row', can: '/api/clue/won', from: 'followed', to: 'won', confirm: '该线索已成交' },
    lost: {
      label: '失效',
      on: 'rows',
      can: '/api/clue/lost',
      from: ['open', 'followed'],
      to: 'lost',
      confirm: '所选线索将不再跟进',
      tone: 'danger',
    },
  },
  calls: { del: false },
  board: true,
  empty: '还没有销售线索，点右上角“新增销售线索”登记第一条',
})
