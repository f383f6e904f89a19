import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import sharp, { type Sharp } from 'sharp'
import { CallError } from '../../src/core/errors.ts'
import { makeQueue } from '../load/queue.ts'

/** An image made safe to keep and show. */
export interface ReadyImage {
  hash: string
  mime: 'image/jpeg' | 'image/png' | 'image/webp'
  width: number
  height: number
  full: Buffer
  thumb: Buffer
  /** Hardly anything is to be seen on it. */
  isBlank: boolean
}

/**
 * A phone takes 12 or 24 million pixels, and 48 to 50 where it is told to use its whole sensor; all of them as a JPEG that is read line
 * by line, in half a second at most. What has to be held whole, or takes ten times as long, may have as many as a phone's usual picture.
 */
const MAX_PIXELS = { streamed: 51_000_000, other: 25_000_000 }
/** No picture within those limits takes half as long; one that is made to is given up. */
const MAX_SECONDS = 15
const THUMB = 240
const LONGEST = 4096
/** Of 255 shades: what white or a smudge stays below, and a name written with a thin pen is several times above. */
const LEAST_SPREAD = 5

const FORMATS = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const

// libvips keeps nothing and uses one thread for one picture: how many are worked on is the queue's matter.
sharp.cache(false)
sharp.concurrency(1)

/** A processor stays for other people's calls. Twenty waiting are 400 MB at most, and 20 s for photographs. */
const queue = makeQueue({
  atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waiting: 20,
  seconds: 20,
  full: '上传的图片太多，正在排队处理，请稍后再试',
})

interface Source {
  source: Sharp
  format: keyof typeof FORMATS
}

const sourceOf = async (bytes: Buffer): Promise<Source> => {
  const source = sharp(bytes, { limitInputPixels: MAX_PIXELS.streamed, failOn: 'error' })
  const { format, width, height, isProgressive } = await source.metadata()
  if (format !== 'jpeg' && format !== 'png' && format !== 'webp')
    throw new CallError(400, '只能上传 JPG、PNG 或 WebP 图片', { field: 'file' })
  const most = format === 'jpeg' && !isProgressive ? MAX_PIXELS.streamed : MAX_PIXELS.other
  if (width * height > most) throw new CallError(400, `图片超过 ${most / 1_000_000} 百万像素，请缩小后再上传`, { field: 'file' })
  return { source, format }
}

/**
 * Reads an upload as an image by its content, whatever its name says, and writes it anew: turned upright by its EXIF orientation,
 * without any metadata (place, device), at most 4096 px long, with a thumbnail. Throws 400 where it is no JPEG, PNG or WebP, is
 * broken, or has more pixels than a photograph; 429 where too many others are being read. Never in a transaction: it waits its turn.
 */
export const readImage = async (bytes: Buffer): Promise<ReadyImage> => {
  // Its head tells most of what is refused, and costs nothing.
  const read = await sourceOf(bytes).catch(refuseBroken)
  return queue(() => written(read)).catch(refuseBroken)
}

const refuseBroken = (error: unknown): never => {
  throw error instanceof CallError ? error : new CallError(400, '图片已损坏或过大，请换一张', { field: 'file' })
}

const isNearlyOneColour = async (picture: Buffer): Promise<boolean> => {
  const small = sharp(picture).flatten({ background: '#ffffff' }).resize(600, 600, { fit: 'inside', withoutEnlargement: true })
  const { channels } = await sharp(await small.greyscale().png().toBuffer()).stats()
  return channels.every(({ stdev }) => stdev < LEAST_SPREAD)
}

const written = async ({ source, format }: Source): Promise<ReadyImage> => {
  const upright = source.timeout({ seconds: MAX_SECONDS }).rotate().resize(LONGEST, LONGEST, { fit: 'inside', withoutEnlargement: true })
  const { data, info } = await upright.toFormat(format, { quality: 85 }).toBuffer({ resolveWithObject: true })
  const isBlank = await isNearlyOneColour(data)
  const thumb = await sharp(data).resize(THUMB, THUMB, { fit: 'cover' }).webp({ quality: 75 }).toBuffer()
  return {
    hash: createHash('sha256').update(data).digest('hex'),
    mime: FORMATS[format],
    width: info.width,
    height: info.height,
    full: data,
    thumb,
    isBlank,
  }
}
