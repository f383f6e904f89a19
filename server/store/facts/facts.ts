import { type RawBuilder, sql } from 'kysely'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import type { Tx } from '../connection/database.ts'

/** A table that facts are made of. */
interface Source {
  /** Whose facts a row of it changes: a column of it, or through a reference of it the column of another (`contract_id.org_id`). */
  whose: string
  /** Its columns that count; a change of others changes no fact. */
  when: readonly string[]
}

/** Facts that the store keeps. */
export interface Facts {
  /** The SQL function that is their truth: `<name>(ids integer[], day date)` gives rows of the record's key, `per`, and what is kept. */
  name: string
  /** What they are, as an audit says it. */
  label: string
  /** The resource whose `kept` columns they are; all of its rows where `per` is another column than its key. */
  of: string
  /** The column of `of` that the function is asked by. */
  per: string
  /** Every table that the function reads, each with what of it counts. */
  madeOf: Readonly<Record<string, Source>>
}

/**
 * Declares columns that the store keeps current (`kept: true`), so that lists filter, sort and count them by an index: in the
 * transaction that changes a table of `madeOf`, and each day for what time alone changes. The function is the truth: `npm run audit`
 * compares, and who asks as of another day asks it.
 */
export const defineFacts = (facts: Facts): Facts => Object.freeze(facts)

type Find = (name: string) => CompleteResource

const id = (name: string): string => `"${name}"`
const ids = (names: readonly string[], alias = ''): string => names.map((name) => alias + id(name)).join(', ')

/** While a transaction says so, no trigger keeps facts: it adds everything at once, and then has all kept anew. */
const LATER = 'anju.facts'

const keeperName = ({ name }: Facts): string => `keep_${name}`

const keptColumns = (resource: CompleteResource): string[] => resource.columns.filter(({ spec }) => spec.kept).map(({ name }) => name)

/** Whether rows themselves are kept, several of a record, and not columns of the record's own row. */
const keepsRows = (facts: Facts, resource: CompleteResource): boolean => facts.per !== resource.key

/** The record that facts are told of: its row is the lock for which all wait who change its facts. */
const ownerOf = (facts: Facts, find: Find): CompleteResource => {
  const resource = find(facts.of)
  return keepsRows(facts, resource) ? find(resource.column[facts.per]?.target ?? '') : resource
}

const updateColumns = (facts: Facts, resource: CompleteResource): string => {
  const names = keptColumns(resource)
  return `update ${id(resource.table)} t set ${names.map((name) => `${id(name)} = f.${id(name)}`).join(', ')}
  from ${facts.name}(ids, day) f
  where t.${id(resource.key)} = f.${id(resource.key)} and (${ids(names, 't.')}) is distinct from (${ids(names, 'f.')});
  get diagnostics changed = row_count;`
}

const replaceRows = (facts: Facts, resource: CompleteResource): string => {
  const names = keptColumns(resource)
  const [table, key] = [id(resource.table), id(resource.key)]
  return `with f as materialized (select * from ${facts.name}(ids, day)),
    gone as (delete from ${table} t where t.${id(facts.per)} = any(ids) and t.${key} not in (select f.${key} from f) returning 1),
    made as (
      insert into ${table} (${key}, ${ids(names)})
      select ${ids([resource.key, ...names], 'f.')} from f left join ${table} t on t.${key} = f.${key}
      where t.${key} is null or (${ids(names, 't.')}) is distinct from (${ids(names, 'f.')})
      on conflict (${key}) do update set ${names.map((name) => `${id(name)} = excluded.${id(name)}`).join(', ')}
      returning 1
    )
  select (select count(*) from gone) + (select count(*) from made) into changed;`
}

/**
 * Whoever changes facts first waits for the record's row, and looks at what they are made of after that: else two who change it at once
 * would each not see the other's change, and the later would leave what neither made. The plan is kept: made anew for each list of records, it takes ten times as
 * long as what it does for one.
 */
const keeper = (facts: Facts, find: Find): string => {
  const [resource, owner] = [find(facts.of), ownerOf(facts, find)]
  return `create or replace function ${keeperName(facts)}(ids integer[], day date default current_date) returns bigint
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  changed bigint;
begin
  perform from ${id(owner.table)} where ${id(owner.key)} = any(ids) order by ${id(owner.key)} for no key update;
  ${keepsRows(facts, resource) ? replaceRows(facts, resource) : updateColumns(facts, resource)}
  return changed;
end $$`
}

const triggerName = (facts: Facts, table: string): string => `${table}_tells_${facts.name}`

/** Gives the query for whose facts the rows named `changed` are. */
const whoseOf = (table: string, { whose }: Source, find: Find): string => {
  const [column = '', through] = whose.split('.')
  if (!through) return `select distinct ${id(column)} from changed where ${id(column)} is not null`
  const target = find(find(table).column[column]?.target ?? '')
  // One by one, for the plan is kept: made for twenty thousand rows it would read the whole table for the next one.
  return `select distinct t.${id(through)} from (select distinct ${id(column)} as named from changed) c
    cross join lateral (select ${id(through)} from ${id(target.table)} where ${id(target.key)} = c.named offset 0) t where t.${id(through)} is not null`
}

const triggersOf = (facts: Facts, table: string, source: Source, find: Find): string[] => {
  const { key } = find(table)
  const columns = ids([...new Set([key, source.whose.split('.')[0] ?? '', ...source.when])])
  const all = (rows: string) => `select ${columns} from ${rows}`
  const changed = {
    INSERT: all('came'),
    DELETE: all('went'),
    UPDATE: `(${all('went')} except ${all('came')}) union (${all('came')} except ${all('went')})`,
  }
  const branches = Object.entries(changed).map(
    ([deed, rows]) =>
      `${deed === 'INSERT' ? 'if' : 'elsif'} tg_op = '${deed}' then ids := array(with changed as (${rows}) ${whoseOf(table, source, find)});`,
  )
  // Through a reference: who waits for a record's row may find, when it is free, that the row between the two has meanwhile gone to another record.
  const isThrough = source.whose.includes('.')
  const name = triggerName(facts, table)
  const references = { insert: 'new table as came', update: 'old table as went new table as came', delete: 'old table as went' }
  return [
    `create or replace function ${name}() returns trigger language plpgsql as $$
declare
  ids integer[];
  kept integer[] := '{}';
begin
  loop
    ${branches.join('\n    ')}
    end if;
    exit when ids <@ kept;
    perform ${keeperName(facts)}(ids);
    ${isThrough ? 'kept := kept || ids;' : 'exit;'}
  end loop;
  return null;
end $$`,
    ...Object.entries(references).map(
      ([deed, tables]) =>
        `create trigger ${name}_on_${deed} after ${deed} on ${id(table)} referencing ${tables} for each statement ` +
        `when (coalesce(current_setting('${LATER}', true), '') <> 'later') execute function ${name}()`,
    ),
  ]
}

/** Gives the statements that make a declaration's facts be kept, when the triggers of what was declared before are gone. */
export const factsStatements = (facts: Facts, find: Find): string[] => [
  keeper(facts, find),
  ...Object.entries(facts.madeOf).flatMap(([table, source]) => triggersOf(facts, table, source, find)),
]

/** Takes away all triggers that keep facts. */
export const dropFactTriggers = async (tx: Tx): Promise<void> => {
  const { rows } = await sql<{ name: string; place: string }>`
    select quote_ident(tgname) as name, tgrelid::regclass::text as place from pg_trigger where tgname ~ '_tells_.*_on_(insert|update|delete)$'
  `.execute(tx)
  for (const { name, place } of rows) await sql.raw(`drop trigger ${name} on ${place}`).execute(tx)
}

/** Until the end of the transaction facts are not kept; what it adds has them by `keepAll`. */
export const keepLater = async (tx: Tx): Promise<void> => {
  await sql`select set_config(${sql.lit(LATER)}, 'later', true)`.execute(tx)
}

const BATCH = 2000

/** Runs one statement, alone or within the caller's transaction. */
type Run = (portion: RawBuilder<Portion>) => Promise<readonly Portion[]>

interface Portion {
  last: number | null
  n: number
}

const namesOf = (facts: Facts, find: Find): RawBuilder<unknown> => {
  const resource = find(facts.of)
  return sql.join([resource.key, ...keptColumns(resource)].map((name) => sql.id(name)))
}

/** What the function says of records as of a day. */
const toldOf = (facts: Facts, find: Find, keys: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${namesOf(facts, find)} from ${sql.id(facts.name)}(${keys}, ${day})`

/** What is kept of records. */
const storedOf = (facts: Facts, find: Find, those: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${namesOf(facts, find)} from ${sql.table(find(facts.of).table)} where ${sql.id(facts.per)} ${those}`

/**
 * Looks at the facts of all records as of today, a portion of records after the other, and does something with those of a portion whose
 * facts are not what the function says: `deed` makes SQL that counts out of SQL that gives their keys. Gives the sum of the counts.
 */
const walk = async (facts: Facts, find: Find, run: Run, deed: (wrong: RawBuilder<unknown>) => RawBuilder<unknown>): Promise<number> => {
  const owner = ownerOf(facts, find)
  const [key, per] = [sql.id(owner.key), sql.id(facts.per)]
  const told = toldOf(facts, find, sql`array(select ${key} from batch)`, sql`current_date`)
  const stored = storedOf(facts, find, sql`in (select ${key} from batch)`)
  const wrong = sql`
    with told as materialized (${told}), stored as materialized (${stored})
    select distinct ${per} from ((table told except table stored) union all (table stored except table told)) other`
  const portion = (after: number): RawBuilder<Portion> => sql<Portion>`
    with batch as materialized (select ${key} from ${sql.table(owner.table)} where ${key} > ${after} order by ${key} limit ${BATCH})
    select (select max(${key}) from batch) as last, (${deed(wrong)}) as n
  `
  let [after, sum] = [0, 0]
  for (;;) {
    const [row] = await run(portion(after))
    if (!row?.last) return sum
    after = row.last
    sum += Number(row.n)
  }
}

/** Has the facts of all records kept as of today, and gives how many rows changed. Records whose facts stay as they are are not touched. */
export const keepAll = (facts: Facts, find: Find, run: Run): Promise<number> =>
  walk(facts, find, run, (wrong) => sql`${sql.id(keeperName(facts))}(array(${wrong}))`)

/** The periodic job that has facts kept by the day. */
export const KEEPS_FACTS = 'keep_facts'

/** Since which day facts were perhaps not kept again: that of the job's last run, the first day of a store where it never ran. */
const KEPT_SINCE = sql`(
  select coalesce(to_timestamp(max(started_at) filter (where kind = ${sql.lit(KEEPS_FACTS)} and state = 'done'))::date, to_timestamp(min(created_at))::date, current_date - 1) from job
)`

/**
 * Gives of how many records the kept facts are not what the function says, of today or of a day since which only what was touched was kept again: a store that
 * was brought back is of the day on which it was kept, and just after midnight each one is of yesterday. Changes nothing.
 */
export const auditFacts = (facts: Facts, find: Find, run: Run): Promise<number> => {
  const per = sql`wrong.${sql.id(facts.per)}`
  const [told, stored] = [toldOf(facts, find, sql`array[${per}]`, sql`past.day::date`), storedOf(facts, find, sql`= ${per}`)]
  const wasSo = sql`
    select from generate_series(${KEPT_SINCE}, current_date - 1, interval '1 day') past (day)
    where not exists ((${told} except ${stored}) union all (${stored} except ${told}))`
  return walk(facts, find, run, (wrong) => sql`select count(*) from (${wrong}) wrong where not exists (${wasSo})`)
}
