import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../store/connection/database.ts'
import type { Row } from '../store/connection/rows.ts'
import { diskAt } from './disk.ts'
import type { ReadyImage } from './images.ts'
import { lockContent } from './useFiles.ts'

/** Above those that the store counts out itself; one in a billion, so that nobody comes across another's. */
const newNumber = (): number => randomInt(2 ** 30, 2 ** 31 - 1)

/** What is written down of an upload; a picture has no name, and an attachment no sides. */
type Registered = Row<'file', 'hash' | 'mime' | 'bytes' | 'width' | 'height' | 'name' | 'is_blank'>

/** Names an upload by a number that no other has. */
const registerFile = async (tx: Tx, file: Registered, userId: number | null): Promise<number> => {
  const { rows } = await sql<Row<'file', 'img_id'>>`
    insert into file (img_id, hash, mime, bytes, width, height, name, is_blank, created_by)
    values (${newNumber()}, ${file.hash}, ${file.mime}, ${file.bytes}, ${file.width}, ${file.height}, ${file.name}, ${file.is_blank}, ${userId})
    on conflict (img_id) do nothing returning img_id
  `.execute(tx)
  return rows[0]?.img_id ?? registerFile(tx, file, userId)
}

/** A file that is kept as it came. */
interface Kept {
  hash: string
  mime: string
  name: string
  content: Buffer
}

/** Keeps an attachment and gives its number: the bytes first, as with pictures. */
export const keepAttachment = async (tx: Tx, dataDir: string, { content, ...file }: Kept, userId: number | null): Promise<number> => {
  await lockContent(tx, file.hash)
  await diskAt(dataDir).write(file.hash, 'full', content)
  return registerFile(tx, { ...file, bytes: content.length, width: null, height: null, is_blank: false }, userId)
}

/** Keeps a picture and gives its number. Files first, row second: a crash between the two leaves an unnamed file, never a row without its image. */
export const keepImage = async (tx: Tx, dataDir: string, image: ReadyImage, userId: number | null): Promise<number> => {
  await lockContent(tx, image.hash)
  const disk = diskAt(dataDir)
  await disk.write(image.hash, 'full', image.full)
  await disk.write(image.hash, 'thumb', image.thumb)
  const { hash, mime, width, height, full } = image
  return registerFile(tx, { hash, mime, width, height, bytes: full.length, name: null, is_blank: image.isBlank }, userId)
}
