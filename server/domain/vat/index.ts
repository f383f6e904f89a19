/** What the rest of the server may use of input VAT that is turned out again. */
export { turnOut } from './turnOut.ts'
