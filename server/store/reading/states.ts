import { type RawBuilder, sql } from 'kysely'
import { codesOf, type States } from '../../../src/core/states.ts'
import type { SetOf, StateOf } from '../../../src/core/typed.ts'

type Stated = { readonly states?: States | undefined }

/** Written out, not bound: an index of the rows in some states is used only where the planner sees the numbers. */
const written = (codes: readonly number[]): RawBuilder<number> => sql.raw(codes.map(Math.trunc).join(', '))

/** Gives the numbers of the states that a set means, for `status in (${inSet(waiting, 'holdsRoom')})`. */
export const inSet = <R extends Stated>(resource: R, set: SetOf<R>): RawBuilder<number> => written(codesOf(resource, set))

/** Gives the number of a state, for `status = ${inState(waiting, 'called')}`. */
export const inState = <R extends Stated>(resource: R, name: StateOf<R>): RawBuilder<number> => written(codesOf(resource, name))
