import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { codeOf } from '../../../src/core/states.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import type { enterForm } from '../../../src/schemas/contract/entering.ts'
import { roomStateCode } from '../../../src/schemas/property/roomState.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inScope } from '../../store/reading/filters.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { series } from '../../store/writing/series.ts'
import { moveDeposit } from '../bill/index.ts'
import { writeContract } from './addContract.ts'
import { checkCollected } from './collected.ts'
import { completeFees } from './feeTerms.ts'
import { checkBearer, checkDepositPayer, tenantNamed } from './parties.ts'
import { addMonths } from './rules/rentSchedule.ts'
import { billSigned } from './signing.ts'
import { checkCap, checkSingle, clockOf } from './tenancies.ts'
import { completeTerms, dayOf, type KeptTerms, textOf } from './terms.ts'

type Asked = FormValue<typeof enterForm>

/** 导入, and 线下签 (src/schemas/contract/terms.ts). */
export const ENTERED = 4
const OFFLINE = 2

const refuse = (field: string, message: string, code: 400 | 409 = 400): never => {
  throw new CallError(code, message, { field })
}

/** A number of its own is used as it is, unless there is one like it already, or the series may come to it. */
const checkNumber = async (tx: Tx, sn: string, today: string): Promise<void> => {
  const { letters } = series.contract
  const { rows } = await sql`select from contract where sn = ${sn}`.execute(tx)
  if (rows.length > 0) refuse('sn', `合同号 ${sn} 已有合同`, 409)
  const [, day = ''] = new RegExp(`^${letters}(\\d{8})\\d+$`).exec(sn) ?? []
  if (day >= today.replaceAll('-', '')) refuse('sn', `${letters} 加今天或以后的日期是系统自己的编号，请换一个，或不填由系统编号`)
}

/** Throws 400 for a term that is not of a contract which is in force. */
const checkDays = ({ start_date, end_date }: KeptTerms, today: string): void => {
  if (end_date < start_date) refuse('end_date', '结束日期不能早于开始日期')
  if (end_date < today) refuse('end_date', `租期在 ${end_date} 已满，不是履行中的合同：续签过的请登记现在这一份`)
}

/** The terms as they were agreed on: with their end, or with how many months; what is not said of paying is the operator's. */
const termsOf = async (tx: Tx, asked: Asked): Promise<KeptTerms> => {
  const { start_date, end_date, months } = asked
  if (end_date === undefined && months === undefined) return refuse('end_date', '结束日期、租期须填一个')
  const terms = await completeTerms(tx, asked)
  if (end_date === undefined) return terms
  const agreed = months === undefined ? null : textOf(addMonths(dayOf(start_date), months) - 1)
  if (agreed !== null && agreed !== end_date) refuse('end_date', `与租期不符：${months} 个月到 ${agreed}，请改一处或只填一个`)
  return { ...terms, end_date, months: months ?? null }
}

/**
 * Throws 409 where whoever had the room before a day has not given it back by then: his stay would be charged beside the rent. A contract of the same tenant that is in force
 * goes on by its renewal, or it would end as a stay.
 */
const checkGivenBack = async (tx: Tx, { org_id, custom_id }: Pick<Asked, 'org_id' | 'custom_id'>, start_date: string): Promise<void> => {
  const { rows } = await sql<{ sn: string; end_date: string; status: number; is_over: boolean }>`
    select sn, end_date, status, end_date < current_date as is_over from contract
    where org_id = ${org_id} and status in (${inSet(contract, 'lets')}) and left_on is null and end_date < ${start_date}::date
      and (status <> ${inState(contract, 'inForce')} or end_date < current_date or custom_id = ${custom_id})
    order by end_date desc limit 1
  `.execute(tx)
  const [before] = rows
  if (!before) return
  const { sn, end_date, status, is_over } = before
  if (status === codeOf(contract, 'surrendering')) refuse('org_id', `该房间的合同 ${sn} 在退租、还没有交房：请先交接`, 409)
  if (is_over) refuse('org_id', `该房间的合同 ${sn} 期满还没有搬：请先在它上面办续签或退租`, 409)
  refuse('org_id', `该租客在该房间的合同 ${sn} 到 ${end_date}：请在它上面办续签`, 409)
}

/**
 * Gives a room in scope that is free on every day of a term, held until the transaction ends so that nobody else lets it meanwhile. Throws 400 where it is not
 * in scope, 409 where it is let or will be, held for someone in the queue, or out of use.
 */
const freeRoom = async ({ tx, session }: Acting, { org_id, custom_id }: Asked, { start_date, end_date }: KeptTerms) => {
  const held = await sql<{ p_id: number; state: number }>`
    select p_id, state from org where org_id = ${org_id} and ${inScope(session.scope, 'p_id')} for no key update
  `.execute(tx)
  const [room] = held.rows
  if (!room) return refuse('org_id', '房间不存在，或不在您负责的项目内')
  // Asked when the room is held: what another has done to it meanwhile is seen.
  const { rows } = await sql<{ sn: string; start_date: string; end_date: string }>`
    select sn, start_date, end_date from contract
    where org_id = ${org_id} and status in (${inSet(contract, 'holdsRoom')})
      and daterange(start_date, end_date, '[]') && daterange(${start_date}::date, ${end_date}::date, '[]') limit 1
  `.execute(tx)
  const [other] = rows
  if (other) refuse('org_id', `该房间 ${other.start_date} 至 ${other.end_date} 已有合同 ${other.sn}：同一天只能有一份`, 409)
  await checkGivenBack(tx, { org_id, custom_id }, start_date)
  if (room.state === roomStateCode('reserved')) refuse('org_id', '该房间已为轮候的人保留，不能登记合同', 409)
  if (room.state === roomStateCode('disabled')) refuse('org_id', '该房间已停用，请先恢复', 409)
  return { org_id, p_id: room.p_id, wait_id: null }
}

/** The household's cap, told at what the end of the term was said by. */
const checkTerm = async ({ tx }: Acting, asked: Asked, { start_date, end_date }: KeptTerms): Promise<void> => {
  const { custom_id, carried_days = 0, months } = asked
  const clock = await clockOf(tx, { custom_id }, start_date, carried_days)
  try {
    checkCap(clock, start_date, end_date)
  } catch (error) {
    if (error instanceof CallError && months === undefined) throw new CallError(error.code, error.message, { field: 'end_date' })
    throw error
  }
}

/** Throws 409 where days that the contract is billed for were brought from the system before as rent that was owed: it would be asked for twice. */
const checkNotBrought = async (tx: Tx, contract_id: number): Promise<void> => {
  const { rows } = await sql<{ number: string; end_date: string }>`
    select o.number, max(was.end_date) as end_date
    from bill b join bill was on was.org_id = b.org_id and was.custom_id = b.custom_id and was."from" = 1 and was.is_void = 0
      and was.start_date <= b.end_date and was.end_date >= b.start_date
    join opening o on o.opening_id = was.opening_id
    where b.contract_id = ${contract_id} and b."from" = 1 group by o.number limit 1
  `.execute(tx)
  const [brought] = rows
  if (!brought) return
  const { number, end_date } = brought
  refuse('collected_to', `到 ${end_date} 的房租在期初单 ${number} 里是欠租：房租已收至填到那一期的最后一天，账单从次日起`, 409)
}

/**
 * Enters a tenant's contract that was signed elsewhere and is in force: its deposit that is held opens its deposit book, what is not held is billed, and so is its
 * rent from the day after the one up to which it was collected. Throws 400 and 409, at the field, for what could not be signed here either: a room that is not free on
 * every day, a tenant with another contract, a term beyond the household's cap; and for rent that was collected in part.
 */
export const enterContract = async (acting: Acting, asked: Asked): Promise<{ contract_id: number; sn: string }> => {
  const { tx, session, now } = acting
  const {
    sn,
    custom_id,
    deposit_held,
    collected_to = null,
    payment_ratio = 100,
    deposit_payer = 1,
    signed_on,
    keys_on = null,
    papers = [],
  } = asked
  const terms = await termsOf(tx, asked)
  const fees = await completeFees(tx, asked)
  checkDays(terms, dateOf(now))
  if (sn !== undefined) await checkNumber(tx, sn, dateOf(now))
  if (deposit_held > terms.deposit) refuse('deposit_held', '已收押金不能多于押金')
  const room = await freeRoom(acting, asked, terms)
  const party = await tenantNamed(acting, custom_id)
  checkBearer(party, payment_ratio)
  checkDepositPayer(party, deposit_payer)
  await checkTerm(acting, asked, terms)
  if (collected_to !== null) checkCollected(terms, collected_to)
  await checkSingle(tx, { custom_id, start_date: terms.start_date, end_date: terms.end_date }, [])
  const made = await writeContract(acting, {
    ...{ party, room, terms, fees, payment_ratio, deposit_payer, origin: ENTERED, former_id: null, status: codeOf(contract, 'inForce') },
    ...{ carried_days: asked.carried_days ?? 0, note: asked.note ?? null },
    signed: { ...(sn === undefined ? {} : { sn }), signed_on, sign_way: OFFLINE, keys_on, collected_to, papers },
  })
  if (deposit_held > 0) await moveDeposit(tx, { contract_id: made.contract_id, kind: 6, price: deposit_held }, session.userId)
  await billSigned(acting, made.contract_id, deposit_held)
  await checkNotBrought(tx, made.contract_id)
  return made
}
