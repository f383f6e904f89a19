import type { CompleteColumn, CompleteResource } from '../../src/derive/complete.ts'
import { dateOf } from '../../src/protocol/dates.ts'
import { ageOf } from '../../src/protocol/idCard.ts'
import type { Queryable } from './database.ts'
import { sealerOf } from './sealer.ts'
import { sealedName } from './tables.ts'

interface Told {
  column: CompleteColumn
  /** The store's column of the sealed number that it is told from. */
  sealed: string
}

const known = new WeakMap<CompleteResource, readonly Told[]>()

/** Gives the columns of a resource that are told from a personal number of the row (`reads: 'card.age'`). */
export const toldOf = (resource: CompleteResource): readonly Told[] => {
  const found =
    known.get(resource) ??
    resource.columns.flatMap((column) => (column.spec.reads ? [{ column, sealed: sealedName(column.spec.reads.split('.')[0] ?? '') }] : []))
  known.set(resource, found)
  return found
}

/** Puts into rows that were just read what is told from their personal numbers, and takes these out. */
export const tell = <R extends Record<string, unknown>>(db: Queryable, resource: CompleteResource, rows: readonly R[]): readonly R[] => {
  const told = toldOf(resource)
  if (told.length === 0) return rows
  const { open } = sealerOf(db)
  const today = dateOf(Math.floor(Date.now() / 1000))
  for (const row of rows as readonly Record<string, unknown>[])
    for (const { column, sealed } of told) {
      const bytes = row[sealed]
      row[column.name] = Buffer.isBuffer(bytes) ? ageOf(open('card', bytes), today) : null
      delete row[sealed]
    }
  return rows
}
