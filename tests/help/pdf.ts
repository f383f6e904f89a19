import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { extractText, getDocumentProxy } from 'unpdf'

/** What would be code in a template, a title, or a field. */
export const typstTexts = [
  '#panic("x")',
  '#eval("1+1") #read("/etc/passwd")',
  '"quotes" \\ \'and\' `raw` $math$ *bold* _em_ @ref <label> // comment /* more */',
  '],) #let data = none',
  '= 标题 - 列表 + 一 / 词: 义',
] as const

/** Reads the text of a PDF, page by page, by a library that is not ours. */
export const pagesOf = async (bytes: Uint8Array): Promise<string[]> => {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false })
  return text
}

/** The same in one, without the blanks that layout puts between words. */
export const textOf = async (bytes: Uint8Array): Promise<string> => (await pagesOf(bytes)).join('\n').replaceAll(/\s/g, '')

/** Gives what of a PDF's words runs beyond the paper, to its right. */
export const beyondPaper = async (bytes: Uint8Array): Promise<string[]> => {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const found: string[] = []
  for (let place = 1; place <= pdf.numPages; place++) {
    const page = await pdf.getPage(place)
    const { width } = page.getViewport({ scale: 1 })
    for (const item of (await page.getTextContent()).items)
      if ('str' in item && item.transform[4] + item.width > width) found.push(item.str)
  }
  return found
}

/** Whether a picture stands in a PDF. */
export const hasPicture = async (bytes: Uint8Array): Promise<boolean> => {
  const { context } = await PDFDocument.load(bytes)
  return context
    .enumerateIndirectObjects()
    .some(([, object]) => object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image'))
}
