import { readFile, writeFile } from 'node:fs/promises'
import { ParseSpeeds, PDFDocument } from 'pdf-lib'
import { yieldToLists } from './yieldToLists.ts'

/** Papers that are put together, in order, into one file. */
export interface MergeTask {
  paths: readonly string[]
  to: string
  title: string
}

yieldToLists()

/** Puts kept papers together page by page; none is drawn anew. Gives the number of pages. */
export default async ({ paths, to, title }: MergeTask): Promise<number> => {
  const whole = await PDFDocument.create()
  whole.setTitle(title)
  whole.setLanguage('zh-CN')
  for (const path of paths) {
    const one = await PDFDocument.load(await readFile(path), { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest })
    for (const page of await whole.copyPages(one, one.getPageIndices())) whole.addPage(page)
  }
  await writeFile(to, await whole.save({ objectsPerTick: Number.POSITIVE_INFINITY }), { mode: 0o600 })
  return whole.getPageCount()
}
