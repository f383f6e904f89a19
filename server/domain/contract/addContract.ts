import type { FormValue } from '../../../src/core/form.ts'
import { codeOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import contract from '../../../src/resources/contract/contract.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { contractForm } from '../../../src/schemas/contract/contract.ts'
import type { contractOrigins } from '../../../src/schemas/contract/terms.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Row } from '../../store/connection/rows.ts'
import { nextOf, series } from '../../store/writing/series.ts'
import { insertGiving } from '../../store/writing/write.ts'
import { settingVersion } from '../setting/index.ts'
import { completeFees, type FeeAgreed } from './feeTerms.ts'
import { applicationOf } from './households.ts'
import { keepText } from './keepText.ts'
import { checkBearer, checkDepositPayer, employerOf, type Party, tenantNamed, tenantOfWaiting } from './parties.ts'
import { holdRoom } from './rooms.ts'
import { checkCap, checkSingle, clockOf } from './tenancies.ts'
import { completeTerms, type KeptTerms } from './terms.ts'

type Asked = FormValue<typeof contractForm>

/** A contract that is about to be written. */
interface Drafted {
  party: Party
  room: { org_id: number; p_id: number; wait_id: number | null }
  terms: KeptTerms
  fees: FeeAgreed
  payment_ratio: number
  deposit_payer: number
  origin: keyof typeof contractOrigins
  former_id: number | null
  /** The application by which its household is known, where another contract tells it. */
  apply_id?: number | null
  /** Days that the household has used under another main tenant. */
  carried_days: number
  status: number
  note: string | null
  /** What is known of one that was signed elsewhere; its number, where it keeps the one that it has. */
  signed?: Partial<Row<'contract', 'sn' | 'signed_on' | 'sign_way' | 'keys_on' | 'collected_to' | 'papers'>>
}

/** Writes a tenant's contract and gives its key and number. The number is dated, unique, and never used again. */
export const writeContract = async (
  { tx, session }: Acting,
  { party, room, terms, fees, apply_id, signed = {}, ...rest }: Drafted,
): Promise<{ contract_id: number; sn: string }> => {
  const { wait_id, ...place } = room
  const values = {
    ...{
      kind: 1,
      custom_id: party.custom_id,
      sn: nextOf(series.contract),
      wait_id,
      apply_id: apply_id ?? (await applicationOf(tx, party.custom_id, wait_id)),
      employer_id: employerOf(party, rest),
      rule_version: await settingVersion(tx, contractSetting),
    },
    ...place,
    ...terms,
    ...fees,
    ...rest,
    ...signed,
  }
  const made = await insertGiving(tx, resourceNamed('contract'), values, session.userId, ['contract_id', 'sn'])
  // One that follows another is final at once; a draft is when it is finalized (定稿).
  if (rest.status === codeOf(contract, 'toSign')) await keepText(tx, [made.contract_id as number], 1)
  return { contract_id: made.contract_id as number, sn: made.sn as string }
}

/**
 * Makes a draft of a tenant's contract (domain.md, From application to keys, 4): for a vacant room, or for the one that someone in the queue has
 * chosen, who is entered as a tenant if they are none. Throws 400 for terms beyond the household's cap or a share that nobody bears, 409 for
 * a room that cannot be let or a tenant with another contract on these days.
 */
export const addContract = async (acting: Acting, asked: Asked): Promise<{ contract_id: number; sn: string }> => {
  const room = await holdRoom(acting, asked.org_id, asked.wait_id ?? null)
  const party =
    asked.wait_id === undefined ? await tenantNamed(acting, asked.custom_id as number) : await tenantOfWaiting(acting, asked.wait_id)
  checkBearer(party, asked.payment_ratio)
  checkDepositPayer(party, asked.deposit_payer)
  const terms = await completeTerms(acting.tx, asked)
  const fees = await completeFees(acting.tx, asked)
  const { start_date, end_date } = terms
  checkCap(await clockOf(acting.tx, { custom_id: party.custom_id }, start_date), start_date, end_date)
  await checkSingle(acting.tx, { custom_id: party.custom_id, wait_id: room.wait_id, start_date, end_date }, [])
  const { payment_ratio, deposit_payer = 1, note = null } = asked
  return writeContract(acting, {
    party,
    room,
    terms,
    fees,
    payment_ratio,
    deposit_payer,
    note,
    origin: 1,
    former_id: null,
    carried_days: 0,
    status: codeOf(contract, 'draft'),
  })
}
