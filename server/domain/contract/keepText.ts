import { sql } from 'kysely'
import type { Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { textInForce } from '../template/index.ts'

/** Keeps with contracts of a kind the text that they are finalized with: the version in force of the default template of its kind, where there is one. */
export const keepText = async (tx: Tx, keys: readonly number[], kind: number): Promise<void> => {
  const text = await textInForce(tx, kind)
  if (!text) return
  await sql`update contract set template_id = ${text.template_id}, template_no = ${text.no} where contract_id = any(${keyList(keys)})`.execute(
    tx,
  )
}
