/** What the rest of the server may use of signing: the contract of a link as a file, and what services outside tell. */

export { HEARS, hearService } from './hear.ts'
export { linkPdf } from './linkPdf.ts'
