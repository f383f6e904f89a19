import { readFile, writeFile } from 'node:fs/promises'
import { PDFDocument } from 'pdf-lib'

/** Papers that are put together, in order, into one file. */
export interface MergeTask {
  paths: readonly string[]
  to: string
  title: string
}

/** Puts kept papers together page by page; none is drawn anew. Gives the number of pages. */
export default async ({ paths, to, title }: MergeTask): Promise<number> => {
  const whole = await PDFDocument.create()
  whole.setTitle(title)
  whole.setLanguage('zh-CN')
  for (const path of paths) {
    const one = await PDFDocument.load(await readFile(path), { updateMetadata: false })
    for (const page of await whole.copyPages(one, one.getPageIndices())) whole.addPage(page)
  }
  await writeFile(to, await whole.save({ objectsPerTick: Number.POSITIVE_INFINITY }), { mode: 0o600 })
  return whole.getPageCount()
}
