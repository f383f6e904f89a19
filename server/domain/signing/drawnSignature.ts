import sharp from 'sharp'
import { CallError } from '../../../src/core/errors.ts'
import { type ReadyImage, readImage } from '../../files/images.ts'

/** What is darker than this, of 255, is ink; a pen leaves at least so much of it, of so much width, in a signature. */
const INK = 128
const LEAST_INK = 60
const LEAST_SIDE = 24

const blank = (): CallError => new CallError(400, '签名太少，看不清，请重新手写您的姓名', { field: 'image' })

/** Whether there is a signature to be seen, on white. */
const isSigned = async (png: Buffer): Promise<boolean> => {
  const { data, info } = await sharp(png).flatten({ background: '#ffffff' }).greyscale().raw().toBuffer({ resolveWithObject: true })
  let [ink, left, right, top, bottom] = [0, info.width, 0, info.height, 0]
  for (const [place, shade] of data.entries()) {
    if (shade >= INK) continue
    const [x, y] = [place % info.width, Math.floor(place / info.width)]
    ink++
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return ink >= LEAST_INK && Math.max(right - left, bottom - top) >= LEAST_SIDE && ink < data.length / 2
}

/**
 * Reads a signature that was drawn on a phone: a PNG, as base64. Throws 400 where it is no picture, or nothing, hardly anything or everything is drawn on it. Never in a
 * transaction: it waits its turn.
 */
export const readDrawn = async (base64: string): Promise<ReadyImage> => {
  const image = await readImage(Buffer.from(base64, 'base64'))
  if (!(await isSigned(image.full))) throw blank()
  return image
}
