import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import org from '../../../src/resources/property/org.ts'
import surrender from '../../../src/resources/surrender/surrender.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { act, moveBySystem } from '../../calls/transition.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { holdMoneyOf } from '../bill/index.ts'
import { billOccupation, checkLeft, closeCase, handBack, resume } from '../contract/index.ts'
import { vacate } from '../lease/index.ts'
import { settleRoom } from '../repair/index.ts'
import { goesWith } from './goesWith.ts'
import { figuresOf, keepReckoning } from './keepReckoning.ts'
import { readAsWell, takeReadings } from './readings.ts'
import { reckon, type Surrendered } from './reckoning.ts'
import { chargeItem, groundOf, heldOf, repayDeposit, settleUp } from './settling.ts'

type Held = RowOf<typeof surrender>

/** 转维修 (src/schemas/surrender/surrender.ts). */
const TO_REPAIR = 2

const asSurrendered = (row: Held): Surrendered & { p_id: number | null } => row as never

/** Who stayed beyond the term owes for the days until the room was given back. */
const endStay = async (acting: Acting, { contract_id, left_on }: Held): Promise<void> => {
  const { tx, session } = acting
  const contract = await tx.selectFrom('contract').select('end_date').where('contract_id', '=', contract_id).executeTakeFirst()
  if (contract && (left_on as string) > contract.end_date) await billOccupation(tx, [contract_id], left_on as string, true, session.userId)
  await closeCase(acting, contract_id, 'leave')
}

/** Says of a room in repair whether it waits for someone's own hand (null), or is given back with the last order that lays it up (1). */
const layUp = async ({ tx }: Acting, org_id: number, laid_up: 1 | null): Promise<void> => {
  await sql`
    update org set laid_up = ${laid_up}::smallint, version = version + 1, updated_at = epoch_now()
    where org_id = ${org_id} and status = ${inState(org, 'inRepair')} and laid_up is distinct from ${laid_up}::smallint
  `.execute(tx)
}

/** A room that an order lays up already is to be repaired beyond that order: its end does not give the room back. */
const toRepair = async (acting: Acting, org_id: number): Promise<void> => {
  const room = await acting.tx.selectFrom('org').select('status').where('org_id', '=', org_id).executeTakeFirst()
  const resource = resourceNamed('org')
  const repair = resource.actions.find(({ name }) => name === 'repair')
  if (repair && room?.status === codeOf(org, 'usable')) await act(acting, resource, repair, { keys: [org_id], versions: null, values: {} })
  else await layUp(acting, org_id, null)
}

/** What the handover says of the room, and where it corrects an earlier one, what that one said is taken back. */
const roomNext = async (acting: Acting, { room_next, org_id }: Held, before: Held): Promise<void> => {
  if (room_next === TO_REPAIR) await toRepair(acting, org_id)
  else if (before.room_next === TO_REPAIR) {
    await layUp(acting, org_id, 1)
    await settleRoom(acting, org_id)
  }
}

/**
 * Holds what a settlement is reckoned of until it is done: the money that settled the bills, and then the bills, as all hold them who take money back. What becomes of one
 * at this moment is waited for, and seen.
 */
const holdBooks = async (acting: Acting, keys: readonly number[]): Promise<void> => {
  const { rows } = await sql<{ bill_id: number }>`
    select b.bill_id from surrender r join contract c on c.contract_id = r.contract_id
    join bill b on ${goesWith(sql`r.org_id`)}
    where r.surrender_id = any(${keyList(keys)}) and b.is_void = 0
  `.execute(acting.tx)
  const bills = rows.map(({ bill_id }) => bill_id)
  await holdMoneyOf(acting, bills)
  await sql`select from bill where bill_id = any(${keyList(bills)}) order by bill_id for no key update`.execute(acting.tx)
}

/** Throws 409 where the books have moved since the settlement was reckoned: nobody agrees to other figures than he saw. */
const checkFigures = async ({ tx }: Acting, row: Held): Promise<void> => {
  const now = figuresOf(await reckon(tx, asSurrendered(row)))
  const differs = (Object.keys(now) as (keyof typeof now)[]).some((name) => now[name] !== (row[name] ?? 0))
  if (differs)
    throw new CallError(409, `账目在试算之后有变化（现在应退 ¥${fenToYuan(now.refund)}、应补缴 ¥${fenToYuan(now.due)}）：请先“重新试算”`)
}

/** From giving notice to the last fen (domain.md, From application to keys, 5). */
export default defineEffects(surrender, {
  handover: {
    check: async (acting, [{ contract_id, left_on: said }], { left_on, checklist }) => {
      await checkLeft(acting.tx, contract_id, left_on, said)
      if (checklist.some(({ price = 0 }) => price > 0)) await chargeItem(acting.tx)
    },
    sets: {
      left_on: (_acting, _row, { left_on }) => left_on,
      readings: (_acting, row, { readings = [] }) => readAsWell(row, readings) as never,
    },
    after: async (acting, [row], { readings = [] }, [before]) => {
      await handBack(acting.tx, row.contract_id, row.left_on as string)
      await endStay(acting, row)
      if (row.kind === 2) await vacate(acting, row.contract_id, { left_on: row.left_on as string, said: before.left_on })
      await takeReadings(acting, row, readings)
      await roomNext(acting, row, before)
      return keepReckoning(acting.tx, asSurrendered(row))
    },
  },
  reckon: { after: ({ tx }, [row]) => keepReckoning(tx, asSurrendered(row)) },
  settle: {
    holds: holdBooks,
    check: async (acting, [row], { payee, papers = [] }) => {
      // Of a tenant whose entry was merged into another since, by either name.
      const { party_name } = await groundOf(acting.tx, row.contract_id)
      if (payee?.trim() && ![row.custom_name, party_name].includes(payee.trim()) && papers.length === 0)
        throw new CallError(400, '退给别人须上传委托书', { field: 'papers' })
      await checkFigures(acting, row)
    },
    sets: { settled_on: ({ now }) => dateOf(now) },
    after: async (acting, [row], { way, payee }) => {
      await settleUp(acting, asSurrendered(row), await reckon(acting.tx, asSurrendered(row)), { way, payee: payee?.trim() || null })
      await moveBySystem(acting, 'contract', 'surrender', [row.contract_id])
      return { surrender_id: row.surrender_id }
    },
  },
  repay: {
    check: async ({ tx }, [{ contract_id }], { amount, paid_to, papers = [] }) => {
      // Those who move one contract's deposit do it one after the other.
      await sql`select from contract where contract_id = ${contract_id} for no key update`.execute(tx)
      const { held, owner } = await heldOf(tx, contract_id)
      if (amount > held) throw new CallError(400, `现存的押金只有 ¥${fenToYuan(held)}`, { field: 'amount' })
      const { party_name } = await groundOf(tx, contract_id)
      if (paid_to?.trim() && paid_to.trim() !== (owner ?? party_name) && papers.length === 0)
        throw new CallError(400, '退给别人须上传委托书', { field: 'papers' })
    },
    sets: {
      papers: (_acting, { papers: kept }, { papers }) => (papers ? [...((kept as number[] | null) ?? []), ...papers] : undefined) as never,
    },
    after: (acting, [row], { amount, pay_way: way, paid_to, pay_account_id: own_account_id, pay_time: deal_time, why: note }) =>
      repayDeposit(acting, asSurrendered(row), amount, { way, payee: paid_to?.trim() || null, own_account_id, deal_time, note }),
  },
  stay: {
    after: async (acting, [{ contract_id, surrender_id }]) => {
      await resume(acting, contract_id)
      return { surrender_id }
    },
  },
})
