import { sql } from 'kysely'
import { resourceNamed } from '../../../src/declared/declared.ts'
import match from '../../../src/resources/flow/match.ts'
import matchRun from '../../../src/resources/flow/matchRun.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { act } from '../../calls/transition.ts'
import { wholly } from '../../store/connection/undoable.ts'
import { inState } from '../../store/reading/states.ts'
import { takeBackMatches } from './undoMatch.ts'

/** What the store refuses, such as money that has gone on since, leaves the match as it is. */
const undoIfIt = async (acting: Acting, keys: readonly number[]): Promise<boolean> => {
  const resource = resourceNamed('match')
  const undo = resource.actions.find(({ name }) => name === 'undo')
  if (!undo) throw new Error('match has no action undo')
  return wholly(acting.tx, () => act(acting, resource, undo, { keys, versions: null, values: {} })).then(
    () => true,
    (error: unknown) => {
      if (typeof error === 'object' && error !== null && 'constraint' in error) return false
      throw error
    },
  )
}

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
      if (keys.length === 0 || (await undoIfIt(acting, keys))) return { count: keys.length }
      // One that cannot be undone does not keep the others.
      let count = 0
      for (const key of keys) if (await undoIfIt(acting, [key])) count += 1
      return { count }
    },
  },
})

export default [matchEffects, runEffects]
