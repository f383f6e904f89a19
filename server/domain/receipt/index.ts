export { oneReceipt, receiptsOf } from './makeReceipts.ts'
