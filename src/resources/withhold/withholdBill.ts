import { defineResource } from '../../core/resource.ts'
import { billSources, billStates } from '../../schemas/common.ts'
import { batchForm, pickForm } from '../../schemas/withhold/withhold.ts'

/** Bills that can be debited: not settled, and the tenant has signed for it. */
export default defineResource({
  name: 'billWithhold',
  label: '代扣账单',
  path: '/withhold/billWithholdList',
  menu: { group: '代扣管理', order: 54, icon: 'withholdBill' },
  access: null,
  key: 'bill_id',
  title: 'sn',
  columns: {
    bill_id: { label: '编号', is: 'int', list: 'never' },
    sn: { label: '账单号', is: 'code', filter: true, width: 160 },
    custom_name: { label: '租客', is: 'text', width: 100 },
    region_name: { label: '小区', is: 'text', via: 'org_id.region_name', width: 130 },
    org_id: { label: '房间', is: 'ref', of: 'org', filter: 'more', width: 120 },
    from: { label: '账单类型', is: 'enum', of: billSources, filter: true },
    price: { label: '金额', is: 'fen', total: true },
    paid: { label: '已付', is: 'fen', total: true },
    owed: { label: '待扣', is: 'fen', total: true },
    bill_date: { label: '应付日', is: 'date', sort: true, filter: true },
    state: { label: '状态', is: 'enum', of: billStates, tones: { 1: 'soon', 2: 'info', 4: 'bad' }, filter: true },
    batch_id: { label: '所在批次', is: 'ref', of: 'withhold', width: 150 },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', list: false },
  },
  sort: ['bill_date', 'asc'],
  dialogs: { batch: batchForm, pick: pickForm },
  actions: {
    batch: { label: '建批次', on: 'page', can: '/api/withhold/batch', opens: 'batch' },
    pick: { label: '进批次', on: 'rows', can: '/api/withhold/pick', opens: 'pick', when: { batch_id: '' } },
  },
  domain: ['batch', 'pick'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'bill_withhold_view',
  stored: false,
  past: true,
  empty: '没有可以代扣的账单：租客签了代扣协议且账单未结清的会列在这里',
})
