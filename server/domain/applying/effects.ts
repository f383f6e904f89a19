import applicationDraft from '../../../src/resources/application/applicationDraft.ts'
import { withdrawLinks } from '../../caller/links/makeLink.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { forget } from './drafts.ts'

/** What becomes of what was typed on a telephone. */
export default defineEffects(applicationDraft, {
  lapse: {
    /** Nobody has asked for it to be kept longer, so it is not: numbers of a household are the household's. */
    after: async ({ tx }, rows) => {
      for (const { draft_id } of rows) {
        await forget(tx, draft_id)
        await withdrawLinks(tx, { resource: 'application_draft', record_id: draft_id })
      }
      return { count: rows.length }
    },
  },
})
