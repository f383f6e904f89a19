import type { PDFDocument, PDFPage } from 'pdf-lib'

/** From the paper's upper edge, in points. */
const MARGIN = 10

/** Lays a stamp, a PDF of one small page, on the middle of a page's upper edge. */
export const layStamp = async (paper: PDFDocument, page: PDFPage | undefined, stamp: Uint8Array): Promise<void> => {
  const [mark] = await paper.embedPdf(stamp)
  if (mark && page) page.drawPage(mark, { x: (page.getWidth() - mark.width) / 2, y: page.getHeight() - mark.height - MARGIN })
}
