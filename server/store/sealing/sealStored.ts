import { sql } from 'kysely'
import { allKinds, isMaskedKind } from '../../../src/core/kinds.ts'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import { companionsOf, hashName, sealedColumns, sealedName, sealingOf } from '../bringUp/tables.ts'
import type { Tx } from '../connection/database.ts'
import { type SealedNumber, type Sealer, sealerOf } from './sealer.ts'

const ROWS_AT_ONCE = 5000

const run = async (tx: Tx, statement: string): Promise<void> => {
  await sql.raw(statement).execute(tx)
}

/** A column of sealed numbers as the store has it, and by what its table's rows are told apart. */
interface SealedColumn {
  table: string
  key: string
  name: string
}

/** Writes the sealed form of numbers to the rows that they are of. */
const putSealed = async (
  tx: Tx,
  { table, key, name }: SealedColumn,
  keys: readonly number[],
  sealed: readonly SealedNumber[],
): Promise<void> => {
  const [shown, whole, hash] = companionsOf({ name, is: 'phone' }).map((companion) => sql.id(companion))
  await sql`
    update ${sql.table(table)} as t set ${shown} = made.shown, ${whole} = made.sealed, ${hash} = made.hash
    from unnest(${keys}::integer[], ${sealed.map((one) => one.shown)}::text[], ${sealed.map((one) => one.sealed)}::bytea[], ${sealed.map((one) => one.hash)}::bytea[])
      as made (key, shown, sealed, hash)
    where t.${sql.id(key)} = made.key
  `.execute(tx)
}

const sealSome = async (tx: Tx, resource: CompleteResource, column: CompleteColumn): Promise<number> => {
  const { is, name } = column
  if (!isMaskedKind(is)) return 0
  const { rows } = await sql<{ key: number; whole: string }>`
    select ${sql.id(resource.key)} as key, ${sql.id(name)} as whole from ${sql.table(resource.table)}
    where ${sql.id(name)} is not null and ${sql.id(hashName(name))} is null limit ${ROWS_AT_ONCE}
  `.execute(tx)
  const keys = rows.map(({ key }) => key)
  const sealed = rows.map(({ whole }) => sealerOf(tx).seal(is, whole))
  if (rows.length > 0) await putSealed(tx, { table: resource.table, key: resource.key, name }, keys, sealed)
  return rows.length
}

/**
 * Seals what an earlier version stored in clear: in a table that is there and whose columns of personal numbers have no room for the
 * sealed form yet. Once for each such column, in the caller's transaction; the table's indexes are made after it. `present` are the
 * table's columns.
 */
export const sealStored = async (tx: Tx, resource: CompleteResource, present: ReadonlySet<string>): Promise<void> => {
  for (const column of sealedColumns(resource)) {
    if (present.has(hashName(column.name))) continue
    const { columns, check, outdated } = sealingOf(resource, column)
    for (const statement of [...columns, ...outdated]) await run(tx, statement)
    while ((await sealSome(tx, resource, column)) > 0);
    await run(tx, check)
  }
}

/**
 * All sealed numbers that there are, whatever is declared now: a page that was withdrawn and a field that was retired come back with what they held.
 */
const sealedIn = async (tx: Tx): Promise<SealedColumn[]> => {
  const { rows } = await sql<SealedColumn>`
    select c.relname as table, k.attname as key, left(a.attname, -length(${sealedName('')}::text)) as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_index i on i.indrelid = c.oid and i.indisprimary
      join pg_attribute k on k.attrelid = c.oid and k.attnum = i.indkey[0]
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped and right(a.attname, length(${sealedName('')}::text)) = ${sealedName('')}
    order by 1, 3
  `.execute(tx)
  return rows
}

const maskedKinds = allKinds.filter(isMaskedKind)

/** Seals a number anew as one of its kind, which it tells itself: with another it does not open. Throws where it was sealed with neither key. */
const anew = (sealed: Buffer, from: Sealer, to: Sealer): SealedNumber => {
  for (const kind of maskedKinds) {
    const whole = opened(() => from.open(kind, sealed))
    if (whole !== null) return to.seal(kind, whole)
  }
  throw new Error('a number was sealed with another key')
}

const opened = (open: () => string): string | null => {
  try {
    return open()
  } catch {
    return null
  }
}

/** Seals all numbers that the store holds anew, under another key; gives how many. Throws where one was sealed with neither. */
export const sealAnew = async (tx: Tx, from: Sealer, to: Sealer): Promise<number> => {
  let count = 0
  for (const { table, key, name } of await sealedIn(tx))
    for (let last = 0; ; ) {
      const { rows } = await sql<{ key: number; sealed: Buffer }>`
        select ${sql.id(key)} as key, ${sql.id(sealedName(name))} as sealed from ${sql.table(table)}
        where ${sql.id(sealedName(name))} is not null and ${sql.id(key)} > ${last} order by 1 limit ${ROWS_AT_ONCE}
      `.execute(tx)
      if (rows.length === 0) break
      const keys = rows.map(({ key }) => key)
      await putSealed(
        tx,
        { table, key, name },
        keys,
        rows.map(({ sealed }) => anew(sealed, from, to)),
      )
      count += rows.length
      last = keys.at(-1) ?? last
    }
  return count
}
