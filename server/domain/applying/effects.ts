import { sql } from 'kysely'
import applicationDraft from '../../../src/resources/application/applicationDraft.ts'
import { withdrawLinks } from '../../caller/links/makeLink.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { letPhotosGo } from './drafts.ts'

/** What becomes of what was typed on a telephone. */
export default defineEffects(applicationDraft, {
  lapse: {
    /** Nobody has asked for it to be kept longer, so it is not: numbers of a household are the household's. */
    after: async ({ tx }, rows) => {
      for (const { draft_id } of rows) {
        await letPhotosGo(tx, draft_id)
        await sql`update application_draft set typed = null where draft_id = ${draft_id}`.execute(tx)
        await withdrawLinks(tx, { resource: 'application_draft', record_id: draft_id })
      }
      return { count: rows.length }
    },
  },
})
