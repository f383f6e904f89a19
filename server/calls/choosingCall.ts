import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import { type Chosen, chosenIn } from '../../src/declared/chosen.ts'
import type { CompleteAction } from '../../src/derive/actions.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import type { Adding } from '../caller/session.ts'
import { allOf, type Scope, scopeCondition } from '../store/reading/filters.ts'
import { keyList } from '../store/reading/keyList.ts'
import type { Call, Context } from './defineCall.ts'

type Params = Readonly<Record<string, unknown>>
type Choosing = Pick<Adding, 'tx' | 'session'>

const numbersIn = (value: unknown): number[] => [value ?? []].flat() as number[]

/** The projects that what is chosen has to be of: the one that its dialog asks for, and those of the records that it is about; what is of none is the operator's as a whole, and says nothing. */
const projectsOf = (resource: CompleteResource, { narrowedBy, isOfRecord }: Chosen, params: Params, scope: Scope): RawBuilder<unknown> => {
  const said = keyList(narrowedBy === null ? [] : numbersIn(params[narrowedBy]))
  if (!isOfRecord) return said
  const about = numbersIn(params.ids ?? params[resource.key])
  const where = allOf([sql`${sql.ref(`t.${resource.key}`)} = any(${keyList(about)})`, ...scopeCondition(resource, scope)])
  return sql`array_cat(${said}, array(select ${sql.ref(`t.${resource.scope}`)} from ${sql.table(resource.source)} as t where ${where}))`
}

interface Counted {
  place: number
  /** How many are there in scope, and how many of those are of another project than they have to be of. */
  there: number
  elsewhere: number
}

/** Throws 400 at its field where a record that is chosen is not there in scope, or is of another project than it has to be of. One statement, however many are chosen. */
const checkChosen = async (
  { tx, session }: Choosing,
  resource: CompleteResource,
  chosen: readonly Chosen[],
  params: Params,
): Promise<void> => {
  const named = chosen.map((one) => ({ ...one, keys: [...new Set(numbersIn(params[one.name]))] })).filter(({ keys }) => keys.length > 0)
  if (named.length === 0) return
  const counts = named.map((one, place) => {
    const { of, keys } = one
    const isElsewhere = sql`${sql.ref(`t.${of.scope}`)} <> any(${projectsOf(resource, one, params, session.scope)})`
    const where = allOf([sql`${sql.ref(`t.${of.key}`)} = any(${keyList(keys)})`, ...scopeCondition(of, session.scope)])
    return sql`select ${sql.lit(place)}::integer as place, count(*)::integer as there, (count(*) filter (where ${isElsewhere}))::integer as elsewhere
      from ${sql.table(of.table)} as t where ${where}`
  })
  const { rows } = await sql<Counted>`${sql.join(counts, sql` union all `)} order by place`.execute(tx)
  for (const { place, there, elsewhere } of rows) {
    const { name, title, keys } = named[place] as (typeof named)[number]
    if (there < keys.length) throw new CallError(400, `${title}不存在，或不在您负责的项目内`, { field: name })
    if (elsewhere > 0) throw new CallError(400, `${title}是另一个项目的，请重新选择`, { field: name })
  }
}

/** Gives a call with what it is asked checked before: what its dialog has staff choose is theirs, and of the project that it has to be of. A row of a file is looked at alike. */
export const choosingCall = (call: Call, resource: CompleteResource, action: CompleteAction): Call => {
  const chosen = chosenIn(resource, action)
  if (chosen.length === 0) return call
  const { adds } = call
  return {
    ...call,
    ...(adds
      ? {
          adds: {
            ...adds,
            row: async (adding: Adding, params: Params) => {
              await checkChosen(adding, resource, chosen, params)
              return adds.row(adding, params)
            },
          },
        }
      : {}),
    handle: async (context: Context, params: Params) => {
      await checkChosen(context, resource, chosen, params)
      return call.handle(context, params)
    },
  }
}
