import { type RawBuilder, sql } from 'kysely'
import type { Preferences } from '../../../src/protocol/preferences.ts'

/** Gives the expression for all preferences of the account in hand (`a.user_id`): get_info reads them with the rest, in one question. */
export const preferencesOf = (): RawBuilder<Preferences> => sql`
  (select coalesce(jsonb_object_agg(p.name, p.value), '{}') from preference p where p.account_id = a.user_id)
`
