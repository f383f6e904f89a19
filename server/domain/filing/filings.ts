import { sql } from 'kysely'
import { dateOf } from '../../../src/protocol/dates.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { Acting } from '../../calls/defineEffects.ts'
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
