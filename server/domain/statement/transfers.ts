import { sql } from 'kysely'
import { resourceNamed } from '../../../src/declared/declared.ts'
import transfer from '../../../src/resources/statement/transfer.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { insertRows } from '../../store/writing/write.ts'
import type { Line } from './lines.ts'

/** Money that a bank or a channel moved, by the lines that say so. In fen. */
export interface Transfer {
  kind: number
  from_account_id?: number
  to_account_id?: number
  from_line_id?: number
  to_line_id?: number
  price: number
  fee?: number
  day: string
  note: string | null
  p_id: number | null
  /** The batch of debits whose money it brings. */
  batch_id?: number
  /** The receipt of which only the payer had said that it came. */
  flow_id?: number
}

/** Books transfers. */
export const addTransfers = async ({ tx, session }: Acting, all: readonly Transfer[]): Promise<void> => {
  if (all.length > 0)
    await insertRows(
      tx,
      resourceNamed('transfer'),
      all.map((one) => ({ ...one })),
      session.userId,
    )
}

/** What a bank or a channel takes for itself, or gives, is a transfer of which the other side is nobody's. */
export const ownOf = ({ line_id, own_account_id, type, kind, price, day, note, p_id }: Line): Transfer =>
  type === 2
    ? { kind: 2, from_account_id: own_account_id, from_line_id: line_id, price, day, note, p_id }
    : { kind: kind === 5 ? 3 : 4, to_account_id: own_account_id, to_line_id: line_id, price, day, note, p_id }

/** Takes back the transfers that lines have. */
export const undoTransfersOf = async (acting: Acting, lines: readonly number[]): Promise<void> => {
  const { rows } = await sql<{ transfer_id: number }>`
    select transfer_id from transfer where (from_line_id = any(${keyList(lines)}) or to_line_id = any(${keyList(lines)})) and status = ${inState(transfer, 'stands')}
    order by transfer_id
  `.execute(acting.tx)
  if (rows.length === 0) return
  await moveBySystem(
    acting,
    'transfer',
    'fall',
    rows.map(({ transfer_id }) => transfer_id),
  )
}
