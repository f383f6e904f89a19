import { defineMeaning } from '../../store/reading/meanings.ts'

export default [defineMeaning({ of: 'late_fee', column: 'has_rest', means: { 0: 't.total <= t.billed', 1: 't.total > t.billed' } })]
