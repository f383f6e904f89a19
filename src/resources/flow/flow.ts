import { defineResource } from '../../core/resource.ts'
import { flowSources, flowTypes, ways } from '../../schemas/common.ts'
import { flowForm, reverseForm } from '../../schemas/flow/flow.ts'

export default defineResource({
  name: 'flow',
  label: '流水列表',
  area: 'bill',
  path: '/bill/flowMoneyList',
  menu: { group: '财务管理', order: 52, icon: 'flow' },
  access: 'flow',
  key: 'flow_id',
  title: 'sn',
  columns: {
    flow_id: { label: '编号', is: 'int', list: 'never' },
    sn: { label: '收据号', is: 'code', filter: true, fixed: true, width: 160 },
    type: { label: '收支', is: 'enum', of: flowTypes, tones: { 1: 'good', 2: 'soon' }, filter: true, width: 80 },
    price: { label: '金额', is: 'fen', filter: 'more', sort: true },
    custom_name: { label: '交易人', is: 'text', filter: true, max: 60, width: 100 },
    from: { label: '账单类型', is: 'enum', of: flowSources, filter: true, width: 90 },
    item: { label: '名目', is: 'text', derived: true, fixed: true, width: 100 },
    way: { label: '支付方式', is: 'enum', of: ways, filter: true, width: 90 },
    deal_time: { label: '交易时间', is: 'datetime', filter: 'more', sort: true, width: 130 },
    region_name: { label: '小区', is: 'text', via: 'org_id.region_name', width: 120 },
    org_id: { label: '房间', is: 'ref', of: 'org', filter: 'more', width: 120 },
    start_date: { label: '周期开始', is: 'date', filter: 'more', list: false },
    end_date: { label: '周期结束', is: 'date', list: false },
    state: { label: '状态', derived: true, width: 80 },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', fixed: true, list: false },
    imgs: { label: '凭证', is: 'images', max: 6, list: false },
    note: { label: '备注', is: 'note', list: false },
    reverses: { label: '冲销的流水', is: 'ref', of: 'flow', fixed: true, list: 'never' },
    unit_id: { label: '房源', is: 'ref', of: 'unit', list: 'never', filter: 'more' },
    from_id: { label: '名目编号', is: 'int', list: 'never' },
    created_by: { label: '登记人', is: 'ref', of: 'account', fixed: true, width: 80 },
  },
  sort: ['deal_time', 'desc'],
  dialogs: { add: flowForm, reverse: reverseForm },
  // Nothing of a flow is ever changed: which state it is in follows from whether another reverses it.
  states: {
    column: 'state',
    of: {
      stands: { code: 1, label: '正常', tone: 'quiet' },
      reversed: { code: 2, label: '已红冲', tone: 'quiet', ends: true },
      red: { code: 3, label: '红字', tone: 'bad', ends: true },
    },
    first: ['stands', 'red'],
  },
  actions: {
    add: { label: '新增流水', on: 'page', can: '/api/flow/add', opens: 'add', done: '保存成功', everywhere: 2 },
    receipt: { label: '打印收据', on: 'rows', can: '/api/flow/receipt', prints: 'receipt', from: 'stands', when: { type: 1 } },
    reverse: { label: '红冲', on: 'row', can: '/api/flow/reverse', opens: 'reverse', from: 'stands', to: 'reversed', tone: 'danger' },
  },
  calls: { edit: false, del: false },
  domain: ['add'],
  scope: 'p_id',
  view: 'flow_view',
  empty: '还没有流水，点右上角“新增流水”登记第一笔',
})
