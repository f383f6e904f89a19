export { checkSource } from './checkSource.ts'
export { debtsOf, monthsPaidOf } from './debts.ts'
export { makeBills, type NewBill, voidUnpaid } from './makeBills.ts'
