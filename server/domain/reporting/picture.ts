import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { diskAt } from '../../files/disk.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { isTheirs } from './homes.ts'
import type { Tenant } from './tenant.ts'

/** Gives a photograph of one of a tenant's repairs, small, as an address that holds the picture itself. Throws 404 for any other. */
export const pictureOf = async (
  db: Queryable,
  dataDir: string,
  { hash }: Tenant,
  { repair_id, file_id }: { repair_id: number; file_id: number },
): Promise<{ image: string }> => {
  const { rows } = await sql<{ hash: string }>`
    select f.hash from repair r join file f on f.img_id = any(r.photos || r.after_photos)
    where r.repair_id = ${repair_id} and f.img_id = ${file_id} and ${isTheirs(hash)}
  `.execute(db)
  const file = rows[0] && (await diskAt(dataDir).read(rows[0].hash, 'thumb'))
  if (!file) throw new CallError(404, '没有这张照片，请刷新')
  return { image: `data:image/webp;base64,${(await buffer(file.stream)).toString('base64')}` }
}
