import { defineResource } from '../../core/resource.ts'
import { ledgerStates } from '../../schemas/common.ts'

/** 租金收缴台账: a line for each contract and rent period, read from bills and what was allocated to them; never stored. */
export default defineResource({
  name: 'ledger',
  label: '租金收缴台账',
  path: '/standingBook/standingBook',
  menu: { order: 60, icon: 'ledger' },
  access: null,
  key: 'ledger_id',
  title: 'month',
  columns: {
    ledger_id: { label: '编号', is: 'int', list: 'never' },
    month: { label: '月份', is: 'code', filter: true, width: 80 },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: true, width: 190 },
    region_name: { label: '小区', is: 'text', via: 'org_id.region_name', width: 130 },
    org_id: { label: '房间', is: 'ref', of: 'org', filter: 'more', width: 120 },
    custom_name: { label: '租客', is: 'text', width: 100 },
    contract_id: { label: '合同', is: 'ref', of: 'contract', filter: 'more', width: 170 },
    start_date: { label: '周期开始', is: 'date', sort: true, filter: 'more', list: false },
    end_date: { label: '周期结束', is: 'date', list: false },
    bill_date: { label: '应付日', is: 'date', list: false },
    state: { label: '状态', is: 'enum', of: ledgerStates, tones: { 1: 'quiet', 2: 'bad', 3: 'good' }, filter: true, width: 90 },
    receivable: { label: '应收', is: 'fen', sort: true, total: true },
    reduced: { label: '减免', is: 'fen', total: true },
    received: { label: '实收', is: 'fen', total: true },
    arrears: { label: '欠缴', is: 'fen', total: true },
    bad: { label: '坏账', is: 'fen', total: true, list: false },
    rate: { label: '收缴率', is: 'int', unit: '%', width: 90 },
  },
  sort: ['start_date', 'desc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'ledger_view',
  stored: false,
  past: true,
  empty: '还没有租金账单',
})
