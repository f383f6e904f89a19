import { defineResource } from '../../core/resource.ts'
import { termStates } from '../../schemas/contract/terms.ts'

/** What the rent of a contract is from a day on; what it begins with stands in the contract alone until it changes. Only ever added: of one day the last stands. */
export default defineResource({
  name: 'contract_rent',
  label: '租金变更',
  area: 'contract',
  key: 'step_id',
  title: 'from_date',
  columns: {
    step_id: { label: '编号', is: 'int', list: 'never' },
    contract_id: { label: '合同', is: 'ref', of: 'contract', required: true, filter: true, list: 'never' },
    from_date: { label: '从哪天起', is: 'date', required: true, sort: true },
    rent: { label: '月租金', is: 'fen', required: true },
    status: { label: '状态', is: 'enum', of: termStates, tones: { 1: 'good', 2: 'quiet' }, derived: true, filter: true, width: 90 },
    reason: { label: '变更原因', is: 'text', max: 200, width: 240 },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, list: 'never' },
    created_by: { label: '经办人', is: 'ref', of: 'account', fixed: true, width: 90 },
    created_at: { label: '登记时间', is: 'datetime', fixed: true },
  },
  sort: ['from_date', 'asc'],
  happens: [{ day: 'from_date', says: '租金改为', tells: 'rent', where: { status: 1 } }],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'contract_rent_view',
})
