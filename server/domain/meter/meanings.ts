import { defineMeaning } from '../../store/reading/meanings.ts'

// As the view makes its numbers.
export default [defineMeaning({ of: 'meter_due', column: 'org_id', keysSay: 'k / 20' })]
