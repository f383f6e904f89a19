import type { FormSchema, FormValue } from './form.ts'
import type { Kind, ListKind, WireValue } from './kinds.ts'

/**
 * What one word of each column says, read off the declaration: a type that is read so leaves the compiler's check for words that are none,
 * which one type for the whole declaration would switch off.
 */
export type Read<W extends string, T> = { readonly [N in keyof T]: { readonly [X in W]?: T[N] } }

declare const known: unique symbol

/** What the compiler knows of a declaration column by column; nothing of it is there at run time. */
export interface Typed<I = unknown, Q = unknown, E = unknown, V = unknown, S = unknown, P = unknown, W = unknown> {
  readonly [known]?: { is: I; required: Q; derived: E; via: V; reads: S; key: P; when: W }
}

type WordOf<T, N> = N extends keyof T ? T[N] : undefined
type ValueOf<T> = T extends Kind ? WireValue<T> : string
type IsTold<E, V, S, N> =
  WordOf<E, N> extends true | 'counted' ? true : WordOf<V, N> extends string ? true : WordOf<S, N> extends string ? true : false

/** What every row has filled in: not what is required on a condition (`when`) alone. */
type IsFilled<Q, W, N> = WordOf<Q, N> extends true | string ? (WordOf<W, N> extends object ? false : true) : false

/** A row of a declared resource's table, column by column as the declaration says: null where it requires nothing. */
export type RowOf<R> =
  R extends Typed<infer I, infer Q, infer E, infer V, infer S, infer P, infer W>
    ? {
        [N in keyof I as IsTold<E, V, S, N> extends true ? never : N]: N extends P | Part<R, 'column'>
          ? number
          : IsFilled<Q, W, N> extends true
            ? ValueOf<I[N]>
            : I[N] extends ListKind
              ? ValueOf<I[N]>
              : ValueOf<I[N]> | null
      }
    : never

declare const living: unique symbol

/** What the compiler knows of a declaration's states, actions and dialogs; nothing of it is there at run time. */
export interface Living<N = unknown, G = unknown, A = unknown, O = unknown, F = unknown, X = unknown, Y = unknown> {
  readonly [living]?: { codes: N; sets: G; opens: A; on: O; dialogs: F; column: X; moves: Y }
}

type Of<R> = R extends { readonly [living]?: infer T } ? NonNullable<T> : never
type Part<R, W extends string> = Of<R> extends infer T ? (W extends keyof T ? T[W] : never) : never

/** The names of a resource's states. */
export type StateOf<R> = Extract<keyof Part<R, 'codes'>, string>
/** The names of the sets of its states. */
export type SetOf<R> = Extract<Part<R, 'sets'>, string>
/** The names of the moves that the system makes of its records. */
export type SystemMoveOf<R> = Extract<Part<R, 'moves'>, string>
/** The names of its actions. */
export type ActionOf<R> = Extract<keyof Part<R, 'on'>, string>
/** Whether an action stands on one row, on rows, or on the page. */
export type PlaceOf<R, M> = Part<R, 'on'> extends infer O ? (M extends keyof O ? O[M] : never) : never
/** What the dialog of an action asks; nothing where it opens none, or is a move of the system. */
export type AskedBy<R, M> =
  Part<R, 'opens'> extends infer A
    ? M extends keyof A
      ? A[M] extends keyof Part<R, 'dialogs'>
        ? Part<R, 'dialogs'>[A[M]] extends FormSchema
          ? FormValue<Part<R, 'dialogs'>[A[M]]>
          : Readonly<Record<never, never>>
        : Readonly<Record<never, never>>
      : Readonly<Record<never, never>>
    : never
