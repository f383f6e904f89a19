import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import verificationSetting from '../../../src/resources/settings/verification.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Row } from '../../store/connection/rows.ts'
import { nextNumber, series } from '../../store/writing/series.ts'
import { holdReturned } from '../bill/index.ts'
import { endMatchesOf, takeBackMoney } from '../matching/index.ts'
import { unpayOf } from '../owner/index.ts'
import { readSetting } from '../setting/index.ts'
import { freeLineOf, unverify } from '../statement/index.ts'
import { bounceLineOf } from '../withhold/index.ts'
import { unclaimOf } from './claim.ts'

type Entry = Row<'flow', 'flow_id' | 'sn'>

/** An entry that was reversed, and what is to be done about it. */
type Reversed = Entry & { said?: string }

/** Of money that moved and moved back: when it did. */
interface Returned {
  deal_time: number
}

/** Writes the opposite of an entry that is held: now, or where its money moved back. */
const writeRed = async ({ tx, session, now }: Acting, flow_id: number, note: string, returned?: Returned): Promise<Entry> => {
  const sn = await nextNumber(tx, series.receipt)
  const { rows } = await sql<Entry>`
    insert into flow (type, "from", from_id, price, unit_id, org_id, p_id, custom_name, custom_id, company_id, way, own_account_id,
      start_date, end_date, deal_time, note, sn, invoice_number, input_tax, deductible, reverses, is_returned, created_by)
    select type, "from", from_id, -price, unit_id, org_id, p_id, custom_name, custom_id, company_id, way, own_account_id,
      start_date, end_date, ${returned?.deal_time ?? now}::bigint, ${note}, ${sn},
      invoice_number, -input_tax, deductible, flow_id, ${returned ? 1 : null}::smallint, ${session.userId}::integer
    from flow where flow_id = ${flow_id}
    returning flow_id, sn
  `.execute(tx)
  return rows[0] as Entry
}

/**
 * Writes the opposite of an entry that is held, and takes back by counter-entries what was settled with it (postings.md, flow reversed): its
 * bills owe again, and with them rooms and ledger; what a bank had debited has come back; a deposit that was given back is held again; a claim goes first. Where 核销设置 says so an entry that has settled something is refused
 * with 409. Of money that moved and moved back (`returned`) either has a line of its own at the bank, and the bank asks no setting.
 */
export const reverseFlow = async (acting: Acting, flow_id: number, note: string, returned?: Returned): Promise<Reversed> => {
  if (!returned) await freeLineOf(acting, flow_id)
  await unverify(acting, flow_id)
  // Before it is nobody's again: what comes back of it is his as long as it is claimed.
  const takenBack = await takeBackMoney(acting, flow_id)
  await unclaimOf(acting, flow_id, note)
  const red = await writeRed(acting, flow_id, note, returned)
  await endMatchesOf(acting, flow_id)
  await bounceLineOf(acting, flow_id, note)
  await unpayOf(acting, flow_id)
  const held = await holdReturned(acting.tx, flow_id, acting.session.userId)
  if (!returned && takenBack > 0 && (await readSetting(acting.tx, verificationSetting)).reversal === 2)
    throw new CallError(409, '该流水已核销账单，核销设置不允许红冲')
  return held > 0 ? { ...red, said: `已登记；¥${fenToYuan(held)} 仍是押金，在“退租”上“退还押金”再付` } : red
}
