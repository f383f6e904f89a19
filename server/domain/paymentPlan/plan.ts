import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import dunningSetting from '../../../src/resources/settings/dunning.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { insertRow, insertRows } from '../../store/writing/write.ts'
import { readSetting, settingVersion } from '../setting/index.ts'
import { overdueOf, whoseOf } from './overdue.ts'
import { evenParts, type Part, wrongParts } from './rules/parts.ts'
import { sumOf, sumsByContract } from './rules/whose.ts'

/** What is asked of a plan. Amounts in fen. */
export interface Planned {
  party: number
  way: number
  count?: number | undefined
  first_day?: string | undefined
  parts?: readonly Part[] | undefined
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

/**
 * Makes a draft of a plan for what is overdue of bills that are held, of one contract or several. Throws 400 where they are not of one payer and one project, or
 * the parts are wrong; 409 where one of them is in an open plan.
 */
export const addPlan = async (
  { tx, session, now }: Acting,
  keys: readonly number[],
  { fees, plan_note, ...planned }: Planned & { fees: number; plan_note?: string | undefined },
): Promise<{ plan_id: number; said: string }> => {
  const shares = await overdueOf(tx, keys, planned.party, session.scope)
  const whose = whoseOf(shares, planned.party)
  const { p_id } = whose
  const total = sumOf(shares)
  const parts = partsOf(total, planned, dateOf(now))
  const { plan_days: grace } = await readSetting(tx, dunningSetting)
  const rule_version = await settingVersion(tx, dunningSetting)
  const plan_id = await insertRow(
    tx,
    resourceNamed('payment_plan'),
    {
      ...{ ...whose, party: planned.party, total, count: parts.length, first_day: parts[0]?.due_day },
      ...{ fees, grace, rule_version, note: plan_note ?? null },
    },
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
    shares.map(({ share_id, bill_id, owed, price }) => ({ plan_id, share_id, bill_id, owed, price, is_open: 1, p_id })),
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

/** Has a plan say of its shares, which are held, what they come to now that it begins: that as much is owed of each as when it was drafted was checked. */
export const beginWith = async ({ tx }: Acting, plan_id: number): Promise<void> => {
  await sql`
    update plan_share p set price = s.price, version = p.version + 1, updated_at = epoch_now()
    from bill_share s where s.share_id = p.share_id and p.plan_id = ${plan_id} and p.price is distinct from s.price
  `.execute(tx)
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

/** Holds the bills of plans that go on again: they may be in no other. */
export const takeUp = async ({ tx }: Pick<Acting, 'tx'>, keys: readonly number[]): Promise<void> => {
  await sql`update plan_share set is_open = 1, version = version + 1, updated_at = epoch_now() where plan_id = any(${keyList(keys)}) and is_open = 0`.execute(
    tx,
  )
}

/** Says what was unpaid of each contract when a plan was made, for who approves it; null where it is of one contract, which the plan itself names. */
export const contractsOf = async (tx: Tx, plan_id: number): Promise<string | null> => {
  const { rows } = await sql<{ contract_id: number | null; contract_sn: string | null; owed: number }>`
    select b.contract_id, c.sn as contract_sn, x.owed
    from plan_share x join bill b on b.bill_id = x.bill_id left join contract c on c.contract_id = b.contract_id
    where x.plan_id = ${plan_id} order by b.bill_date, x.share_id
  `.execute(tx)
  const sums = sumsByContract(rows)
  return sums === null ? null : `各合同未付：${sums}`
}
