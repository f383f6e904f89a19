import { defineResource } from '../../core/resource.ts'
import { bearers, splitWays } from '../../schemas/contract/splits.ts'

/** Who beside the tenant bears how much of a contract's rent from a day on (domain.md, Money), until the next line of the same bearer. */
export default defineResource({
  name: 'contract_split',
  label: '承担约定',
  area: 'contract',
  key: 'split_id',
  title: 'from_date',
  columns: {
    split_id: { label: '编号', is: 'int', list: 'never' },
    contract_id: { label: '合同', is: 'ref', of: 'contract', required: true, filter: true, list: 'never' },
    from_date: { label: '从哪天起', is: 'date', required: true, sort: true },
    bearer: { label: '由谁承担', is: 'enum', of: bearers, required: true },
    company_id: { label: '承担单位', is: 'ref', of: 'company', required: true, width: 200 },
    way: { label: '承担方式', is: 'enum', of: splitWays, required: true, width: 200 },
    percent: { label: '承担比例', is: 'int', unit: '%' },
    sum: { label: '每月金额', is: 'fen' },
    cap: { label: '每月最多', is: 'fen' },
    reason: { label: '依据', is: 'text', max: 200, width: 200 },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, list: 'never' },
    created_by: { label: '经办人', is: 'ref', of: 'account', fixed: true, width: 90 },
    created_at: { label: '登记时间', is: 'datetime', fixed: true },
  },
  sort: ['from_date', 'asc'],
  happens: [{ day: 'from_date', says: '承担约定' }],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  unique: [['contract_id', 'bearer', 'from_date']],
})
