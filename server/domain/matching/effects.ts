import { sql } from 'kysely'
import match from '../../../src/resources/flow/match.ts'
import matchRun from '../../../src/resources/flow/matchRun.ts'
import { actIfMay } from '../../calls/actNamed.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { inState } from '../../store/reading/states.ts'
import { takeBackMatches } from './undoMatch.ts'

export const matchEffects = defineEffects(match, {
  undo: {
    after: async (acting, rows) => {
      await takeBackMatches(
        acting,
        rows.map(({ match_id }) => match_id),
      )
      return { count: rows.length }
    },
  },
})

const runEffects = defineEffects(matchRun, {
  undo: {
    after: async (acting, [{ run_id }]) => {
      const { rows } = await sql<{ match_id: number }>`
        select match_id from match where run_id = ${run_id} and status = ${inState(match, 'stands')} order by match_id
      `.execute(acting.tx)
      const keys = rows.map(({ match_id }) => match_id)
      if (keys.length === 0 || (await actIfMay(acting, 'match', 'undo', keys))) return { count: keys.length }
      // One that cannot be undone, since its money has gone on, does not keep the others.
      let count = 0
      for (const key of keys) if (await actIfMay(acting, 'match', 'undo', [key])) count += 1
      return { count }
    },
  },
})

export default [matchEffects, runEffects]
