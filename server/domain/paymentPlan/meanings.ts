import { defineMeaning } from '../../store/reading/meanings.ts'

// A contract of a plan has the number of the first of its shares there.
export default [
  defineMeaning({ of: 'plan_contract', column: 'plan_id', keysSay: '(select s.plan_id from plan_share s where s.plan_share_id = k)' }),
]
