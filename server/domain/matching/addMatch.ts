import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import type { matchKinds } from '../../../src/schemas/flow/match.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { inScope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { insertRows } from '../../store/writing/write.ts'
import { bookOver, overLimit } from './over.ts'
import { overOf, spread } from './rules/offers.ts'
import { settleSmall } from './tolerance.ts'

/** What is to be matched: money and what it settles, each in its order. */
export interface Matching {
  kind: keyof typeof matchKinds
  flows: readonly number[]
  shares: readonly number[]
  /** How sure the system was, in percent, and by which reasons (src/schemas/flow/match.ts). */
  sure?: number
  why?: readonly number[]
  run_id?: number
}

type Matcher = Pick<Acting, 'tx' | 'session'>

interface Money {
  flow_id: number
  unused: number
  custom_name: string
}

interface Owed {
  share_id: number
  rest: number
  p_id: number
  is_void: number
  /** What of its bill was written off, in fen. */
  bad: number
  is_deposit: boolean
  custom_id: number | null
  company_id: number | null
  name: string
}

const gone = (message: string): CallError => new CallError(409, message, { field: 'price' })

/** Money is held first, then bills, then their shares: by all who settle, in this order (server/domain/matching/migrations/025-settling-by-statement.sql). */
const holdMoney = async ({ tx, session }: Matcher, keys: ReadonlySet<number>): Promise<Map<number, Money>> => {
  const { rows } = await sql<Money>`
    select flow_id, unused, custom_name from flow where flow_id = any(${keyList([...keys])}) and type = 1 and ${inScope(session.scope, 'p_id')}
    order by flow_id for no key update
  `.execute(tx)
  if (rows.length < keys.size) throw new CallError(404, '没有这笔收款，或不在您负责的项目内')
  if (rows.some(({ unused }) => unused === 0)) throw gone('所选收款已用完或已红冲，请刷新后重试')
  return new Map(rows.map((row) => [row.flow_id, row]))
}

const holdOwed = async ({ tx, session }: Matcher, keys: ReadonlySet<number>): Promise<Map<number, Owed>> => {
  const list = keyList([...keys])
  await sql`select from bill where bill_id in (select bill_id from bill_share where share_id = any(${list})) order by bill_id for no key update`.execute(
    tx,
  )
  const { rows } = await sql<Owed>`
    select s.share_id, s.price - s.paid as rest, s.p_id, b.is_void, coalesce(b.bad, 0) as bad, b."from" = 3 as is_deposit, case when s.party = 1 then b.custom_id end as custom_id,
      case when s.party > 1 then s.company_id end as company_id, case when s.party = 1 then b.custom_name else coalesce(c.name, b.custom_name) end as name
    from bill_share s join bill b on b.bill_id = s.bill_id left join company c on c.company_id = s.company_id
    where s.share_id = any(${list}) and ${inScope(session.scope, 's.p_id')}
  `.execute(tx)
  if (rows.length < keys.size) throw new CallError(404, '没有这张账单，或不在您负责的项目内')
  if (rows.some(({ is_void }) => is_void === 1)) throw gone('该账单已作废，不能收款')
  return new Map(rows.map((row) => [row.share_id, row]))
}

const nameOf = (names: readonly string[]): string => {
  const [first = '', ...others] = new Set(names)
  return (others.length === 0 ? first : `${first}等 ${others.length + 1} 人`).slice(0, 60)
}

/** The one whom all of it is about; null where it is several's. */
const oneOf = (owed: readonly Owed[], name: 'custom_id' | 'company_id'): number | null => {
  const [first = null, ...others] = new Set(owed.map((share) => share[name]))
  return others.length === 0 ? first : null
}

const keysOf = (all: readonly Matching[], name: 'flows' | 'shares'): Set<number> => new Set(all.flatMap((matching) => matching[name]))

/**
 * Matches money with what is owed (domain.md, verification), each by itself, and gives the records' keys: the money settles the shares in their order; what is left of it stays
 * with its entry as 预收, or is booked where it is little (核销设置). Kept as a record by which it can be undone. 404 for what is not in scope, 409 for money that is used or reversed, and for
 * bills that are settled or void; then nothing of it is done.
 */
export const addMatches = async (acting: Matcher, all: readonly Matching[]): Promise<number[]> => {
  const { tx, session } = acting
  const money = await holdMoney(acting, keysOf(all, 'flows'))
  const owed = await holdOwed(acting, keysOf(all, 'shares'))
  const limit = await overLimit(tx)
  const done = all.map(({ flows, shares, ...about }) => {
    const given = flows.flatMap((key) => money.get(key) ?? [])
    const asked = shares.flatMap((key) => owed.get(key) ?? [])
    if (asked.every(({ rest }) => rest <= 0))
      throw gone(asked.some(({ bad }) => bad > 0) ? '该账单已核销为坏账：请先收回坏账，再收款' : '该账单已结清，不用再收')
    const left = given.map(({ flow_id, unused }) => ({ key: flow_id, left: unused }))
    const owing = asked.map(({ share_id, rest }) => ({ key: share_id, left: rest }))
    const parts = spread(left, owing)
    const over = asked.some(({ is_deposit }) => is_deposit) ? null : overOf(left, owing, parts, limit)
    const settled = [...new Set(parts.map(({ share_id }) => share_id))].flatMap((key) => owed.get(key) ?? [])
    const record = {
      ...about,
      payer_name: nameOf(given.map(({ custom_name }) => custom_name)),
      debtor_name: nameOf(settled.map(({ name }) => name)),
      price: parts.reduce((sum, { price }) => sum + price, over?.price ?? 0),
      receipts: new Set(parts.map(({ flow_id }) => flow_id)).size,
      shares: settled.length + (over ? 1 : 0),
      custom_id: oneOf(settled, 'custom_id'),
      company_id: oneOf(settled, 'company_id'),
      p_id: settled[0]?.p_id,
    }
    return { parts, over, record }
  })
  const keys = await insertRows(
    tx,
    resourceNamed('match'),
    done.map(({ record }) => record),
    session.userId,
  )
  const rows = done.flatMap(({ parts }, place) =>
    parts.map((part) => ({ ...part, match_id: keys[place], p_id: owed.get(part.share_id)?.p_id })),
  )
  await insertRows(tx, resourceNamed('allocation'), rows, session.userId)
  await settleSmall(acting, keys)
  await bookOver(
    acting,
    done.flatMap(({ over }, place) => (over ? { ...over, match_id: keys[place] ?? 0 } : [])),
  )
  return keys
}
