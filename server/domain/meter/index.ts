export { addLastReading } from './addReading.ts'
export { linkBill } from './billing.ts'
export { isOfHandover } from './handedOver.ts'
