import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import sharp from 'sharp'
import { diskAt } from '../files/disk.ts'
import type { Queryable } from '../store/connection/database.ts'
import type { Row } from '../store/connection/rows.ts'

/** In pixels: a seal of 42 mm at 300 to the inch, and a little. */
const MAX_SIDE = 600

/** Gives these pictures as PNGs small enough to stand on a paper, by number; one whose file is gone is left out. */
export const printedPictures = async (db: Queryable, dataDir: string, ids: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> => {
  const found = new Map<number, Uint8Array>()
  if (ids.length === 0) return found
  const { rows } = await sql<Row<'file', 'img_id' | 'hash'>>`select img_id, hash from file where img_id = any(${ids}::integer[])`.execute(
    db,
  )
  const disk = diskAt(dataDir)
  for (const { img_id, hash } of rows) {
    const file = await disk.read(hash, 'full')
    if (!file) continue
    const png = await sharp(await buffer(file.stream))
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
    found.set(img_id, png)
  }
  return found
}
