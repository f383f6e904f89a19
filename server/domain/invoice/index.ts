export { requestInvoice } from './make.ts'
export { requestOfFlow } from './ofFlow.ts'
