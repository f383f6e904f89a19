import { defineResource } from '../../core/resource.ts'

/** 账龄 as of a day: what each owes and has not paid in time, by how long it is overdue, contracts that have ended with the others. */
export default defineResource({
  name: 'arrears',
  label: '账龄',
  key: 'arrears_id',
  title: 'debtor_name',
  columns: {
    arrears_id: { label: '编号', is: 'int', list: 'never' },
    debtor_name: { label: '欠款方', is: 'text', filter: true, width: 190 },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: true, width: 150 },
    bills: { label: '账单', is: 'int', unit: '张', list: false, width: 80 },
    unpaid_since: { label: '最早应付日', is: 'date', sort: true, width: 110 },
    owed: { label: '逾期合计', is: 'fen', sort: true, total: true },
    age_1: { label: '30 天内', is: 'fen', total: true, width: 105, help: '逾期 1–30 天' },
    age_2: { label: '31–60', is: 'fen', total: true, width: 105, help: '逾期 31–60 天' },
    age_3: { label: '61–90', is: 'fen', total: true, width: 105, help: '逾期 61–90 天' },
    age_4: { label: '91–180', is: 'fen', total: true, width: 105, help: '逾期 91–180 天' },
    age_5: { label: '181–365', is: 'fen', total: true, width: 105, help: '逾期 181–365 天' },
    age_6: { label: '365 以上', is: 'fen', total: true, width: 105, help: '逾期 366 天及以上' },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', filter: 'more', list: 'never' },
    company_id: { label: '企业', is: 'ref', of: 'company', filter: 'more', list: 'never' },
  },
  sort: ['owed', 'desc'],
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'debt_view',
  stored: false,
  reckoned: true,
  past: true,
  has: [
    {
      label: '逾期明细',
      resource: 'arrears_share',
      by: 'custom_id',
      from: 'custom_id',
      shows: ['sn', 'org_id', 'item', 'bill_date', 'days_late', 'age', 'owed'],
    },
    {
      label: '企业承担的逾期',
      resource: 'arrears_share',
      by: 'company_id',
      from: 'company_id',
      shows: ['sn', 'org_id', 'item', 'bill_date', 'days_late', 'age', 'owed'],
    },
  ],
  empty: '没有逾期未付的账单',
})
