import { finished, pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { OwnConnection } from '../store/connection/ownConnection.ts'
import { inPlainText } from '../store/portable/plainText.ts'
import { PARTS } from './archived.ts'
import { ArchiveError } from './archiveError.ts'
import { counter } from './counted.ts'
import { noteHalf } from './half.ts'
import type { Archive } from './readArchive.ts'

/** Whether a database has nothing in it that a store would meet. */
export const isEmptyDatabase = async ({ db }: OwnConnection): Promise<boolean> => {
  const { rows } = await sql<{ is_empty: boolean }>`
    select not exists (
      select from pg_class c where relnamespace in (select oid from pg_namespace where nspname in ('public', 'past'))
        and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')
    ) as is_empty
  `.execute(db)
  return rows[0]?.is_empty === true
}

const run = async ({ db }: OwnConnection, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Reads the rows of a table as an archive would be written of them. */
const countedIn = async ({ copy }: OwnConnection, name: string, columns: readonly string[]) => {
  const through = counter()
  const names = sql.join(columns.map((column) => sql.id(column)))
  await Promise.all([pipeline(copy(sql`select ${names} from public.${sql.id(name)}`, 'text'), through), finished(through.resume())])
  return through.counted()
}

/**
 * Makes the store of an archive anew in an empty database, as it was to the byte, in one transaction: all or nothing. What keeps rows in order comes after
 * them, so that every key, reference and rule judges each row once, and every index is built at once. Unless that is all there is to do (`isWhole`), it is marked as half done
 * (half.ts) until whoever loads it has looked at it. Throws ArchiveError where the database then says otherwise than the archive.
 */
export const loadArchive = async (own: OwnConnection, archive: Archive, { isWhole }: { isWhole: boolean }): Promise<void> => {
  const { made, tables, sequences, open } = archive
  await sql`begin`.execute(own.db)
  try {
    await inPlainText(own.db, { search_path: 'public', check_function_bodies: 'off', maintenance_work_mem: '256MB' })
    await run(own, made.before)
    for (const { name, columns } of made.tables) await pipeline(await open(PARTS.table(name)), own.copyInto(name, columns))
    await run(own, made.after)
    await inPlainText(own.db)
    for (const { name, columns } of made.tables) {
      const wanted = tables.find((table) => table.name === name)
      const { lines, sha256 } = await countedIn(own, name, columns)
      if (lines !== wanted?.rows || sha256 !== wanted.sha256) throw new ArchiveError(`${name} 读出来与归档里的不同：什么也没有留下`)
    }
    await run(own, sequences)
    if (!isWhole) await noteHalf(own.db)
    await sql`commit`.execute(own.db)
  } catch (error) {
    own.cut()
    throw error
  }
  await sql`analyze`.execute(own.db)
}
