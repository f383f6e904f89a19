import type { Acting, Effect, Effects } from './defineEffects.ts'

type Row = Readonly<Record<string, unknown>>

/** An effect as it is done, whatever resource it is of. */
type AnyEffect = Pick<Effect<unknown, readonly Row[], Row>, 'holds' | 'check' | 'after'> & {
  worth?: (row: Row, asked: Row) => number
  tells?: (acting: Acting, row: Row, asked: Row) => Promise<string | null>
  sets?: Readonly<Record<string, (acting: Acting, row: Row, asked: Row) => unknown>>
  refusal?: (row: Row) => string
}

const known = new Map<string, AnyEffect>()

const nameOf = (resource: string, move: string): string => `${resource}.${move}`

/** Takes the domains' effects (server/wiring.ts), before any call is asked for. Throws where two are of one move. */
export const provideEffects = (all: readonly Effects[]): void => {
  for (const { resource, of } of all)
    for (const [move, effect] of Object.entries(of)) {
      const name = nameOf(resource, move)
      if (known.has(name)) throw new Error(`${name} 的作用（effects.ts）声明了两次`)
      known.set(name, effect as AnyEffect)
    }
}

/** Gives what a move does beside changing the state; undefined where it does no more. */
export const effectOf = (resource: string, move: string): AnyEffect | undefined => known.get(nameOf(resource, move))
