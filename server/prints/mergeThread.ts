import { readFile, writeFile } from 'node:fs/promises'
import { ParseSpeeds, PDFDocument } from 'pdf-lib'
import { layStamp } from './layStamp.ts'
import { yieldToLists } from './yieldToLists.ts'

/** Papers that are put together, in order, into one file. */
export interface MergeTask {
  paths: readonly string[]
  to: string
  title: string
  /** What is laid on the first page of each, where it is a copy of one handed out before; by place among `paths`. */
  stamps?: readonly (Uint8Array | null)[]
}

yieldToLists()

/** Puts kept papers together page by page; none is drawn anew. Gives the number of pages. */
export default async ({ paths, to, title, stamps = [] }: MergeTask): Promise<number> => {
  const whole = await PDFDocument.create()
  whole.setTitle(title)
  whole.setLanguage('zh-CN')
  for (const [place, path] of paths.entries()) {
    const one = await PDFDocument.load(await readFile(path), { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest })
    const [first, ...others] = await whole.copyPages(one, one.getPageIndices())
    const stamp = stamps[place]
    if (first && stamp) await layStamp(whole, whole.addPage(first), stamp)
    else if (first) whole.addPage(first)
    for (const page of others) whole.addPage(page)
  }
  await writeFile(to, await whole.save({ objectsPerTick: Number.POSITIVE_INFINITY }), { mode: 0o600 })
  return whole.getPageCount()
}
