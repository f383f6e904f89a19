import { sql } from 'kysely'
import { wordsOf } from '../../../src/core/states.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { hashName } from '../../store/bringUp/tables.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inSet } from '../../store/reading/states.ts'
import { whoMay } from '../account/index.ts'
import { notify } from '../message/index.ts'
import { householdOf, OF_HOUSEHOLD } from './households.ts'

const card = sql.id(hashName('card'))

/** Who may take somebody out of a queue. */
const CODE = '/api/Waiting/invalid'

/**
 * Tells those who deal with the queues in which somebody of the household of a contract that was just signed still waits, in another project mostly: he could sign no other, and a
 * room that is held for him stays empty.
 */
export const tellQueues = async ({ tx }: Pick<Acting, 'tx'>, contract_id: number): Promise<void> => {
  const { rows: signed } = await sql<Row<'contract', 'sn' | 'custom_id' | 'apply_id'>>`
    select sn, custom_id, apply_id from contract where contract_id = ${contract_id}
  `.execute(tx)
  const [contract] = signed
  if (!contract || contract.custom_id === null) return
  const { rows } = await sql<Row<'waiting', 'wait_id' | 'custom_name' | 'status' | 'p_id'>>`
    with cards as (
      select l.${card} as hash from lessee l join (${householdOf(contract.custom_id, contract.apply_id)}) h on h.custom_id = coalesce(l.merged_into, l.custom_id)
    )
    select w.wait_id, w.custom_name, w.status, w.p_id from waiting w
    where w.status in (${inSet(waiting, 'standing')}) and w.wait_id in (
      select o.wait_id from waiting o join cards on cards.hash = o.${card}
      union select o.wait_id from cards join member m on m.${card} = cards.hash and m.relation in ${OF_HOUSEHOLD} join waiting o on o.apply_id = m.apply_id)
    order by w.wait_id
  `.execute(tx)
  const states = wordsOf(waiting)
  for (const { wait_id, custom_name, status, p_id } of rows) {
    const content = `${custom_name} 一户已签合同 ${contract.sn}，在这里仍是${states[status]}，签不了第二份：请放弃或作废，保留的房间随之放开。`
    await notify(tx, await whoMay(tx, CODE, p_id), '轮候的人已另签合同', content, { resource: 'waiting', id: wait_id })
  }
}
