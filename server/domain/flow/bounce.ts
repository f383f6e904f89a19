import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import type { bounceForm } from '../../../src/schemas/flow/bounce.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Row } from '../../store/connection/rows.ts'
import { reverseFlow } from './reverseFlow.ts'

type Entry = Row<'flow', 'deal_time' | 'own_account_id'>
type Asked = FormValue<typeof bounceForm>

/** Accounts of which no bank brings anything back (src/schemas/journal/journal.ts): cash, and what the system before had. */
const NO_BANK = sql`(5, 7)`

/** Throws 400 at its field for a day before the money moved, and 409 where no bank had the money. */
export const checkBounce = async ({ tx }: Acting, { deal_time, own_account_id }: Entry, { returned_at }: Asked): Promise<void> => {
  if (dateOf(returned_at) < dateOf(deal_time ?? 0)) throw new CallError(400, '退回时间不能早于原流水的交易时间', { field: 'returned_at' })
  const { rows } = await sql`select from own_account where own_account_id = ${own_account_id} and kind in ${NO_BANK}`.execute(tx)
  if (rows.length > 0) throw new CallError(409, '现金与期初的流水没有银行退回，登记错了的请红冲')
}

/** Books that an entry's money, which is held, moved back on a day: both movements are in the books, as they are at the bank. Gives the entry that says so, and its number. */
export const bounceFlow = (acting: Acting, flow_id: number, { returned_at, why }: Asked): ReturnType<typeof reverseFlow> =>
  reverseFlow(acting, flow_id, why, { deal_time: returned_at })
