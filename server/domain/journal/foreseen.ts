import { sql } from 'kysely'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import type { Context } from '../../calls/defineCall.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'

/** What leaves an own account: one that is named, or the usual one of a way. In fen. */
interface Taken {
  own_account_id?: number | undefined
  way?: number | undefined
  price?: number | undefined
}

/** Money that is about to be entered, as far as it is typed: on which day (YYYY-MM-DD) or at which moment (seconds), today where neither is said; of what goes out, of which account. */
export interface Entering {
  day?: string | undefined
  at?: number | undefined
  taken?: Taken | undefined
}

/** That months come into the books with it which were not there, and would have to be closed: as a rule its year is wrong. */
const beforeBooks = async (db: Queryable, day: string): Promise<string[]> => {
  const { rows } = await sql<{ month: string; first: string; months: number }>`
    select to_char(b.day, 'YYYY-MM') as month, to_char(f.day, 'YYYY-MM') as first, (extract(year from age(f.day, b.day)) * 12 + extract(month from age(f.day, b.day)))::integer as months
    from (select date_trunc('month', booked_on(${day}::date)) as day) b, (select to_date(coalesce(min(month), to_char(current_date, 'YYYY-MM')), 'YYYY-MM')::timestamp as day from closing) f
    where b.day < f.day
  `.execute(db)
  return rows.map(({ month, first, months }) => `账从 ${first} 起，这一笔记在 ${month}：多出 ${months} 个月要结账，请核对年月`)
}

/**
 * That a cash account would have less than nothing by the books, on that day or a later one: of cash there is no such thing. How much is in one that has money of other
 * projects, whoever has some projects alone is not told, as in the lists. Nor is he told without the sum that it is too little: he would ask of one amount after another.
 */
const cashShort = async (db: Queryable, scope: Scope, day: string, { own_account_id, way, price }: Taken): Promise<string[]> => {
  if (!price) return []
  const { rows } = await sql<{ name: string; on: string; rest: number }>`
    select c.name, greatest(c.day, d.day) as on, c.price - ${price}::bigint as rest
    from (select booked_on(${day}::date) as day) d, cash_view c join own_account a on a.own_account_id = c.own_account_id
    where case when ${own_account_id ?? null}::integer is null then a.way = ${way ?? null}::integer and a.usual = 1 and a.retired = 0 else a.own_account_id = ${own_account_id ?? null}::integer end
      and coalesce(c.till > d.day, true) and c.price < ${price}::bigint and ${inScope(scope, 'c.p_id')}
    order by c.day limit 1
  `.execute(db)
  return rows.map(
    ({ name, on, rest }) => `${name} ${on} 的账面余额会是 -¥${fenToYuan(-rest)}：现金不会少于零，请核对日期、金额，漏记的收款先登记`,
  )
}

/** Gives, in sentences, what whoever enters money should know before of the books as they stand, of cash accounts those of his projects; nothing of that is refused. */
export const foreseen = async ({ tx, session, now }: Context, { day, at, taken }: Entering): Promise<string[]> => {
  const on = day ?? dateOf(at ?? now)
  return [...(await beforeBooks(tx, on)), ...(taken ? await cashShort(tx, session.scope, on, taken) : [])]
}

/** The same as what a dialog shows while one types: nothing where there is nothing to say. */
export const foreseenTold = async (context: Context, entering: Entering): Promise<Preview> => {
  const said = await foreseen(context, entering)
  return { facts: [], ...(said.length > 0 ? { said: said.join('；') } : {}) }
}
