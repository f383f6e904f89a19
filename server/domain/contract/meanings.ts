import { defineMeaning } from '../../store/reading/meanings.ts'

export default [defineMeaning({ of: 'contract', column: 'custom_name', titleOf: ['custom_id', 'company_id'] })]
