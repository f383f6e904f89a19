import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import verificationSetting from '../../../src/resources/settings/verification.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Tx } from '../../store/connection/database.ts'
import { undoable } from '../../store/connection/undoable.ts'
import { nextNumbers, series } from '../../store/writing/series.ts'
import { insertRows } from '../../store/writing/write.ts'
import { matchCertain, NOBODY } from '../matching/index.ts'
import { readSetting } from '../setting/index.ts'
import type { Line } from './lines.ts'
import { NO_PARTY } from './rules/kinds.ts'

/** Whom a line names; of one that names nobody, or only our own word for that, it is to be found out whose it is. */
const nameOf = (party: string) =>
  party === NO_PARTY || party === NOBODY ? { custom_name: NOBODY, is_unknown: 1 } : { custom_name: party.slice(0, 60) }

/** The item of money that came by a statement: rent, until it is matched with what it is for. */
export const rentItem = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ id: number | null }>`select rent_item() as id`.execute(tx)
  if (!rows[0]?.id) throw new CallError(409, '没有记作“租金”的费用项，收款无法入账：请先在费用项里设一个')
  return rows[0].id
}

/** Enters what came in by lines as receipts, each on the line's day and account, and has the system match what is certain where 核销设置 says so. The lines are settled by the caller. */
export const enterLines = async (acting: Acting, lines: readonly Line[]): Promise<void> => {
  if (lines.length === 0) return
  const { tx, session } = acting
  const from_id = await rentItem(tx)
  const { rows: accounts } = await sql<{
    own_account_id: number
    way: number
  }>`select own_account_id, coalesce(way, 3) as way from own_account`.execute(tx)
  const wayOf = new Map(accounts.map(({ own_account_id, way }) => [own_account_id, way]))
  const numbers = await nextNumbers(tx, series.receipt, lines.length)
  const flows = await insertRows(
    tx,
    resourceNamed('flow'),
    lines.map(({ line_id, own_account_id, price, day, deal_time, party, note, p_id }, place) => ({
      ...{ type: 1, from: 2, from_id, price, way: wayOf.get(own_account_id), own_account_id, line_id, p_id, deal_time, sn: numbers[place] },
      ...{ start_date: day, end_date: day, ...nameOf(party), note: note?.slice(0, 500) },
    })),
    session.userId,
  )
  if ((await readSetting(tx, verificationSetting)).mode !== 2) return
  await undoable(tx, () => matchCertain(acting, flows)).catch((error: unknown) => {
    // What somebody else matches just now is looked at again each hour (server/domain/matching/jobs.ts).
    if (!(error instanceof CallError && error.code === 409)) throw error
  })
}
