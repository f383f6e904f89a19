import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { insertRow, insertRows } from '../../store/writing/write.ts'
import { evenParts, type Part, wrongParts } from './rules/parts.ts'

/** What is asked of a plan. Amounts in fen. */
export interface Planned {
  party: number
  way: number
  count?: number | undefined
  first_day?: string | undefined
  parts?: readonly Part[] | undefined
}

/** An overdue share that a plan is about. */
interface Overdue {
  share_id: number
  bill_id: number
  sn: string
  owed: number
  contract_id: number | null
  custom_id: number | null
  company_id: number | null
  custom_name: string
  org_id: number | null
  p_id: number
}

/** Gives what a party owes of bills that are overdue. */
export const overdueOf = async (db: Queryable, keys: readonly number[], party: number, scope: Scope): Promise<Overdue[]> => {
  const { rows } = await sql<Overdue>`
    select s.share_id, b.bill_id, b.sn, s.price - s.paid as owed, b.contract_id, b.custom_id, case when s.party > 1 then coalesce(s.company_id, b.company_id) end as company_id,
      b.custom_name, b.org_id, b.p_id
    from bill b join bill_share s on s.bill_id = b.bill_id
    where b.bill_id = any(${keyList(keys)}) and s.party = ${party}::smallint and s.paid < s.price and b.is_void = 0 and b."from" <> 3 and b.bill_date < current_date
      and ${inScope(scope, 'b.p_id')}
    order by b.bill_date, s.share_id
  `.execute(db)
  return rows
}

const wrong = (message: string, field: string): CallError => new CallError(400, message, { field })

/** Gives the parts of a plan. Throws 400 where they do not sum to what is owed, do not follow each other, or one is due already. */
export const partsOf = (total: number, { way, count, first_day, parts }: Planned, today: string): Part[] => {
  const all = way === 2 ? [...(parts ?? [])] : evenParts(total, count ?? 2, first_day ?? today)
  const field = way === 2 ? 'parts' : 'first_day'
  const problem = wrongParts(all, total)
  if (problem === 'order') throw wrong('各期的应付日须一期晚于一期', field)
  if (problem === 'sum') throw wrong(`各期金额之和须等于逾期未付的合计 ${fenToYuan(total)} 元`, field)
  if ((all[0]?.due_day ?? today) < today) throw wrong('第一期应付日不能早于今天', field)
  if (all.some(({ price }) => price <= 0)) throw wrong('每一期至少 1 分', field)
  return all
}

/** Throws 400 where the party owes nothing of the bills, or they are not of one contract. */
const checkOne = (shares: readonly Overdue[]): Overdue => {
  const [first] = shares
  if (!first) throw wrong('所选账单里没有这一方逾期未付的金额', 'party')
  if (
    first.contract_id === null ||
    shares.some(({ contract_id, company_id }) => contract_id !== first.contract_id || company_id !== first.company_id)
  )
    throw wrong('请选择同一份合同、同一付款方的账单', 'party')
  return first
}

export const sumOf = (shares: readonly { owed: number }[]): number => shares.reduce((sum, { owed }) => sum + owed, 0)

/** Makes a draft of a plan for what is overdue of bills that are held. Throws as above; 409 where one of them is in an open plan. */
export const addPlan = async (
  { tx, session, now }: Acting,
  keys: readonly number[],
  { fees, plan_note, ...planned }: Planned & { fees: number; plan_note?: string | undefined },
): Promise<{ plan_id: number; said: string }> => {
  const shares = await overdueOf(tx, keys, planned.party, session.scope)
  const { contract_id, custom_id, company_id, custom_name, org_id, p_id } = checkOne(shares)
  const total = sumOf(shares)
  const parts = partsOf(total, planned, dateOf(now))
  const whose = { contract_id, custom_id, company_id, custom_name, org_id, p_id }
  const plan_id = await insertRow(
    tx,
    resourceNamed('payment_plan'),
    { ...whose, party: planned.party, total, count: parts.length, fees, note: plan_note ?? null, first_day: parts[0]?.due_day },
    session.userId,
  )
  await insertRows(
    tx,
    resourceNamed('plan_part'),
    parts.map((part, place) => ({ plan_id, place: place + 1, ...part, p_id })),
    session.userId,
  )
  await insertRows(
    tx,
    resourceNamed('plan_share'),
    shares.map(({ share_id, bill_id, owed }) => ({ plan_id, share_id, bill_id, owed, is_open: 1, p_id })),
    session.userId,
  )
  return { plan_id, said: `已拟还款计划：${fenToYuan(total)} 元，分 ${parts.length} 期；对方签字后在“还款计划”里生效` }
}

/** Throws 409 where what is owed of a plan's bills is not what it was when the plan was made. */
export const checkStillOwed = async ({ tx }: Acting, plan_id: number): Promise<void> => {
  const { rows } = await sql<{ changed: boolean }>`
    select coalesce(bool_or(b.is_void = 1 or s.price - s.paid <> p.owed), false) as changed
    from plan_share p join bill_share s on s.share_id = p.share_id join bill b on b.bill_id = p.bill_id where p.plan_id = ${plan_id}
  `.execute(tx)
  if (rows[0]?.changed) throw new CallError(409, '欠款与拟定时不同了（收过款、减免或作废），请取消后重新拟定')
}

/** Holds the bills of plans, before the plans. */
export const holdBillsOf = async ({ tx }: Pick<Acting, 'tx'>, keys: readonly number[]): Promise<void> => {
  await sql`
    select from bill where bill_id in (select bill_id from plan_share where plan_id = any(${keyList(keys)})) order by bill_id for no key update
  `.execute(tx)
}

/** Lets the bills of plans that are over go: they may be in another. */
export const letGo = async ({ tx }: Pick<Acting, 'tx'>, keys: readonly number[]): Promise<void> => {
  await sql`update plan_share set is_open = 0, version = version + 1, updated_at = epoch_now() where plan_id = any(${keyList(keys)}) and is_open = 1`.execute(
    tx,
  )
}
