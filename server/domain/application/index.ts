export { endInquiries, isInquired } from './inquiries.ts'
export { doubtsOf, rentsElsewhere, saidOf } from './judging.ts'
export { checkOther } from './otherEyes.ts'
export { type Household, judge, type Limits, type Verdict } from './rules/eligible.ts'
