export { oneReceipt } from './makeReceipts.ts'
