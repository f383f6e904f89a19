import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import match from '../../../src/resources/flow/match.ts'
import matchRun from '../../../src/resources/flow/matchRun.ts'
import { actIfMay } from '../../calls/actNamed.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { inScope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { takeBackMatches } from './undoMatch.ts'

export const matchEffects = defineEffects(match, {
  undo: {
    check: async ({ tx, session }, rows) => {
      const keys = keyList(rows.map(({ match_id }) => match_id))
      const { rows: beyond } = await sql<{ sn: string }>`
        select m.sn from allocation a join match m on m.match_id = a.match_id
        where a.match_id = any(${keys}) and not ${inScope(session.scope, 'a.p_id')} order by m.match_id limit 1
      `.execute(tx)
      if (beyond[0]) throw new CallError(403, `核销 ${beyond[0].sn} 还有别的项目的账单，须由负责这些项目的人撤销`)
    },
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
