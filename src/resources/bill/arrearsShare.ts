import { defineResource } from '../../core/resource.ts'
import { arrearsAges } from '../../schemas/bill/ages.ts'
import { billSources, hasEnded, parties } from '../../schemas/common.ts'

/** 逾期明细 as of a day: each part of a bill that is overdue, with whoever owes it and how old it is. What the sums of 账龄 are made of. */
export default defineResource({
  name: 'arrears_share',
  label: '逾期明细',
  key: 'share_id',
  title: 'sn',
  columns: {
    share_id: { label: '编号', is: 'int', list: 'never' },
    sn: { label: '账单号', is: 'code', filter: true, width: 160, leads: ['bill_id'] },
    debtor_name: { label: '欠款方', is: 'text', filter: true, width: 130, leads: ['custom_id', 'company_id'] },
    party: { label: '承担方', is: 'enum', of: parties, filter: 'more', width: 90 },
    from: { label: '账单类型', is: 'enum', of: billSources, filter: true, width: 90 },
    item: { label: '名目', is: 'text', spoken: true, width: 90 },
    org_id: { label: '房间', is: 'ref', of: 'org', filter: 'more', width: 120 },
    bill_date: { label: '应付日', is: 'date', sort: true, filter: 'more', width: 110 },
    days_late: { label: '逾期', is: 'int', unit: '天', width: 90 },
    age: {
      label: '账龄',
      is: 'enum',
      of: arrearsAges,
      tones: { 1: 'quiet', 2: 'soon', 3: 'soon', 4: 'bad', 5: 'bad', 6: 'bad' },
      filter: true,
      width: 110,
    },
    owed: { label: '未付', is: 'fen', sort: true, total: true },
    ended: { label: '合同', is: 'enum', of: hasEnded, filter: true, list: false, width: 90 },
    contract_id: { label: '所属合同', is: 'ref', of: 'contract', filter: 'more', list: false, width: 170 },
    bill_id: { label: '账单', is: 'ref', of: 'bill', filter: 'more', list: 'never' },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', filter: 'more', list: 'never' },
    company_id: { label: '企业', is: 'ref', of: 'company', filter: 'more', list: 'never' },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', list: false },
  },
  sort: ['bill_date', 'asc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'debt_share_view',
  stored: false,
  past: true,
  empty: '没有逾期未付的账单',
})
