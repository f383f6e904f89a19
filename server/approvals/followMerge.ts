import { sql } from 'kysely'
import audit from '../../src/resources/approval/audit.ts'
import type { Tx } from '../store/connection/database.ts'
import { keyList } from '../store/reading/keyList.ts'
import { inState } from '../store/reading/states.ts'
import type { Renamed } from '../store/writing/mergeRows.ts'

/**
 * Has what is asked of records go on where a merge alone has changed them since it was submitted: whom they name is the same under another entry. One that was
 * changed before that goes back as ever, and whoever has a submission open sees it anew before he decides.
 */
export const followMerge = async (tx: Tx, renamed: readonly Renamed[]): Promise<void> => {
  for (const { resource, keys } of renamed)
    await sql`
      update audit a set seen_version = a.seen_version + 1, version = a.version + 1, updated_at = epoch_now(),
        params = case when a.params ? 'version' then jsonb_set(a.params, '{version}', to_jsonb(a.seen_version + 1)) else a.params end
      where a.resource = ${resource.name} and a.record_id = any(${keyList(keys)}) and a.status = ${inState(audit, 'asking')}
    `.execute(tx)
}
