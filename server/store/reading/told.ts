import { type RawBuilder, sql } from 'kysely'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import { ageOf } from '../../../src/protocol/idCard.ts'
import { sealedName } from '../bringUp/tables.ts'
import type { Queryable } from '../connection/database.ts'
import { sealerOf } from '../sealing/sealer.ts'

/**
 * The sex that a card number tells (spec.md section 5): by its last figure but one, which the mask shows, so that nothing is opened for
 * it. Null for a column that tells something else.
 */
export const sexFrom = ({ spec }: CompleteColumn): RawBuilder<unknown> | null => {
  const [name = '', fact] = spec.reads?.split('.') ?? []
  return fact === 'sex'
    ? sql`(case when substr(${sql.ref(`t.${name}`)}, 17, 1) ~ '[13579]' then 1 when ${sql.ref(`t.${name}`)} is not null then 2 end)`
    : null
}

interface Told {
  column: CompleteColumn
  /** The store's column of the sealed number that it is told from. */
  sealed: string
}

const known = new WeakMap<CompleteResource, readonly Told[]>()

/** Gives the columns of a resource for which a card number of the row is opened (`reads: 'card.age'`). */
const toldOf = (resource: CompleteResource): readonly Told[] => {
  const found =
    known.get(resource) ??
    resource.columns.flatMap((column) =>
      column.spec.reads?.endsWith('.age') ? [{ column, sealed: sealedName(column.spec.reads.split('.')[0] ?? '') }] : [],
    )
  known.set(resource, found)
  return found
}

/** The name by which a row brings the day that it is read of. */
const READ_OF = 'read_of_'

/** What a row is read with beside its own, where something is told from its numbers: these, sealed, and the day, which may have passed (pastDay.ts). */
export const toldWith = (resource: CompleteResource): RawBuilder<unknown>[] => {
  const sealed = [...new Set(toldOf(resource).map((told) => told.sealed))].map((name) => sql`${sql.ref(`t.${name}`)}`)
  return sealed.length === 0 ? [] : [...sealed, sql`(select as_of_day())::text as ${sql.id(READ_OF)}`]
}

/** Puts into rows that were just read what is told from their personal numbers, and takes these out. */
export const tell = <R extends Record<string, unknown>>(db: Queryable, resource: CompleteResource, rows: readonly R[]): readonly R[] => {
  const told = toldOf(resource)
  if (told.length === 0) return rows
  const { open } = sealerOf(db)
  for (const row of rows as readonly Record<string, unknown>[]) {
    for (const { column, sealed } of told) {
      const bytes = row[sealed]
      row[column.name] = Buffer.isBuffer(bytes) ? ageOf(open('card', bytes), String(row[READ_OF])) : null
      delete row[sealed]
    }
    delete row[READ_OF]
  }
  return rows
}
