/** What the rest of the server may use of signing: PDFs signed with the operator's certificate, and where telephones reach it. */

export { sealCertificatesAnew } from './ownCertificate.ts'
export { signPdf } from './signPdf.ts'
export { siteOf } from './site.ts'
