import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import withholdLine from '../../../src/resources/withhold/withholdLine.ts'
import { actNamed } from '../../calls/actNamed.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { inState } from '../../store/reading/states.ts'
import { takeBackMoney } from '../matching/index.ts'
import { reckonArrival } from './arrival.ts'

/** The receipts of all lines of a line's row: the bank debits, and gives back, a row as a whole. */
const receiptsOf = async ({ tx }: Acting, line_id: number): Promise<number[]> => {
  const { rows } = await sql<{ flow_id: number }>`
    select o.flow_id from withhold_line line
    join withhold_line o on o.line_id = line.line_id or o.batch_id = line.batch_id and o.row_no = line.row_no
    where line.line_id = ${line_id} and o.flow_id is not null and (o.line_id = line.line_id or o.result = ${inState(withholdLine, 'debited')}) order by o.flow_id
  `.execute(tx)
  return rows.map(({ flow_id }) => flow_id)
}

/** Reverses what a row brought, after what it settled is taken back, and nothing that other money settled with it: whatever 核销设置 says of reversals, the bank's money is gone. Gives how many bills it was. */
export const reverseRow = async (acting: Acting, line_id: number, reason: string): Promise<number> => {
  const flows = await receiptsOf(acting, line_id)
  for (const flow_id of flows) {
    await takeBackMoney(acting, flow_id)
    await actNamed(acting, 'flow', 'reverse', [flow_id], { note: `代扣退票：${reason}`.slice(0, 200) })
  }
  return flows.length
}

/** Has the line come back whose receipt was reversed, and says why, where it has not; and its batch's money on its way is reckoned anew. */
export const bounceLineOf = async (acting: Acting, flow_id: number, note: string): Promise<void> => {
  const { rows } = await sql<{ line_id: number; batch_id: number; result: number }>`
    select line_id, batch_id, result from withhold_line where flow_id = ${flow_id}
  `.execute(acting.tx)
  const [line] = rows
  if (!line) return
  const isDebited = line.result === codeOf(withholdLine, 'debited')
  if (isDebited) await moveBySystem(acting, 'withhold_line', 'fall', [line.line_id], { reason: note.slice(0, 200) })
  await reckonArrival(acting, [line.batch_id])
}
