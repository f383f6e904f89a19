export { addBill } from './addBill.ts'
export { checkSource } from './checkSource.ts'
export { debtsOf, monthsPaidOf } from './debts.ts'
