import { contractPdf } from './pdf.ts'

/** What a thread makes a PDF of. */
export interface PdfTask {
  text: string
  title: string
}

export default ({ text, title }: PdfTask): Promise<Uint8Array> => contractPdf(text, title)
