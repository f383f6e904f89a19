import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { CallError } from '../../src/core/errors.ts'

/** An image made safe to keep and show. */
export interface ReadyImage {
  hash: string
  mime: 'image/jpeg' | 'image/png' | 'image/webp'
  width: number
  height: number
  full: Buffer
  thumb: Buffer
}

const MAX_PIXELS = 50_000_000
const THUMB = 240
const LONGEST = 4096

const FORMATS = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const

// One image at a time in libvips' cache and threads: uploads are rare and must not take the CPU from calls.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Reads an upload as an image by its content, whatever its name says, and writes it anew: turned upright by its EXIF orientation,
 * without any metadata (place, device), at most 4096 px long, with a thumbnail. Throws 400 where it is no JPEG, PNG or WebP, is
 * broken, or has more than 50 million pixels.
 */
export const readImage = async (bytes: Buffer): Promise<ReadyImage> => {
  try {
    const source = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { format } = await source.metadata()
    if (format !== 'jpeg' && format !== 'png' && format !== 'webp')
      throw new CallError(400, '只能上传 JPG、PNG 或 WebP 图片', { field: 'file' })
    const upright = source.rotate().resize(LONGEST, LONGEST, { fit: 'inside', withoutEnlargement: true })
    const { data, info } = await upright.toFormat(format, { quality: 85 }).toBuffer({ resolveWithObject: true })
    const thumb = await sharp(data).resize(THUMB, THUMB, { fit: 'cover' }).webp({ quality: 75 }).toBuffer()
    return {
      hash: createHash('sha256').update(data).digest('hex'),
      mime: FORMATS[format],
      width: info.width,
      height: info.height,
      full: data,
      thumb,
    }
  } catch (error) {
    if (error instanceof CallError) throw error
    throw new CallError(400, '图片已损坏或过大，请换一张', { field: 'file' })
  }
}
