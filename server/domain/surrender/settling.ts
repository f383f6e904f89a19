import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Tx } from '../../store/connection/database.ts'
import { nextOf, series } from '../../store/writing/series.ts'
import { adjust, allocate, cutShort, type Moved, makeBills, moveDeposit, takenBack, takingBack } from '../bill/index.ts'
import { dropClaims } from '../contract/index.ts'
import { readSetting } from '../setting/index.ts'
import { isOthersBack, type Reckoning, type Surrendered } from './reckoning.ts'

/** How what is left goes back. */
export interface PayingBack {
  way: number
  /** Whoever gets it; whoever paid, where null. */
  payee: string | null
  /** From which account, when and why, where that is not by the settlement itself. */
  own_account_id?: number | undefined
  deal_time?: number
  note?: string
}

/** What of a surrender says where money goes back. */
type Left = Pick<Surrendered, 'contract_id' | 'org_id' | 'left_on'>

/** Where a contract is, and whose. */
interface Ground {
  unit_id: number
  p_id: number
  custom_id: number | null
  company_id: number | null
  party_name: string
  start_date: string
}

/** Gives where a contract is, and whose. Throws 404 where there is none. */
export const groundOf = async (tx: Tx, contract_id: number): Promise<Ground> => {
  const { rows } = await sql<Ground>`
    select o.unit_id, c.p_id, c.custom_id, c.company_id, c.custom_name as party_name, c.start_date
    from contract_view c join org o on o.org_id = c.org_id where c.contract_id = ${contract_id}
  `.execute(tx)
  if (!rows[0]) throw new CallError(404)
  return rows[0]
}

/** Gives the item under which damages, penalties and compensation are booked; 409 where the operator has none. */
export const chargeItem = async (tx: Tx): Promise<number> => {
  const { settle_item } = await readSetting(tx, contractSetting)
  const { rows } = await sql<{ id: number }>`
    select id from cost where retired = 0 order by id = ${settle_item ?? null}::integer desc nulls last, id limit 1
  `.execute(tx)
  if (!rows[0]) throw new CallError(409, '还没有费用项：请先在“设置 › 房源设置 › 费用项”新增一个，赔偿、补偿记在它下面')
  return rows[0].id
}

/** Bills damages and the penalty, keeps with the surrender which bill that is, and gives the share that owes them. Throws 409 where the same item has a bill of this day already: a stay's last day. */
const charge = async (
  acting: Acting,
  { surrender_id, contract_id, org_id, kind, left_on }: Surrendered,
  ground: Ground,
  price: number,
): Promise<number> => {
  const { tx, session } = acting
  const { party_name, start_date: _begun, ...place } = ground
  const day = left_on as string
  const from_id = await chargeItem(tx)
  const bill = {
    ...place,
    contract_id,
    org_id,
    custom_name: party_name,
    payer: kind === 2 ? (2 as const) : (1 as const),
  }
  const made = await makeBills(tx, [{ ...bill, from: 2, from_id, price, bill_date: day, start_date: day, end_date: day }], session.userId)
  if (made === 0) throw new CallError(409, '赔偿与占用费记在同一费用项，又是同一天：请在“设置 › 合同设置”给赔偿另选一个费用项')
  const { rows } = await sql<{ share_id: number; bill_id: number }>`
    select s.share_id, b.bill_id from bill b join bill_share s on s.bill_id = b.bill_id
    where b.contract_id = ${contract_id} and b."from" = 2 and b.from_id = ${from_id} and b.start_date = ${day}::date and b.is_void = 0
  `.execute(tx)
  await tx
    .updateTable('surrender')
    .set({ charge_id: rows[0]?.bill_id ?? null })
    .where('surrender_id', '=', surrender_id)
    .execute()
  return rows[0]?.share_id as number
}

interface PaidOut {
  /** Whose it is, who gets it where nobody is told; the party's of the contract where it is not said. */
  owner?: string | null
  price: number
  from: number
  from_id: number
  refunds: number | null
}

/** Whose money it is: whoever paid the entry that it comes from, the company whose deposit it is, or the contract's party. */
const whoseOf = ({ contract_id }: Left, { custom_id, company_id }: Ground, { refunds, owner }: PaidOut) => {
  if (refunds !== null) return sql`select custom_id, company_id from flow where flow_id = ${refunds}`
  if (!owner) return sql`select ${custom_id}::integer, ${custom_id === null ? company_id : null}::integer`
  return sql`select null::integer, max(company_id) from deposit_entry where contract_id = ${contract_id}`
}

/** Writes money that goes back to whoever gave it, and gives the flow's key. */
const payOut = async (
  acting: Acting,
  surrendered: Left,
  ground: Ground,
  money: PaidOut,
  { way, payee, own_account_id, deal_time, note = '退租结算' }: PayingBack,
): Promise<number> => {
  const { tx, session, now } = acting
  const { rows } = await sql<{ flow_id: number }>`
    insert into flow (type, "from", from_id, price, unit_id, org_id, p_id, custom_name, custom_id, company_id, way, own_account_id, start_date, end_date, deal_time, note, sn, refunds, created_by)
    select 2, ${money.from}, ${money.from_id}, ${money.price}::bigint, ${ground.unit_id}, ${surrendered.org_id}, ${ground.p_id},
      coalesce(
        ${payee ?? money.owner ?? null}::text,
        -- What a company paid for later time goes back to it.
        (select left(c.name, 60) from company c where c.company_id = whose.company_id and c.company_id is distinct from ${ground.company_id}::integer),
        -- What a former main tenant paid is his, as the books have it.
        (select left(l.name, 60) from lessee l where l.custom_id = whose.custom_id and l.custom_id is distinct from ${ground.custom_id}::integer),
        ${ground.party_name}
      ), whose.*, ${way}, ${own_account_id ?? null}::integer, least(${ground.start_date}::date, ${surrendered.left_on}::date), ${surrendered.left_on}::date,
      ${deal_time ?? now}::bigint, ${note},
      ${nextOf(series.receipt)}, ${money.refunds}::integer, ${session.userId}::integer
    from (${whoseOf(surrendered, ground, money)}) whose (custom_id, company_id)
    returning flow_id
  `.execute(tx)
  return rows[0]?.flow_id as number
}

/** The item in which a contract's deposit was taken. */
const depositItemOf = async (tx: Tx, contract_id: number): Promise<number> => {
  const { rows } = await sql<{ from_id: number }>`
    select coalesce(
      (select b.from_id from bill b where b.contract_id = ${contract_id} and b."from" = 3 order by b.is_void, b.bill_id limit 1),
      (select id from pledge order by retired, id limit 1)) as from_id
  `.execute(tx)
  return rows[0]?.from_id as number
}

const sourceOf = async (tx: Tx, flow_id: number): Promise<{ from: number; from_id: number }> => {
  const { rows } = await sql<{ from: number; from_id: number }>`select "from", from_id from flow where flow_id = ${flow_id}`.execute(tx)
  return rows[0] as { from: number; from_id: number }
}

/** What was paid by the other side for later time stays with its money, to be used or given back. */
const backsOfOthers = (surrendered: Surrendered, { shares }: Reckoning): Moved[] =>
  shares.filter((share) => isOthersBack(surrendered, share)).flatMap((share) => takenBack(share, share.paid - share.after))

/** Cuts the bills: every share of one of which any is cut, so that it is seen when nothing of it is left. What was written off or reduced of the time that is cut is so no more. */
const cut = async ({ tx, session }: Acting, { shares }: Reckoning, left_on: string): Promise<void> => {
  const why = `退租，房租与占用费算到 ${left_on}`
  const all = shares.map(({ bill_id, key, price, recovered, restored, after, kept }) => ({
    ...{ bill_id, share_id: key, from: price + recovered + restored, to: after, kept, recovered, restored },
  }))
  const bills = new Set(all.filter(({ from, to }) => to < from).map(({ bill_id }) => bill_id))
  const given = all.flatMap(({ bill_id, share_id, recovered, restored }) => [
    { bill_id, share_id, kind: 5 as const, price: recovered },
    { bill_id, share_id, kind: 6 as const, price: restored },
  ])
  await adjust(
    tx,
    given.filter(({ price }) => price > 0),
    why,
    session.userId,
  )
  await cutShort(
    tx,
    all.filter(({ bill_id }) => bills.has(bill_id)),
    why,
    session.userId,
  )
}

/**
 * What is left of what was held goes back as what it was: a company's deposit to the company, the tenant's with the rent that was collected elsewhere to him,
 * and compensation, which is used before either, as an expense.
 */
const heldBack = async (
  tx: Tx,
  { contract_id, kind }: Surrendered,
  { depositBack, deposit, depositor, elsewhere }: Reckoning,
): Promise<(Omit<PaidOut, 'refunds'> & { owner: string | null })[]> => {
  if (depositBack === 0) return []
  const ofCompany = kind === 1 && depositor !== null ? Math.min(depositBack, deposit) : 0
  const ofTenant = Math.min(depositBack, deposit + (elsewhere?.price ?? 0)) - ofCompany
  const compensation = depositBack - ofCompany - ofTenant
  const pledge = { from: 3, from_id: await depositItemOf(tx, contract_id) }
  return [
    { ...pledge, owner: depositor, price: ofCompany },
    { ...pledge, owner: null, price: ofTenant },
    ...(compensation > 0 ? [{ from: 2, from_id: await chargeItem(tx), owner: null, price: compensation }] : []),
  ].filter(({ price }) => price > 0)
}

/**
 * Does a settlement as it was reckoned (postings.md: cut short, deposit deducted, deposit or prepayment refund): takes back what was paid for later
 * time, cuts the bills, charges damages and the penalty, pays what is owed out of that money and the deposit, and writes what goes back.
 */
export const settleUp = async (acting: Acting, surrendered: Surrendered, reckoning: Reckoning, paying: PayingBack): Promise<void> => {
  const { tx, session } = acting
  const { contract_id } = surrendered
  const ground = await groundOf(tx, contract_id)
  const charges = reckoning.damages + reckoning.penalty
  await allocate(tx, takingBack([...reckoning.backs, ...backsOfOthers(surrendered, reckoning)]), session.userId)
  await cut(acting, reckoning, surrendered.left_on as string)
  // There is nothing left to hold it for.
  await dropClaims(acting, contract_id, '退租，未收的押金不再收')
  const charged = charges > 0 ? await charge(acting, surrendered, ground, charges) : null
  const shareOf = (key: number): number => (key < 0 ? (charged as number) : key)
  const bills = new Map(reckoning.shares.map(({ key, bill_id }) => [key, bill_id]))
  await allocate(
    tx,
    reckoning.pays.map(({ key, flow_id, price }) => ({ share_id: shareOf(key), flow_id, price })),
    session.userId,
  )
  if (reckoning.elsewhere) await moveDeposit(tx, { contract_id, kind: 2, price: reckoning.elsewhere.price }, session.userId)
  if (reckoning.compensation > 0) await moveDeposit(tx, { contract_id, kind: 7, price: reckoning.compensation }, session.userId)
  for (const { key, price } of reckoning.deducts) {
    const bill_id = bills.get(key)
    const entry_id = await moveDeposit(tx, { contract_id, kind: 4, price, ...(bill_id === undefined ? {} : { bill_id }) }, session.userId)
    await allocate(tx, [{ share_id: shareOf(key), entry_id, price }], session.userId)
  }
  for (const { flow_id, price } of reckoning.rentBack)
    await payOut(acting, surrendered, ground, { ...(await sourceOf(tx, flow_id)), price, refunds: flow_id }, paying)
  for (const { owner, price, ...source } of await heldBack(tx, surrendered, reckoning)) {
    const flow_id = await payOut(acting, surrendered, ground, { owner, price, ...source, refunds: null }, paying)
    await moveDeposit(tx, { contract_id, kind: 5, price, flow_id }, session.userId)
  }
}

/** Whose deposit a contract's is, as its book says, and what of it is held, in fen: a company's name, or the party of the contract. */
export const heldOf = async (tx: Tx, contract_id: number): Promise<{ held: number; owner: string | null }> => {
  const { rows } = await sql<{ held: number; owner: string | null }>`
    select coalesce(sum(e.price), 0)::bigint as held, (select left(f.name, 60) from company f where f.company_id = max(e.company_id)) as owner
    from deposit_entry e where e.contract_id = ${contract_id}
  `.execute(tx)
  return rows[0] as { held: number; owner: string | null }
}

/** Gives back what is held of a deposit after its contract is settled, at most so much, to whoever it was taken of. Gives the flow. */
export const repayDeposit = async (acting: Acting, left: Left, price: number, paying: PayingBack): Promise<{ flow_id: number }> => {
  const { tx, session } = acting
  const { contract_id } = left
  const { owner } = await heldOf(tx, contract_id)
  const money = { owner, price, from: 3, from_id: await depositItemOf(tx, contract_id), refunds: null }
  const flow_id = await payOut(acting, left, await groundOf(tx, contract_id), money, paying)
  await moveDeposit(tx, { contract_id, kind: 5, price, flow_id }, session.userId)
  return { flow_id }
}
