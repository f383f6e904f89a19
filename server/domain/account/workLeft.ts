import { sql } from 'kysely'
import { resources } from '../../../src/declared/declared.ts'
import { type CompleteAction, nounOf } from '../../../src/derive/actions.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import type { Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { isAwayFrom } from '../../store/writing/serving.ts'
import { notify } from '../message/index.ts'
import { whoMay } from './inCharge.ts'

/** Numbers that one message names, at most. */
const NAMED = 20

/** Whose work somebody else has to be given: an account in use that saw these projects (null: all) until now. */
export interface Before {
  user_id: number
  projects: number[] | null
}

/** Work of a project that somebody has (`serves`) and that may be given to another yet, by an action whose dialog asks for whom. */
interface Given {
  resource: CompleteResource
  column: string
  action: CompleteAction
}

/** Told from the sending itself: there is nobody yet before it. */
const isPassedOn = ({ to, on, form }: CompleteAction, column: string): boolean =>
  on !== 'page' && to === undefined && form?.properties[column] !== undefined

const givenWork = (): Given[] =>
  resources.flatMap((resource) =>
    resource.columns.flatMap(({ name: column, spec }) => {
      const action = 'serves' in spec ? resource.actions.find((one) => isPassedOn(one, column)) : undefined
      return action ? [{ resource, column, action }] : []
    }),
  )

interface Left {
  user_id: number
  name: string
  is_active: boolean
  p_id: number
  numbers: string[]
  total: number
  first: number
}

/** What those who have it do not see any more, by person and project; what they did not see before was told of then. */
const leftOf = async (tx: Tx, { resource, column, action }: Given, before: readonly Before[]): Promise<Left[]> => {
  const { table, key, title, scope, states } = resource
  const [project, number] = [sql.ref(`t.${scope}`), sql.ref(`t.${title}`)]
  const { rows } = await sql<Left>`
    select a.user_id, a.name, a.is_active, ${project} as p_id, count(*)::integer as total, min(${sql.ref(`t.${key}`)}) as first,
      (array_agg(${number} order by ${sql.ref(`t.${key}`)}))[1:${sql.lit(NAMED)}] as numbers
    from ${sql.table(table)} as t
    join json_to_recordset(${JSON.stringify(before)}::json) as b (user_id integer, projects integer[]) on b.user_id = ${sql.ref(`t.${column}`)}
    join account a on a.user_id = b.user_id
    where ${sql.ref(`t.${column}`)} = any(${keyList(before.map(({ user_id }) => user_id))})
      and ${sql.ref(`t.${states?.column}`)} = any(${keyList([action.from ?? []].flat().flatMap((state) => states?.of[state]?.code ?? []))})
      and (b.projects is null or ${project} = any(b.projects))
      and ${isAwayFrom('a', project)}
    group by a.user_id, a.name, a.is_active, ${project} order by a.user_id, ${project}
  `.execute(tx)
  return rows
}

/**
 * Tells those who may give it to another, in its project, of the work (`serves`: a repair, an inspection, a home visit) that was given to accounts which are
 * disabled now or have lost its project: nobody goes there, and whoever waits is told by nobody. `before` is how those in use stood before.
 */
export const tellOfWorkLeft = async (tx: Tx, before: readonly Before[]): Promise<void> => {
  if (before.length === 0) return
  for (const given of givenWork()) {
    const { resource, action } = given
    const noun = nounOf(resource)
    for (const { user_id, name, is_active, p_id, numbers, total, first } of await leftOf(tx, given, before)) {
      const named = `${numbers.join('、')}${total > numbers.length ? '…' : ''}`
      const content = is_active
        ? `${name}不再负责该项目，派给他的${noun}有 ${total} 件还没有办（${named}），请“${action.label}”。`
        : `${name}的账号已停用，派给他的${noun}有 ${total} 件还没有办（${named}），请“${action.label}”。`
      const people = (await whoMay(tx, action.can, p_id)).filter((one) => one !== user_id)
      await notify(tx, people, `${noun}要改由别人去`, content, total === 1 ? { resource: resource.name, id: first } : null)
    }
  }
}
