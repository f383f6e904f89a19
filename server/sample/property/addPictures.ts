import type { Tx } from '../../store/connection/database.ts'
import { insertMany } from '../bulk.ts'
import { keySequence, reserve } from '../reserve.ts'
import type { Staff } from '../types.ts'
import type { Drawn, Picture } from './makePictures.ts'

/** Ids of the sample's pictures. */
export type Pictures = Drawn<number>

/** Adds the rows of drawn pictures, as used: the sample's rooms and flows name them. */
export const addPictures = async (tx: Tx, drawn: Drawn<Picture>, staff: Staff): Promise<Pictures> => {
  const all = [...drawn.plans.flat(), ...drawn.fronts, ...drawn.receipts, ...drawn.faults]
  const first = await reserve(tx, await keySequence(tx, 'file', 'img_id'), all.length)
  const ids = new Map(all.map((picture, index) => [picture, first + index]))
  const idOf = (picture: Picture): number => ids.get(picture) ?? 0
  await insertMany(
    tx,
    'file',
    ['img_id', 'hash', 'mime', 'bytes', 'width', 'height', 'is_used', 'created_by'],
    all.map(({ hash, mime, bytes, width, height }, index) => ({
      img_id: first + index,
      hash,
      mime,
      bytes,
      width,
      height,
      is_used: true,
      created_by: staff.admin,
    })),
  )
  return {
    plans: drawn.plans.map((plans) => plans.map(idOf)),
    fronts: drawn.fronts.map(idOf),
    receipts: drawn.receipts.map(idOf),
    faults: drawn.faults.map(idOf),
  }
}
