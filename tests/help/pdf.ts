import { extractText, getDocumentProxy } from 'unpdf'

/** Reads the text of a PDF, page by page, by a library that is not ours. */
export const pagesOf = async (bytes: Uint8Array): Promise<string[]> => {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false })
  return text
}

/** The same in one, without the blanks that layout puts between words. */
export const textOf = async (bytes: Uint8Array): Promise<string> => (await pagesOf(bytes)).join('\n').replaceAll(/\s/g, '')
