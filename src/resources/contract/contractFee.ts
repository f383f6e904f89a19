import { defineResource } from '../../core/resource.ts'
import { feeWays } from '../../schemas/contract/fees.ts'
import { termStates } from '../../schemas/contract/terms.ts'

/** By what the late fees of a contract are reckoned from a day on; what it begins with stands in the contract alone until it changes. Only ever added: of one day the last stands. */
export default defineResource({
  name: 'contract_fee',
  label: '违约金约定',
  area: 'contract',
  key: 'term_id',
  title: 'from_date',
  columns: {
    term_id: { label: '编号', is: 'int', list: 'never' },
    contract_id: { label: '合同', is: 'ref', of: 'contract', required: true, filter: true, list: 'never' },
    from_date: { label: '从哪天起', is: 'date', required: true, sort: true },
    fee_way: { label: '违约金', is: 'enum', of: feeWays, required: true, width: 120 },
    fee_rate: { label: '违约金每天', is: 'decimal', scale: 3, unit: '‱', width: 120 },
    fee_grace: { label: '违约金宽限', is: 'int', unit: '天', width: 110 },
    fee_cap: { label: '违约金上限', is: 'int', unit: '%', width: 110 },
    status: { label: '状态', is: 'enum', of: termStates, tones: { 1: 'good', 2: 'quiet' }, derived: true, filter: true, width: 90 },
    reason: { label: '依据', is: 'text', max: 200, width: 240 },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, list: 'never' },
    created_by: { label: '经办人', is: 'ref', of: 'account', fixed: true, width: 90 },
    created_at: { label: '登记时间', is: 'datetime', fixed: true },
  },
  sort: ['from_date', 'asc'],
  happens: [{ day: 'from_date', says: '违约金约定', where: { status: 1 } }],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'contract_fee_view',
})
