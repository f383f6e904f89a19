import { defineResource } from '../../core/resource.ts'

/** 账龄 by project, as of any day: what is overdue, by how long, contracts that have ended with the others. Nothing of it is stored. */
export default defineResource({
  name: 'ageing',
  label: '项目账龄',
  area: 'bill',
  key: 'ageing_id',
  columns: {
    ageing_id: { label: '编号', is: 'int', list: 'never' },
    p_id: { label: '项目', is: 'ref', of: 'project', unset: '无项目', filter: true, width: 190 },
    debtors: { label: '欠款方', is: 'int', unit: '个', width: 80 },
    bills: { label: '账单', is: 'int', unit: '张', list: false, width: 80 },
    owed: { label: '逾期合计', is: 'fen', sort: true, total: true },
    age_1: { label: '30 天内', is: 'fen', total: true, width: 108, help: '逾期 1–30 天' },
    age_2: { label: '31–60', is: 'fen', total: true, width: 108, help: '逾期 31–60 天' },
    age_3: { label: '61–90', is: 'fen', total: true, width: 108, help: '逾期 61–90 天' },
    age_4: { label: '91–180', is: 'fen', total: true, width: 108, help: '逾期 91–180 天' },
    age_5: { label: '181–365', is: 'fen', total: true, width: 108, help: '逾期 181–365 天' },
    age_6: { label: '365 以上', is: 'fen', total: true, width: 108, help: '逾期 366 天及以上' },
    ended: { label: '合同已结束', is: 'fen', total: true, width: 108, help: '其中合同已经结束的' },
  },
  sort: ['owed', 'desc'],
  chart: {
    label: '各项目的账龄',
    says: '逾期未付的，合同结束了的也在；点一段看它的逾期明细',
    along: 'p_id',
    amounts: ['age_1', 'age_2', 'age_3', 'age_4', 'age_5', 'age_6'],
    leads: { resource: 'arrears_share', along: 'p_id', by: 'age' },
  },
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'project_debt_view',
  stored: false,
  reckoned: true,
  past: true,
  empty: '没有逾期未付的账单',
})
