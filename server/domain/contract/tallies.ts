import { codeOf } from '../../../src/core/states.ts'
import contract from '../../../src/resources/contract/contract.ts'
import { defineTally } from '../../store/facts/tallies.ts'

/** Contracts in force by project, kind and the day they end. */
export default [
  defineTally({
    name: 'contract_ends',
    label: '各到期日的合同数',
    of: 'contract',
    by: { p_id: 'p_id', kind: 'kind', end_date: 'end_date' },
    where: `status = ${codeOf(contract, 'inForce')}`,
  }),
]
