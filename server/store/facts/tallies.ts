import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Tx } from '../connection/database.ts'

/** Counts and sums that the store keeps of a table's rows. */
export interface Tally {
  name: string
  /** What is counted, as an audit says it. */
  label: string
  /** The table whose rows are counted. */
  of: string
  /** What the rows are told apart by: a name each, and the SQL of it for a row. */
  by: Readonly<Record<string, string>>
  /** Which rows count, in SQL; left out: all. */
  where?: string
  /** What is added up beside their number: a name each, and the SQL of an integer. */
  sums?: Readonly<Record<string, string>>
}

/**
 * Declares counts and sums of a table that the store keeps, so that asking for them costs the same whatever the table holds: the table
 * `tally_<name>` has columns of `by`, `n` (rows) and the sums. It holds several lines of a group, which who reads adds up: each change
 * of the rows adds a line of what it changed, in its own transaction, so nobody who changes a row waits for another.
 */
export const defineTally = (tally: Tally): Tally => Object.freeze(tally)

const id = (name: string): string => `"${name}"`
const list = (parts: readonly string[]): string => parts.join(', ')

const tableOf = ({ name }: Tally): string => `tally_${name}`
const sumsOf = ({ sums = {} }: Tally): [string, string][] => [['n', '1'], ...Object.entries(sums)]

const named = (tally: Tally): string[] => [...Object.keys(tally.by), ...sumsOf(tally).map(([name]) => name)]
const totals = (tally: Tally): string => list(sumsOf(tally).map(([name]) => `sum(${id(name)})`))
const isSome = (tally: Tally): string =>
  sumsOf(tally)
    .map(([name]) => `sum(${id(name)}) <> 0`)
    .join(' or ')

/** Gives the groups of rows with their sums, of `rows` as they count once or, taken away, less than nothing. */
const counted = (tally: Tally, rows: readonly (readonly [string, 1 | -1])[]): string => {
  const each = rows.map(([from, sign]) => {
    const cells = [...Object.entries(tally.by), ...sumsOf(tally).map(([name, of]) => [name, `(${of})::bigint * ${sign}`])]
    return `select ${list(cells.map(([name = '', of]) => `${of} as ${id(name)}`))} from ${from}${tally.where ? ` where ${tally.where}` : ''}`
  })
  const groups = list(Object.keys(tally.by).map(id))
  return `select ${groups}, ${totals(tally)} from (${each.join(' union all ')}) line group by ${groups} having ${isSome(tally)}`
}

const add = (tally: Tally, rows: string, isPending: boolean): string =>
  `insert into ${tableOf(tally)} (${list(named(tally).map(id))}, is_pending) select *, ${isPending} from (${rows}) lines`

const triggerName = (tally: Tally): string => `${tally.of}_counts_${tally.name}`

const DEEDS = {
  insert: { tables: 'new table as came', rows: [['came', 1]] },
  update: {
    tables: 'old table as went new table as came',
    rows: [
      ['went', -1],
      ['came', 1],
    ],
  },
  delete: { tables: 'old table as went', rows: [['went', -1]] },
} as const

/** Gives the statements that make a tally's table, its triggers, and its first lines. While `anju.facts` says 'later' nothing is counted. */
export const tallyStatements = (tally: Tally): string[] => {
  const deeds = Object.entries(DEEDS)
  const branches = deeds.map(
    ([deed, { rows }], index) =>
      `${index === 0 ? 'if' : 'elsif'} tg_op = '${deed.toUpperCase()}' then ${add(tally, counted(tally, rows), true)};`,
  )
  const name = triggerName(tally)
  return [
    `create table ${tableOf(tally)} as select *, false as is_pending from (${counted(tally, [[id(tally.of), 1]])}) lines (${list(named(tally).map(id))})`,
    `create index on ${tableOf(tally)} (is_pending) where is_pending`,
    `create function ${name}() returns trigger language plpgsql as $$
begin
  ${branches.join('\n  ')}
  end if;
  return null;
end $$`,
    ...deeds.map(
      ([deed, { tables }]) =>
        `create trigger ${name}_on_${deed} after ${deed} on ${id(tally.of)} referencing ${tables} for each statement ` +
        `when (coalesce(current_setting('anju.facts', true), '') <> 'later') execute function ${name}()`,
    ),
  ]
}

/** Takes away every tally; what is declared is made anew. */
export const dropTallies = async (tx: Tx): Promise<void> => {
  const { rows: functions } = await sql<{ name: string }>`
    select proname as name from pg_proc where pronamespace = current_schema()::regnamespace and proname ~ '_counts_' and prorettype = 'trigger'::regtype
  `.execute(tx)
  for (const { name } of functions) await sql`drop function ${sql.id(name)}() cascade`.execute(tx)
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and starts_with(tablename, 'tally_')
  `.execute(tx)
  for (const { name } of tables) await sql`drop table ${sql.table(name)}`.execute(tx)
}

/** Counts all rows anew. */
export const recount = async (tx: Tx, tally: Tally): Promise<void> => {
  await sql`delete from ${sql.table(tableOf(tally))}`.execute(tx)
  await sql.raw(add(tally, counted(tally, [[id(tally.of), 1]]), false)).execute(tx)
}

/** So many lines cost a reader nothing yet. */
const MANY = 500

/** Puts the lines of what changed together with their groups, where there are many; gives how many lines there were, or 0. */
export const foldTally = async (db: Queryable, tally: Tally): Promise<number> => {
  const table = sql.table(tableOf(tally))
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${table} where is_pending`.execute(db)
  const pending = Number(rows[0]?.n ?? 0)
  if (pending < MANY) return 0
  const groups = list(Object.keys(tally.by).map(id))
  // One statement: who reads sees the lines before or after it. Two at once each take the lines that the other does not.
  await sql
    .raw(
      `with gone as (delete from ${tableOf(tally)} returning *)
       insert into ${tableOf(tally)} (${list(named(tally).map(id))}, is_pending)
       select ${groups}, ${totals(tally)}, false from gone group by ${groups} having ${isSome(tally)}`,
    )
    .execute(db)
  return pending
}

/** Gives how many groups of a tally are not what its rows come to. Changes nothing. */
export const auditTally = async (db: Queryable, tally: Tally): Promise<number> => {
  const groups = list(Object.keys(tally.by).map(id))
  const told = `select ${groups}, ${totals(tally)} from ${tableOf(tally)} group by ${groups} having ${isSome(tally)}`
  const truth = counted(tally, [[id(tally.of), 1]])
  const wrong: RawBuilder<{ n: number }> = sql.raw(
    `select count(*) as n from ((${told} except ${truth}) union all (${truth} except ${told})) wrong`,
  )
  const { rows } = await wrong.execute(db)
  return Number(rows[0]?.n ?? 0)
}
