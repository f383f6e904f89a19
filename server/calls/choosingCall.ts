import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import { type Chosen, chosenIn } from '../../src/declared/chosen.ts'
import type { CompleteAction } from '../../src/derive/actions.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import type { Adding } from '../caller/session.ts'
import type { Tx } from '../store/connection/database.ts'
import { allOf, type Scope, scopeCondition } from '../store/reading/filters.ts'
import { keyList } from '../store/reading/keyList.ts'
import type { Call, Context } from './defineCall.ts'

type Params = Readonly<Record<string, unknown>>
type Choosing = Pick<Adding, 'tx' | 'session'>

const numbersIn = (value: unknown): number[] => [value ?? []].flat() as number[]

/** The projects of the records in scope that a call is about; what is of none is the operator's as a whole, and says nothing. */
const projectsOf = async (tx: Tx, resource: CompleteResource, params: Params, scope: Scope): Promise<number[]> => {
  const keys = numbersIn(params.ids ?? params[resource.key])
  const where = allOf([sql`${sql.ref(`t.${resource.key}`)} = any(${keyList(keys)})`, ...scopeCondition(resource, scope)])
  const { rows } = await sql<{ project: number | null }>`
    select distinct ${sql.ref(`t.${resource.scope}`)} as project from ${sql.table(resource.source)} as t where ${where}
  `.execute(tx)
  return rows.flatMap(({ project }) => project ?? [])
}

/** Throws 400 at its field where a record that is chosen is not there in scope, or is of another project than it has to be of. */
const checkOne = async ({ tx, session }: Choosing, { name, title, of }: Chosen, keys: readonly number[], projects: readonly number[]) => {
  const wanted = [...new Set(keys)]
  const project = sql.ref(`t.${of.scope}`)
  const where = allOf([sql`${sql.ref(`t.${of.key}`)} = any(${keyList(wanted)})`, ...scopeCondition(of, session.scope)])
  const { rows } = await sql<{ there: number; elsewhere: number }>`
    select count(*)::integer as there, (count(*) filter (where ${project} <> any(${keyList(projects)})))::integer as elsewhere
    from ${sql.table(of.table)} as t where ${where}
  `.execute(tx)
  const { there = 0, elsewhere = 0 } = rows[0] ?? {}
  if (there < wanted.length) throw new CallError(400, `${title}不存在，或不在您负责的项目内`, { field: name })
  if (elsewhere > 0) throw new CallError(400, `${title}是另一个项目的，请重新选择`, { field: name })
}

/** Gives a call with what it is asked checked before: what its dialog has staff choose is theirs, and of the project that it has to be of. A row of a file is looked at alike. */
export const choosingCall = (call: Call, resource: CompleteResource, action: CompleteAction): Call => {
  const chosen = chosenIn(resource, action)
  if (chosen.length === 0) return call
  const check = async (choosing: Choosing, params: Params): Promise<void> => {
    const named = chosen.filter(({ name }) => numbersIn(params[name]).length > 0)
    const ofRecord = named.some(({ isOfRecord }) => isOfRecord)
      ? await projectsOf(choosing.tx, resource, params, choosing.session.scope)
      : []
    for (const one of named) {
      const said = one.narrowedBy === null ? [] : numbersIn(params[one.narrowedBy])
      await checkOne(choosing, one, numbersIn(params[one.name]), [...said, ...(one.isOfRecord ? ofRecord : [])])
    }
  }
  const { adds } = call
  return {
    ...call,
    ...(adds
      ? {
          adds: {
            ...adds,
            row: async (adding: Adding, params: Params) => {
              await check(adding, params)
              return adds.row(adding, params)
            },
          },
        }
      : {}),
    handle: async (context: Context, params: Params) => {
      await check(context, params)
      return call.handle(context, params)
    },
  }
}
