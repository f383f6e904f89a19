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
  /**
   * What is read along with a row, which is called `t` then, in SQL: joins by its references, of which nothing that is told apart by, or asked, may change once the row is
   * there; or what the row itself makes several lines of (the day on which it begins, and that on which it ends). Not with `heads`.
   */
  joined?: string
  /** Which rows count, in SQL; left out: all. */
  where?: string
  /** What is added up beside their number: a name each, and the SQL of an integer. */
  sums?: Readonly<Record<string, string>>
  /** Rows are only ever added, and nothing that they count by changes: only what is added is counted. */
  isAppendOnly?: true
  /**
   * The table of a resource that has a row for each group, made with the group's first: a list of groups is then paged by its own indexes. It has columns named as in `by`,
   * which are its one unique key, empty values included.
   */
  heads?: string
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
    return `select ${list(cells.map(([name = '', of]) => `${of} as ${id(name)}`))} from ${from}${tally.joined ? ` t ${tally.joined}` : ''}${tally.where ? ` where ${tally.where}` : ''}`
  })
  const groups = list(Object.keys(tally.by).map(id))
  return `select ${groups}, ${totals(tally)} from (${each.join(' union all ')}) line group by ${groups} having ${isSome(tally)}`
}

const add = (tally: Tally, rows: string, isPending: boolean): string =>
  `insert into ${tableOf(tally)} (${list(named(tally).map(id))}, is_pending) select *, ${isPending} from (${rows}) lines`

/** Whoever comes second waits for the first of a group, once. */
const addHeads = ({ heads, by, where }: Tally, rows: string): string[] => {
  if (!heads) return []
  const cells = Object.entries(by).map(([name, of]) => `${of} as ${id(name)}`)
  const names = list(Object.keys(by).map(id))
  const groups = `select distinct ${list(cells)} from ${rows}${where ? ` where ${where}` : ''} order by ${names}`
  return [`insert into ${id(heads)} (${names}) ${groups} on conflict do nothing`]
}

const allAnew = (tally: Tally): string[] => [...addHeads(tally, id(tally.of)), add(tally, counted(tally, [[id(tally.of), 1]]), false)]

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

const deedsOf = ({ isAppendOnly }: Tally) => Object.entries(DEEDS).filter(([deed]) => !isAppendOnly || deed === 'insert')

/** A group in one number, its empty values included, which an index finds; lines of other groups may have the same. */
const groupHash = ({ by }: Tally, of = ''): string => `hash_record(row(${list(Object.keys(by).map((name) => `${of}${id(name)}`))}))`

/** Gives the statements that make a tally's empty table: before the views, which may read it. */
export const tallyTable = (tally: Tally): string[] => {
  const table = tableOf(tally)
  return [
    `create table ${table} as select *, false as is_pending from (${counted(tally, [[id(tally.of), 1]])}) lines (${list(named(tally).map(id))}) with no data`,
    `create index on ${table} (is_pending) where is_pending`,
    `create index on ${table} (${groupHash(tally)})`,
  ]
}

/** Gives the statements that make a tally's triggers, and its first lines. While `anju.facts` says 'later' nothing is counted. */
export const tallyStatements = (tally: Tally): string[] => {
  const deeds = deedsOf(tally)
  const branches = deeds.map(
    ([deed, { rows }], index) =>
      `${index === 0 ? 'if' : 'elsif'} tg_op = '${deed.toUpperCase()}' then ${[...(deed === 'delete' ? [] : addHeads(tally, 'came')), add(tally, counted(tally, rows), true)].join('; ')};`,
  )
  const name = triggerName(tally)
  return [
    ...allAnew(tally),
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
  for (const statement of [`delete from ${tableOf(tally)}`, ...allAnew(tally)]) await sql.raw(statement).execute(tx)
}

/** So many lines cost a reader nothing yet. */
const MANY = 500

/** Puts the lines of what changed together with their groups, where there are many; gives how many lines there were, or 0. */
export const foldTally = async (db: Queryable, tally: Tally): Promise<number> => {
  const table = sql.table(tableOf(tally))
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${table} where is_pending`.execute(db)
  const pending = Number(rows[0]?.n ?? 0)
  if (pending < MANY) return 0
  const names = Object.keys(tally.by).map(id)
  const [groups, same] = [list(names), (of: string) => `row(${list(names.map((name) => `${of}.${name}`))})`]
  // One statement: who reads sees the lines before or after it. Two at once each take the lines that the other does not. Groups that did not change are left alone.
  await sql
    .raw(
      `with changed as materialized (select distinct ${groups} from ${tableOf(tally)} where is_pending),
       gone as (
         delete from ${tableOf(tally)} t using changed c where ${groupHash(tally, 't.')} = ${groupHash(tally, 'c.')} and ${same('t')} is not distinct from ${same('c')} returning t.*
       )
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
  const headless = tally.heads
    ? ` + (select count(*) from (select ${groups} from (${truth}) truth except select ${groups} from ${id(tally.heads)}) headless)`
    : ''
  const wrong: RawBuilder<{ n: number }> = sql.raw(
    `select (select count(*) from ((${told} except ${truth}) union all (${truth} except ${told})) wrong)${headless} as n`,
  )
  const { rows } = await wrong.execute(db)
  return Number(rows[0]?.n ?? 0)
}
