import { definePapers } from '../contract/index.ts'
import { LEASE_PAPER, SIGNED_LEASE } from './papers.ts'
import { leasePapers } from './paperValues.ts'

export default definePapers({ of: 'lease', paper: LEASE_PAPER, signed: SIGNED_LEASE, values: leasePapers })
