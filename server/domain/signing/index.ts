/** What the rest of the server may use of signing by a link: the contract as a file for the tenant. */

export { linkPdf } from './linkPdf.ts'
