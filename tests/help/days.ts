import { sql } from 'kysely'
import { resources } from '../../src/declared/declared.ts'
import { today } from '../../src/protocol/dates.ts'
import type { TestServer } from './testServer.ts'

/** Gives the first day of the month that comes so many months after this one: before it, where they are negative. */
export const firstOfMonth = (after: number): string => {
  const [year = 0, month = 0] = today().split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + after, 1)).toISOString().slice(0, 10)
}

const FAR = 100_000

/** Lets nights pass over a test's store: everything that was made and kept so far lies so many days further back; of rows that nothing may change, those of the tables that are named alone. */
export const passNights = async ({ db }: Pick<TestServer, 'db'>, nights = 1, only?: readonly string[]): Promise<void> => {
  const tables = only ?? resources.filter(({ isKept }) => isKept).map(({ table }) => table)
  for (const table of tables) await sql`update ${sql.table(table)} set created_at = created_at - ${nights * 86_400}`.execute(db)
  // Far away first: moved by a few days, one line would for a moment stand where another still does.
  for (const days of [FAR, -FAR - nights])
    await sql`update row_history set since = since + ${days}::integer, until = until + ${days}::integer`.execute(db)
  await sql`update row_history_begun set day = day - ${nights}::integer`.execute(db)
}
