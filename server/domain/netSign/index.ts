/** What the rest of the server may use of signing: PDFs signed with the operator's certificate. */

export { sealCertificatesAnew } from './ownCertificate.ts'
export { signPdf } from './signPdf.ts'
