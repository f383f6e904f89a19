import type { Tx } from '../../store/connection/database.ts'
import { changed } from '../../store/writing/changed.ts'
import { writeLines } from './lines.ts'
import { type Reckoning, reckon, type Surrendered } from './reckoning.ts'

/** Gives what of a reckoning the record keeps: what is approved is what is done. */
export const figuresOf = ({ deposit, byHand, unused, arrears, damages, penalty, compensation, refund, due }: Reckoning) => ({
  ...{ deposit: deposit + byHand, unused: unused - byHand, arrears, damages, penalty, compensation, refund, due },
})

/** Reckons a surrender anew by the books as they stand, and keeps the figures and their lines. */
export const keepReckoning = async (tx: Tx, surrendered: Surrendered & { p_id: number | null }): Promise<{ surrender_id: number }> => {
  const { surrender_id } = surrendered
  const reckoning = await reckon(tx, surrendered)
  await tx
    .updateTable('surrender')
    .set({ ...figuresOf(reckoning), ...changed })
    .where('surrender_id', '=', surrender_id)
    .execute()
  await writeLines(tx, surrendered, reckoning)
  return { surrender_id }
}
