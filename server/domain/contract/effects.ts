import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { moveThose } from '../../calls/moveThose.ts'
import type { Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { changed } from '../../store/writing/changed.ts'
import { holdBills, passDeposit, payersShares, voidUnpaid } from '../bill/index.ts'
import { agreedRule } from './agreedRules.ts'
import { billHeir } from './amend.ts'
import { amendAll, checkAll } from './amending.ts'
import { claimOfHeir } from './depositClaims.ts'
import { endSigning } from './endSigning.ts'
import { ENTERED } from './enterContract.ts'
import { changeFees, checkFeeChange, completeFees, feesGoingOn } from './feeTerms.ts'
import {
  checkFollowing,
  checkGoingOn,
  checkReviewed,
  checkUnsignedFollower,
  MOVED,
  movedTerms,
  renewedTerms,
  writeFollowing,
} from './following.ts'
import { applicationOf, checkHeir } from './households.ts'
import { keepText } from './keepText.ts'
import { holdPaid } from './paidPeriods.ts'
import { checkBearer, checkDepositPayer, employerOf, tenantNamed } from './parties.ts'
import { passOn, passRenewal } from './passOn.ts'
import { holdRoom } from './rooms.ts'
import { newRent } from './rules/newRent.ts'
import { settleSigned } from './settleSigned.ts'
import { contractSignable } from './signable.ts'
import { afterSigning } from './signing.ts'
import { checkSplit, employerAnew, split } from './splitting.ts'
import { numberAfter, takeBackDeposit } from './takeBack.ts'
import { carriedTo, checkCap, checkSingle, clockOf } from './tenancies.ts'
import { type Billed, completeTerms, readBilled } from './terms.ts'
import { checkVoidable, dropLease, giveBackDeposit, returnToQueue } from './voiding.ts'

type Held = RowOf<typeof contract>

const custom = ({ custom_id }: Held): number => custom_id as number

/** Whether what a contract says can still be so: its household's cap, and no other contract of the tenant on its days. A renewal stands beside the one that it follows. */
const checkTerm = async ({ tx }: Acting, row: Held): Promise<void> => {
  const { start_date, end_date, contract_id, former_id } = row
  if (row.kind !== 1) return
  checkCap(await clockOf(tx, { custom_id: row.custom_id }, start_date, row.carried_days ?? 0), start_date, end_date)
  await checkSingle(tx, { custom_id: custom(row), wait_id: row.wait_id, start_date, end_date }, [contract_id, former_id])
}

const billedOf = async (tx: Tx, { contract_id }: Held): Promise<Billed> => {
  const [billed] = await readBilled(tx, [contract_id])
  if (!billed) throw new CallError(404)
  return billed
}

const signing = async (acting: Acting, [row]: readonly [Held]): Promise<{ contract_id: number }> => {
  await afterSigning(acting, row)
  return { contract_id: row.contract_id }
}

/** With a signature: where it was drawn, at the counter or on the tenant's own phone, the signed paper is settled with it; a service outside has made it already. */
const signingByHand = async (acting: Acting, rows: readonly (Held & { version: number })[]): Promise<{ contract_id: number }> => {
  for (const row of rows) {
    await afterSigning(acting, row)
    const [sign] = row.sign_img ?? []
    const { contract_id: key, sn: title, version, p_id, sign_way } = row
    if (sign !== undefined)
      await settleSigned(acting, contractSignable, { key, title, version, p_id }, { sign, way: sign_way ?? 3, signatory: null })
  }
  return { contract_id: rows[0]?.contract_id ?? 0 }
}

/** Throws 409 where the operator gives no keys before the first payment, and whoever rents has not made it: what was due when the contract was signed. */
const checkFirstPaid = async ({ tx }: Acting, { contract_id, start_date, rule_version }: Held): Promise<void> => {
  const { pays_first } = await agreedRule(tx, { rule_version })
  if (pays_first !== 1) return
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from ${payersShares} where b.contract_id = ${contract_id} and b.is_void = 0 and s.paid < s.price
      and (b."from" = 3 or b.start_date = ${start_date}::date)
  `.execute(tx)
  const n = rows[0]?.n ?? 0
  if (n > 0) throw new CallError(409, `押金与首期房租还有 ${n} 张账单没有付清，不能交钥匙`)
}

/** The life of a contract (domain.md, From application to keys, 4). */
export default defineEffects(contract, {
  revise: {
    check: async (acting, [row], asked) => {
      const terms = await completeTerms(acting.tx, asked)
      await completeFees(acting.tx, asked)
      await checkTerm(acting, { ...row, ...terms })
      if (row.kind !== 1) return
      const tenant = await tenantNamed(acting, custom(row))
      checkBearer(tenant, asked.payment_ratio)
      checkDepositPayer(tenant, asked.deposit_payer)
    },
    after: async (acting, [row], asked) => {
      const { tx } = acting
      const { contract_id } = row
      const { payment_ratio, deposit_payer = 1, note = null } = asked
      const employer_id = row.kind === 1 ? employerOf(await tenantNamed(acting, custom(row)), { payment_ratio, deposit_payer }) : null
      await tx
        .updateTable('contract')
        .set({
          ...{ ...(await completeTerms(tx, asked)), ...(await completeFees(tx, asked)) },
          ...{ payment_ratio, deposit_payer, employer_id, note, ...changed },
        })
        .where('contract_id', '=', contract_id)
        .execute()
      return { contract_id }
    },
  },
  submit: {
    check: async (acting, [row]) => {
      await holdRoom(acting, row.org_id, row.wait_id)
      await checkTerm(acting, row)
    },
    after: async ({ tx }, [{ contract_id, kind }]) => {
      await keepText(tx, [contract_id], kind ?? 1)
      return { contract_id }
    },
  },
  // Those of a whole lease are finalized with it.
  lock: {
    after: async ({ tx }, rows) => {
      const keys = rows.map(({ contract_id }) => contract_id)
      await keepText(tx, keys, 2)
      return { count: rows.length }
    },
  },
  offline: {
    check: checkGoingOn,
    sets: { sign_way: () => 2 },
    after: signing,
  },
  manual: { check: checkGoingOn, sets: { sign_way: () => 3, signed_on: ({ now }) => dateOf(now) }, after: signingByHand },
  // In which way is told by whoever makes the move (server/domain/signing).
  sign: { check: checkGoingOn, sets: { signed_on: ({ now }) => dateOf(now) }, after: signingByHand },
  keys: {
    check: (acting, [row]) => checkFirstPaid(acting, row),
    sets: { keys_on: (_acting, _row, { keys_on }) => keys_on },
  },
  renew: {
    check: async (acting, [row], asked) => {
      await checkReviewed(acting, row)
      const terms = await renewedTerms(acting, row, asked)
      await feesGoingOn(acting.tx, row, asked, terms.start_date)
      await checkFollowing(acting, row, terms)
      // What was agreed since for the days after its term.
      const { start_date, end_date } = terms
      await checkSingle(acting.tx, { custom_id: custom(row), wait_id: row.wait_id, start_date, end_date, beside: row }, [row.contract_id])
    },
    after: async (acting, [row], { note, ...asked }) => {
      const { org_id, p_id } = row
      const terms = await renewedTerms(acting, row, asked)
      const fees = await feesGoingOn(acting.tx, row, asked, terms.start_date)
      return writeFollowing(acting, row, { terms, fees, org_id, p_id, origin: 2, note })
    },
  },
  amend: {
    holds: holdPaid,
    // What the room's standard rent is, is asked as it is done.
    worth: ({ rent }, asked) => newRent({ rent, standard: rent }, asked) ?? rent,
    check: checkAll,
    after: amendAll,
  },
  fees: {
    check: (acting, [{ contract_id }], asked) => checkFeeChange(acting, contract_id, asked),
    after: async (acting, [row], asked) => {
      await changeFees(acting, row, asked)
      return { contract_id: row.contract_id }
    },
  },
  split: {
    holds: holdPaid,
    check: async ({ tx }, [row], asked) => {
      await holdBills(tx, row.contract_id)
      await checkSplit(tx, await billedOf(tx, row), asked)
    },
    after: async (acting, [row], asked) => {
      await split(acting, await billedOf(acting.tx, row), asked)
      return { contract_id: row.contract_id }
    },
  },
  move: {
    check: async (acting, [row], asked) => {
      // The day of the change is the new room's: a contract that is left on the day on which it began would be of no day.
      if (asked.start_date === row.start_date) {
        const next = addDays(row.start_date, 1)
        throw new CallError(
          400,
          row.origin === MOVED
            ? `这一天才换进这一间，当天不能再换，换房日请选 ${next} 起；换错了房间的，作废这份合同，原合同撤销退租以后重新换房`
            : `合同从这一天才开始，当天不能换房，换房日请选 ${next} 起`,
          { field: 'start_date' },
        )
      }
      if (asked.start_date <= row.start_date || asked.start_date > row.end_date)
        throw new CallError(400, `换房日须在租期之内：${addDays(row.start_date, 1)} 至 ${row.end_date}`, { field: 'start_date' })
      await holdRoom(acting, asked.org_id, null)
      await checkFollowing(acting, row, movedTerms(row, asked))
    },
    after: async (acting, [row], { org_id, note, ...asked }) => {
      const { p_id } = await holdRoom(acting, org_id, null)
      const fees = await feesGoingOn(acting.tx, row, {}, asked.start_date)
      return writeFollowing(acting, row, { terms: movedTerms(row, asked), fees, org_id, p_id, origin: 3, note })
    },
  },
  heir: {
    check: async (acting, [row], { custom_id }) => {
      if (custom_id === row.custom_id) throw new CallError(400, '新的主租人就是现在的主租人', { field: 'custom_id' })
      await checkUnsignedFollower(acting.tx, row)
      const heir = await tenantNamed(acting, custom_id)
      // What was agreed with an employer by itself stays, or has ended.
      const { splits } = await billedOf(acting.tx, row)
      if (!splits.some(({ bearer }) => bearer === 2)) checkBearer(heir, row.payment_ratio ?? 100)
      const apply_id = row.apply_id ?? (await applicationOf(acting.tx, custom(row)))
      await checkHeir(acting.tx, { from: custom(row), to: custom_id, apply_id })
      await checkSingle(acting.tx, { custom_id, start_date: row.start_date, end_date: row.end_date }, [row.contract_id])
    },
    after: async (acting, [{ contract_id, start_date, apply_id }], { custom_id, reason }, [before]) => {
      const { tx } = acting
      // The time that the household has rented goes on: all of it before this contract.
      const carried_days = await carriedTo(tx, { from: custom(before), to: custom_id, apply_id }, start_date, before.carried_days ?? 0)
      await tx
        .updateTable('contract')
        .set({ carried_days, ...changed })
        .where('contract_id', '=', contract_id)
        .execute()
      const heir = await tenantNamed(acting, custom_id)
      await employerAnew(acting, contract_id, heir.company_id)
      await passOn(tx, contract_id, heir)
      await passDeposit(tx, contract_id, acting.session.userId)
      await billHeir(acting, contract_id)
      await claimOfHeir(acting, contract_id)
      await passRenewal(acting, contract_id, before.custom_id, { custom_id, reason })
      return { contract_id }
    },
    sets: { custom_id: (_acting, _row, { custom_id }) => custom_id },
  },
  // Whoever lives in a room that a company rents on goes along.
  expire: {
    after: async (acting, rows) => {
      await moveThose(acting, 'occupant', 'carry', sql`t.contract_id = any(${keyList(rows.map(({ contract_id }) => contract_id))})`)
      return { count: rows.length }
    },
  },
  void: {
    check: async (acting, [row]) => checkVoidable(acting, row),
    sets: { sn: (_acting, row) => (row.origin === ENTERED ? numberAfter(row) : row.sn) },
    after: async (acting, [row]) => {
      const { tx } = acting
      const { contract_id } = row
      await takeBackDeposit(acting, contract_id)
      await giveBackDeposit(acting, row)
      await endSigning(acting, { resource: 'contract', record_id: contract_id }, '合同已作废')
      await moveThose(acting, 'filing', 'drop', sql`t.contract_id = ${contract_id}`)
      await moveThose(acting, 'occupant', 'out', sql`t.contract_id = ${contract_id}`)
      await voidUnpaid(tx, contract_id)
      await returnToQueue(acting, row)
      await dropLease(acting, row)
      return { contract_id }
    },
  },
})
