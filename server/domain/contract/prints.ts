import { definePapers } from './definePapers.ts'
import { SIGNED_PAPER } from './papers.ts'
import { paperValues } from './paperValues.ts'

export default definePapers({
  of: 'contract',
  paper: { name: 'contract_paper', letters: 'HZ' },
  signed: SIGNED_PAPER,
  values: paperValues,
})
