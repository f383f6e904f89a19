import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import type { CompleteColumn } from '../../../src/derive/complete.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { addingAs } from '../../calls/addingAs.ts'
import type { Call } from '../../calls/defineCall.ts'
import type { Tx } from '../../store/connection/database.ts'
import { allOf, type Scope, scopeCondition } from '../../store/reading/filters.ts'
import { tenancyOf } from './tenancyOf.ts'

interface InRoom {
  org_id: number
  [field: string]: unknown
}

/** Columns that the dialog sends along unseen, as what the record began from: nobody chooses them, so that no choice is looked at. */
const originsOf = (name: string): CompleteColumn[] => {
  const { columns, actions } = resourceNamed(name)
  const asked = actions.find((action) => action.name === 'add')?.form?.properties ?? {}
  return columns.filter((column) => column.target !== null && asked[column.name]?.['x-hidden'])
}

/** Throws 400 where what a record begins from is of another project than its room: the room is what staff chose. */
const checkOrigins = async (tx: Tx, scope: Scope, name: string, { org_id, ...asked }: InRoom): Promise<void> => {
  for (const { name: column, target, label } of originsOf(name)) {
    const origin = asked[column]
    if (typeof origin !== 'number' || target === null) continue
    const began = resourceNamed(target)
    const project = sql.ref(`t.${began.scope}`)
    // One that the caller does not see is said not to be there, as anywhere.
    const where = allOf([sql`o.org_id = ${org_id}`, sql`${project} <> o.p_id`, ...scopeCondition(began, scope)])
    const { rows } = await sql`
      select from org o join ${sql.table(began.table)} as t on ${sql.ref(`t.${began.key}`)} = ${origin} where ${where}
    `.execute(tx)
    if (rows.length > 0) throw new CallError(400, `房间不在${label}的项目里，请重新选择`, { field: 'org_id' })
  }
}

/**
 * Gives the `add` of a resource whose records are about a room (`org_id`): the derived one, which keeps with the record who has the room on
 * the day that it is about, and by which contract. Whoever comes after does not inherit it. That day is today, or the one on which it was found, in the column
 * `of`, which has happened: who registers what was found last month means whoever lived there then.
 * What it began from (an inspection) is of the room's project. A row of a file is added alike.
 */
export const addingInRoom = (name: string, { of }: { of?: string } = {}): Call =>
  addingAs<InRoom>(name, async ({ tx, now, session }, params) => {
    await checkOrigins(tx, session.scope, name, params)
    const today = dateOf(now)
    const day = of === undefined ? today : String(params[of])
    return { ...params, ...(await tenancyOf(tx, params.org_id, day)) }
  })
