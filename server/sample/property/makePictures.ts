import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { diskAt } from '../../files/disk.ts'
import type { ReadyImage } from '../../files/images.ts'
import { drawReceipt } from '../flow/drawReceipt.ts'
import { randomOf } from '../random.ts'
import { drawFault } from '../service/drawFault.ts'
import { drawFront } from './drawFront.ts'
import { drawPlan } from './drawPlan.ts'
import { cuts } from './layOut.ts'
import { places } from './places.ts'

/** Drawn pictures, by what they show. */
export interface Drawn<T> {
  /** Floor plans by cut. */
  plans: T[][]
  /** One of each estate. */
  fronts: T[]
  receipts: T[]
  /** What tenants photographed of what is broken. */
  faults: T[]
}

export type Picture = Omit<ReadyImage, 'full' | 'thumb' | 'isBlank'> & { bytes: number }

const [PLANS_A_CUT, RECEIPTS, FAULTS, THUMB] = [4, 8, 4, 240]

/** Draws the sample's pictures and writes them to the store of files, the same bytes in every run. */
export const makePictures = async (dataDir: string): Promise<Drawn<Picture>> => {
  const disk = diskAt(dataDir)
  // Not by way of readImage: it would decode, check and quantize what was drawn here a moment ago, at ten times the work.
  const keep = async (svg: string): Promise<Picture> => {
    const { data, info } = await sharp(Buffer.from(svg)).png({ compressionLevel: 7 }).toBuffer({ resolveWithObject: true })
    const thumb = await sharp(data).resize(THUMB, THUMB, { fit: 'cover' }).webp({ quality: 75 }).toBuffer()
    const hash = createHash('sha256').update(data).digest('hex')
    await disk.write(hash, 'full', data)
    await disk.write(hash, 'thumb', thumb)
    return { hash, mime: 'image/png', width: info.width, height: info.height, bytes: data.length }
  }
  const random = randomOf('pictures')
  const made: Drawn<Picture> = { plans: [], fronts: [], receipts: [], faults: [] }
  for (const cut of cuts) {
    const plans: Picture[] = []
    for (let count = 0; count < PLANS_A_CUT; count++) plans.push(await keep(drawPlan(random, cut)))
    made.plans.push(plans)
  }
  for (const _ of places) made.fronts.push(await keep(drawFront(random)))
  for (let count = 0; count < RECEIPTS; count++) made.receipts.push(await keep(drawReceipt(random)))
  for (let count = 0; count < FAULTS; count++) made.faults.push(await keep(drawFault(random)))
  return made
}
