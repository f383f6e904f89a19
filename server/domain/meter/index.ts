export { addLastReading } from './addReading.ts'
export { linkBill } from './billing.ts'
