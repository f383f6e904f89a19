import { monthsBeginning } from '../../../src/protocol/dates.ts'
import { defineMeaning } from '../../store/reading/meanings.ts'

export default [defineMeaning({ of: 'recognition', column: 'month', beginning: monthsBeginning })]
