import { readFile } from 'node:fs/promises'
import { ParseSpeeds, PDFDocument } from 'pdf-lib'
import { layStamp } from './layStamp.ts'
import { yieldToLists } from './yieldToLists.ts'

/** A kept paper, and what is laid on its first page. */
export interface StampTask {
  path: string
  stamp: Uint8Array
}

yieldToLists()

/** Gives a copy of a kept paper with a stamp on its first page. */
export default async ({ path, stamp }: StampTask): Promise<Uint8Array> => {
  const paper = await PDFDocument.load(await readFile(path), { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest })
  await layStamp(paper, paper.getPages()[0], stamp)
  return paper.save({ objectsPerTick: Number.POSITIVE_INFINITY })
}
