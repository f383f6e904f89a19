import { CallError } from '../../src/core/errors.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { type Adds, knownCall } from '../caller/knownCalls.ts'
import type { Adding } from '../caller/session.ts'
import type { Resolve } from '../store/reading/list.ts'
import { belongingOfNew } from '../store/writing/belonging.ts'
import { insertRows } from '../store/writing/write.ts'

type Values = Record<string, unknown>

/** Records that were made: a resource and their keys. */
export interface Made {
  resource: string
  keys: number[]
}

/** How rows of a resource are added. */
export interface Adder {
  /** So many at once. */
  atOnce: number
  /** Adds rows, all or none: throws the refusal of one. */
  add(rows: readonly Values[]): Promise<Made[]>
}

/** Large enough that a statement costs little beside its rows, small enough that a wrong row is soon found among them. */
const DERIVED_AT_ONCE = 500
const DOMAIN_AT_ONCE = 20

/** As the derived add call does it (server/calls/resourceCalls.ts), for many rows by one statement. */
const derivedAdder = ({ tx, session }: Adding, resource: CompleteResource, resolve: Resolve): Adder => ({
  atOnce: DERIVED_AT_ONCE,
  async add(rows) {
    const belongings = await belongingOfNew(tx, resource, rows, session.scope, resolve)
    const refusal = belongings.find((belonging) => belonging instanceof CallError)
    if (refusal) throw refusal
    const full = rows.map((values, index) => ({ ...values, ...(belongings[index] as Values) }))
    return [{ resource: resource.name, keys: await insertRows(tx, resource, full, session.userId) }]
  },
})

/** How the domain adds rows of a resource, and takes them back: as the call says by whose action they are imported. Undefined where the derived add does it. */
export const addsOf = (resource: CompleteResource): Adds | undefined => {
  const { importedBy, domain, calls, actions } = resource
  if (importedBy === 'add') return domain.includes('add') ? knownCall(calls.add ?? '')?.adds : undefined
  return knownCall(actions.find(({ name }) => name === importedBy)?.can ?? '')?.adds
}

const domainAdder = (context: Adding, resource: CompleteResource, resolve: Resolve): Adder => {
  const adds = addsOf(resource)
  if (!adds) throw new CallError(404, `${resource.label}不能导入`)
  const makes = adds.makes.map(resolve)
  return {
    atOnce: DOMAIN_AT_ONCE,
    async add(rows) {
      const made = makes.map(({ name }): Made => ({ resource: name, keys: [] }))
      for (const values of rows) {
        const answer = (await adds.row(context, values)) as Record<string, number | number[] | undefined>
        for (const [index, { key }] of makes.entries()) made[index]?.keys.push(...[answer[key] ?? []].flat())
      }
      return made
    },
  }
}

/** Gives how rows of a resource are added: as its derived add does it, or by the domain's own function. */
export const adderOf = (context: Adding, resource: CompleteResource, resolve: Resolve): Adder =>
  (resource.importedBy !== 'add' || resource.domain.includes('add') ? domainAdder : derivedAdder)(context, resource, resolve)
