import { codesOf } from '../../../src/core/states.ts'
import contract from '../../../src/resources/contract/contract.ts'
import { defineMeaning } from '../../store/reading/meanings.ts'

/** Whether one that goes on from a contract `t` is signed. */
const isFollowed = `exists (select from contract n where n.former_id = t.contract_id and n.status in (${codesOf(contract, 'hasLet').join(', ')}))`

export default [
  defineMeaning({ of: 'contract', column: 'custom_name', titleOf: ['custom_id', 'company_id'] }),
  defineMeaning({ of: 'contract', column: 'followed', means: { 0: `not ${isFollowed}`, 1: isFollowed } }),
]
