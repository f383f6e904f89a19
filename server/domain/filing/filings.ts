import { sql } from 'kysely'
import { codesOf } from '../../../src/core/states.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import filing from '../../../src/resources/filing/filing.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { inState } from '../../store/reading/states.ts'
import { readSetting } from '../setting/index.ts'

/**
 * Puts a contract that has just been signed among those to be filed, within as many days after the signing as the operator has set (合同设置; 30
 * by 《商品房屋租赁管理办法》 article 14). Nothing is put there where the operator files none.
 */
export const awaitFiling = async ({ tx, session, now }: Acting, contract_id: number): Promise<void> => {
  const { filing_days } = await readSetting(tx, contractSetting)
  if (!filing_days) return
  const today = dateOf(now)
  await sql`
    insert into filing (contract_id, custom_name, org_id, signed_on, due_on, p_id, created_by)
    select c.contract_id, c.custom_name, c.org_id, coalesce(c.signed_on, ${today}::date),
           coalesce(c.signed_on, ${today}::date) + ${filing_days}::integer, c.p_id, ${session.userId}::integer
    from contract_view c where c.contract_id = ${contract_id}
  `.execute(tx)
}

/** A contract that was voided has nothing to be filed. */
export const dropFiling = async (acting: Acting, contract_id: number): Promise<void> => {
  const open = await acting.tx
    .selectFrom('filing')
    .select('filing_id')
    .where('contract_id', '=', contract_id)
    .where('status', 'in', codesOf(filing, 'open'))
    .execute()
  if (open.length > 0)
    await moveBySystem(
      acting,
      'filing',
      'drop',
      open.map(({ filing_id }) => filing_id),
    )
}

const AT_ONCE = 500

/** Has those end whose days are over, and gives how many. */
export const expireFilings = async (acting: Acting, today: string): Promise<number> => {
  const { rows } = await sql<{ filing_id: number }>`
    select filing_id from filing where status = ${inState(filing, 'toFile')} and due_on < ${today}::date
    order by filing_id limit ${AT_ONCE} for no key update skip locked
  `.execute(acting.tx)
  const keys = rows.map(({ filing_id }) => filing_id)
  if (keys.length > 0) await moveBySystem(acting, 'filing', 'expire', keys)
  return keys.length
}
