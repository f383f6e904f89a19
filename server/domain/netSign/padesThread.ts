import { pdflibAddPlaceholder } from '@signpdf/placeholder-pdf-lib'
import { SignPdf } from '@signpdf/signpdf'
import { Signer, SUBFILTER_ETSI_CADES_DETACHED } from '@signpdf/utils'
import { PDFDocument } from 'pdf-lib'
import { cmsOf, type Identity } from './cms.ts'

/** A PDF that is to be signed. */
export interface PadesTask {
  pdf: Uint8Array
  identity: Identity
  /** As the signature tells them: who signs, and why. */
  name: string
  reason: string
  /** Seconds since the epoch. */
  at: number
}

/** What a signature takes beside its certificates, in bytes. */
const BESIDE = 2048

class OwnSigner extends Signer {
  private readonly identity: Identity

  constructor(identity: Identity) {
    super()
    this.identity = identity
  }

  override async sign(document: Buffer): Promise<Buffer> {
    return cmsOf(document, this.identity)
  }
}

/** Signs a PDF (PAdES): all of its bytes but the place of the signature itself. */
export default async ({ pdf, identity, name, reason, at }: PadesTask): Promise<Uint8Array> => {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  pdflibAddPlaceholder({
    pdfDoc: document,
    reason,
    name,
    contactInfo: '',
    location: '',
    signingTime: new Date(at * 1000),
    // In hexadecimal digits.
    signatureLength: 2 * (BESIDE + identity.chain.reduce((sum, { length }) => sum + length, 0)),
    subFilter: SUBFILTER_ETSI_CADES_DETACHED,
  })
  const prepared = Buffer.from(await document.save({ useObjectStreams: false }))
  return new SignPdf().sign(prepared, new OwnSigner(identity))
}
