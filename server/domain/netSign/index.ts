/** What the rest of the server may use of signing: who signs, PDFs signed with the operator's certificate, and where telephones reach it. */

export { chosenProvider, providerInForce, providerOf } from './inForce.ts'
export { sealCertificatesAnew } from './ownCertificate.ts'
export {
  ANCHORS,
  type Party,
  type Progress,
  ServiceFault,
  type ServiceTask,
  type SigningService,
  type Told,
} from './provider.ts'
export { signPdf } from './signPdf.ts'
export { siteOf } from './site.ts'
