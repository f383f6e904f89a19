import { type RawBuilder, sql } from 'kysely'
import type { RowOf } from '../../../src/core/typed.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inSet } from '../../store/reading/states.ts'
import { insertRows } from '../../store/writing/write.ts'

interface Lines<C extends string> {
  /** The resource whose rows are the lines: `contract_id, from_date, reason, p_id`, and what is agreed. */
  of: string
  /** What is agreed. */
  columns: readonly C[]
}

/**
 * The contract itself says in columns of the same names what holds today, while it is in these states; what it begins with has a line only once there is another. Lines
 * are only ever added: of those of one day the last stands, which corrects the others.
 */
interface Said {
  says: 'lets' | 'hasLet'
}

/** Lines of each value of a column follow one another by themselves; a new one replaces those of its value that begin on its day or after it. */
interface Apart<C extends string> {
  by: C
}

/** Terms that contracts say themselves. */
type SaidTerms = Lines<string> & Said

/** What contracts agree from a day on: each line holds until the next one begins. */
type Terms<C extends string = string> = Lines<C> & (Said | Apart<C>)

/**
 * Declares what contracts agree from a day on: from `defineTerms(contractRent, ['rent'], { says: 'lets' })` come how it is read (`linesOf`, `holding`),
 * agreed anew (`agree`), said by the contract when its day comes (`sayTerms`) and goes on in the contract that follows (`carry`).
 */
export const defineTerms = <
  R extends { name: string },
  const C extends Exclude<keyof RowOf<R>, 'contract_id' | 'from_date' | 'reason' | 'p_id'> & string,
  const W extends Said | Apart<C>,
>(
  { name }: R,
  columns: readonly C[],
  way: W,
): Lines<C> & W => ({ of: name, columns, ...way })

const isSaid = (terms: Lines<string> & (Said | Apart<string>)): terms is SaidTerms => 'says' in terms
const tableOf = ({ of }: Lines<string>): RawBuilder<unknown> => sql.table(of)
const columnsOf = ({ columns }: Lines<string>, row: string): RawBuilder<unknown> =>
  sql.join(columns.map((name) => sql.ref(`${row}.${name}`)))

type Sql = RawBuilder<unknown>
type Pairs = Readonly<Record<string, Sql>>

const asJson = (pairs: Pairs): Sql =>
  sql`json_build_object(${sql.join(Object.entries(pairs).map(([name, value]) => sql`${sql.lit(name)}, ${value}`))})`
const agreedOf = ({ columns }: Lines<string>, row: string): Pairs =>
  Object.fromEntries(columns.map((name) => [name, sql.ref(`${row}.${name}`)]))

/** Puts the last line of a day before the others. */
const lastFirst = ({ of }: Lines<string>, row: string): Sql => sql`${sql.ref(`${row}.${resourceNamed(of).key}`)} desc`

/** The lines of a contract that stand: those that none of the same day corrects. */
const standing = (terms: Terms, contract_id: Sql): Sql => {
  const own = sql`from ${tableOf(terms)} s where s.contract_id = ${contract_id}`
  return isSaid(terms)
    ? sql`(select distinct on (s.from_date) s.* ${own} order by s.from_date, ${lastFirst(terms, 's')})`
    : sql`(select s.* ${own})`
}

/** The lines of a contract as JSON, the earliest first; null where it has none. */
const ownLines = (terms: Terms, contract_id: Sql, beside: Pairs = {}): Sql => {
  const order = sql.join(['from_date', ...(isSaid(terms) ? [] : [terms.by])].map((name) => sql.ref(`k.${name}`)))
  const line = asJson({ from_date: sql.ref('k.from_date'), ...agreedOf(terms, 'k'), ...beside })
  return sql`(select json_agg(${line} order by ${order}) from ${standing(terms, contract_id)} k)`
}

/** Gives the SQL of all lines of a contract, the earliest first, as JSON: `[{ from_date, …columns, …beside }]`; `beside` may name the line `k`. */
export const linesOf = (terms: Terms, contract_id: Sql, beside: Pairs = {}): Sql =>
  sql`coalesce(${ownLines(terms, contract_id, beside)}, '[]')`

/** Gives the SQL of all that a contract (`c`) has agreed, as `linesOf` does: what it says itself, from its first day on, where it has no line; nothing where there is no contract. */
export const linesSaid = (terms: SaidTerms): Sql => sql`coalesce(
  ${ownLines(terms, sql.ref('c.contract_id'))},
  case when c.contract_id is not null then json_build_array(${asJson({ from_date: sql.ref('c.start_date'), ...agreedOf(terms, 'c') })}) end, '[]')`

/**
 * Gives the SQL of what holds of a contract (`c`) on a day, for `cross join lateral`: its columns, by what is agreed until now; before the first line, the first.
 * Of terms that contracts say.
 */
export const holding = (terms: SaidTerms, day: Sql): Sql => sql`(
  select * from (
    select k.from_date, ${columnsOf(terms, 'k')} from ${standing(terms, sql.ref('c.contract_id'))} k
    union all select null, ${columnsOf(terms, 'c')}
  ) each order by from_date > ${day}, case when from_date <= ${day} then from_date end desc, from_date limit 1
)`

/** A contract as terms are agreed of it; of terms that it says, with what it says. */
type Agreeing = Row<'contract', 'contract_id' | 'p_id' | 'start_date'>

/**
 * Has other terms hold of a contract, which is held, from a day on: a line is added, and before the first one what the contract began with; if the day has come, the
 * contract says them.
 */
export const agree = async <C extends string>(
  { tx, session, now }: Acting,
  terms: Terms<C>,
  from: Agreeing & { readonly [N in C]?: unknown },
  line: { from_date: string; reason: string } & { readonly [N in C]?: unknown },
): Promise<void> => {
  const { contract_id, p_id, start_date } = from
  const { from_date, reason } = line
  const agreed = (said: { readonly [N in C]?: unknown }) => Object.fromEntries(terms.columns.map((name) => [name, said[name]]))
  const lines: Record<string, unknown>[] = [{ contract_id, p_id, from_date, reason, ...agreed(line) }]
  const own = sql`from ${tableOf(terms)} where contract_id = ${contract_id}::integer`
  if (!isSaid(terms)) await sql`delete ${own} and ${sql.ref(terms.by)} = ${line[terms.by]} and from_date >= ${from_date}::date`.execute(tx)
  else if (start_date < from_date && (await sql`select ${own} limit 1`.execute(tx)).rows.length === 0)
    lines.unshift({ contract_id, p_id, from_date: start_date, ...agreed(from) })
  await insertRows(tx, resourceNamed(terms.of), lines, session.userId)
  if (isSaid(terms) && from_date <= dateOf(now)) await sayTerms(tx, terms, dateOf(now), contract_id)
}

/** Has contracts, or one, say the terms that hold from today on, where a line has begun; gives how many. */
export const sayTerms = async (tx: Tx, terms: SaidTerms, today: string, contract_id?: number): Promise<number> => {
  const sets = sql.join(terms.columns.map((name) => sql`${sql.id(name)} = ${sql.ref(`s.${name}`)}`))
  const { numAffectedRows = 0n } = await sql`
    update contract c set ${sets}, version = c.version + 1, updated_at = epoch_now()
    from (
      select distinct on (k.contract_id) k.contract_id, ${columnsOf(terms, 'k')} from ${tableOf(terms)} k
      where k.from_date <= ${today}::date ${contract_id === undefined ? sql`` : sql`and k.contract_id = ${contract_id}`}
      order by k.contract_id, k.from_date desc, ${lastFirst(terms, 'k')}
    ) s
    where s.contract_id = c.contract_id and (${columnsOf(terms, 'c')}) is distinct from (${columnsOf(terms, 's')}) and c.status in (${inSet(contract, terms.says)})
  `.execute(tx)
  return Number(numAffectedRows)
}

/**
 * Has the contract that follows another go on with what was agreed for days to come. It begins with what holds on its first day: of terms that contracts say, with
 * what it says itself, which has a line where another follows.
 */
export const carry = async (tx: Tx, terms: Terms, former_id: number, contract_id: number, userId: number | null): Promise<void> => {
  const agreed = sql`from ${standing(terms, sql`${former_id}::integer`)} k`
  const later = sql`${agreed} where k.from_date > c.start_date and k.from_date <= c.end_date`
  const first = isSaid(terms)
    ? sql`select c.start_date as from_date, ${columnsOf(terms, 'c')}, null as reason where exists (select ${later})`
    : sql`select c.start_date as from_date, ${columnsOf(terms, 'k')}, k.reason ${agreed} where k.from_date <= c.start_date and not exists (
        select from ${tableOf(terms)} n
        where n.contract_id = k.contract_id and ${sql.ref(`n.${terms.by}`)} = ${sql.ref(`k.${terms.by}`)} and n.from_date > k.from_date and n.from_date <= c.start_date
      )`
  await sql`
    insert into ${tableOf(terms)} (contract_id, from_date, ${sql.join(terms.columns.map((name) => sql.id(name)))}, reason, p_id, created_by)
    select c.contract_id, g.from_date, ${columnsOf(terms, 'g')}, g.reason, c.p_id, ${userId}::integer
    from contract c cross join lateral (${first} union all select k.from_date, ${columnsOf(terms, 'k')}, k.reason ${later}) g
    where c.contract_id = ${contract_id} order by g.from_date
  `.execute(tx)
}
