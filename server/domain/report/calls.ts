import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { actionParams } from '../../../src/derive/callParams.ts'
import type { signStates } from '../../../src/schemas/report/report.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { inScope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { insertRows } from '../../store/writing/write.ts'

const days = resourceNamed('cash_day')
const sign = days.actions.find(({ name }) => name === 'sign')
if (!sign) throw new Error('cash_day has no action sign')

/** As the list calls it. */
const SIGNED: keyof typeof signStates = 2

interface CashDay {
  cash_day_id: number
  day: string
  cashier: number | null
  own_account_id: number | null
  entries: number
  income: number
  outgo: number
  p_id: number | null
  state: number
}

/**
 * Signs off what cashiers took and paid on days, as it is now. 400 where none is named; 404 for what is not in scope; 403 for one's own; 409 for what was signed as it is already.
 */
const signDays = async ({ tx, session }: Context, { cash_day_id, ids = [] }: { cash_day_id?: number; ids?: readonly number[] }) => {
  const keys = [...ids, cash_day_id ?? []].flat()
  if (keys.length === 0) throw new CallError(400, '请指明记录', { field: 'cash_day_id' })
  // One after the other: two who sign the same day at once would both find it unsigned.
  await sql`lock table cash_sign in share row exclusive mode`.execute(tx)
  const { rows } = await sql<CashDay>`
    select cash_day_id, day, cashier, own_account_id, entries, income, outgo, p_id, state from cash_day_view
    where cash_day_id = any(${keyList(keys)}) and ${inScope(session.scope, 'p_id')}
  `.execute(tx)
  if (rows.length < new Set(keys).size) throw new CallError(404)
  if (rows.some(({ cashier }) => cashier === session.userId)) throw new CallError(403, '经办人不能签核自己的收支')
  if (rows.some(({ state }) => state === SIGNED)) throw new CallError(409, '已签核，请刷新后重试')
  await insertRows(
    tx,
    resourceNamed('cash_sign'),
    rows.map(({ cash_day_id: _key, state: _state, ...row }) => row),
    session.userId,
  )
  return { count: rows.length }
}

export default [
  defineCall(
    { path: sign.can, label: sign.label, group: '财务报表', can: 'self', writes: true, params: actionParams(days, sign) },
    (context, asked) => signDays(context, asked as unknown as { cash_day_id?: number; ids?: readonly number[] }),
  ),
]
