import { type RawBuilder, sql } from 'kysely'
import { mainTenants } from '../contract/index.ts'

/** The condition that a bill `b` is settled with the contract `c` of a room: it is the contract's, or of none, for this room and in the name of its main tenant, now or before. */
export const goesWith = (org_id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(b.contract_id = c.contract_id or (b.contract_id is null and b.org_id = ${org_id} and b.custom_id in ${mainTenants}))`
