import { defineResource } from '../../core/resource.ts'
import { arrearsAges } from '../../schemas/bill/ages.ts'

/** 账龄 as of a day: what each owes and has not paid in time, by how long it is overdue, contracts that have ended with the others. */
export default defineResource({
  name: 'arrears',
  label: '账龄',
  key: 'arrears_id',
  title: 'debtor_name',
  columns: {
    arrears_id: { label: '编号', is: 'int', list: 'never' },
    debtor_name: { label: '欠款方', is: 'text', filter: true, width: 140, leads: ['custom_id', 'company_id'] },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: true, width: 180 },
    bills: { label: '账单', is: 'int', unit: '张', width: 80 },
    unpaid_since: { label: '最早应付日', is: 'date', sort: true, width: 110 },
    age_1: { label: arrearsAges[1], is: 'fen', total: true },
    age_2: { label: arrearsAges[2], is: 'fen', total: true },
    age_3: { label: arrearsAges[3], is: 'fen', total: true },
    age_4: { label: arrearsAges[4], is: 'fen', total: true },
    age_5: { label: arrearsAges[5], is: 'fen', total: true },
    age_6: { label: arrearsAges[6], is: 'fen', total: true },
    owed: { label: '逾期合计', is: 'fen', sort: true, total: true },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', filter: 'more', list: 'never' },
    company_id: { label: '企业', is: 'ref', of: 'company', filter: 'more', list: 'never' },
  },
  sort: ['owed', 'desc'],
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'debt_view',
  stored: false,
  past: true,
  has: [
    { label: '逾期明细', resource: 'arrears_share', by: 'custom_id', from: 'custom_id' },
    { label: '企业承担的逾期', resource: 'arrears_share', by: 'company_id', from: 'company_id' },
  ],
  empty: '没有逾期未付的账单',
})
