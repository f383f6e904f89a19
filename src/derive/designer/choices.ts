import type { Action } from '../../core/action.ts'
import type { FormSchema } from '../../core/form.ts'
import type { Column, Resource } from '../../core/resource.ts'
import { movesOf, reachedFrom, type State } from '../../core/states.ts'
import { publishedAs } from './edit.ts'

type Values = Readonly<Record<string, string | number | readonly (string | number)[]>>
type Actions = Readonly<Record<string, Action>>
type Named = Readonly<Record<string, State>>

/** Gives the fields of choices from which the states of a screen may begin: none where it has states, nor where others are published elsewhere. */
export const choicesToBegin = (resource: Resource, published: Resource | null): string[] => {
  if (resource.states) return []
  const held = published?.states && published.columns[published.states.column]
  return Object.entries(resource.columns)
    .filter(([, { is, retired, via, derived }]) => is === 'enum' && !retired && !via && !derived)
    .map(([name]) => name)
    .filter((name) => !held || publishedAs(published, resource, name) === held)
}

/** What fills in a field of choices by a dialog, or is filled in by what it says: what is a state only actions change. The form of the screen itself is not among them. */
export const choiceFillers = (resource: Resource, column: string): string[] => [
  ...Object.values(resource.columns as Readonly<Record<string, Column>>)
    .filter(({ when }) => column in { ...when })
    .map(({ label }) => `字段“${label}”`),
  ...Object.entries((resource.dialogs ?? {}) as Readonly<Record<string, FormSchema>>)
    .filter(([, { properties }]) => column in properties)
    .map(([name, { title }]) => {
      const action = Object.values((resource.actions ?? {}) as Actions).find(({ opens }) => opens === name)
      return `操作“${action?.label ?? title}”`
    }),
]

const without = (words: object | undefined, column: string): object | undefined => {
  const { [column]: _gone, ...rest } = (words ?? {}) as Record<string, unknown>
  return Object.keys(rest).length > 0 ? rest : undefined
}

/** An action that asked for choices, or set one, asks for states and brings one about: what asked for none left each. */
const movedBy = (action: Action, column: string, of: Named): Action => {
  const nameOf = (code: unknown): string | undefined => Object.keys(of).find((name) => of[name]?.code === Number(code))
  const { when, set, ...rest } = action
  const [asked, given] = [(when as Values | undefined)?.[column], set?.[column]]
  if (asked === undefined && given === undefined) return action
  const from = asked === undefined ? Object.keys(of) : [asked].flat().flatMap((code) => nameOf(code) ?? [])
  const to = given === undefined ? undefined : nameOf(given)
  const [others, beside] = [without(when, column), without(set, column)]
  return {
    ...rest,
    ...(others ? { when: others } : {}),
    ...(beside ? { set: beside } : {}),
    from: from.length === 1 ? from[0] : from,
    ...(to === undefined ? {} : { to }),
  } as Action
}

/** The states from which no action leads are where the way ends, if one leads there. */
const ending = (of: Named, first: string, resource: Resource): Named => {
  const moves = movesOf(resource)
  const reached = reachedFrom([first], moves)
  const isEnd = (name: string): boolean => name !== first && reached.has(name) && !moves.some(({ from }) => from.includes(name))
  return Object.fromEntries(Object.entries(of).map(([name, state]) => [name, isEnd(name) ? { ...state, ends: true as const } : state]))
}

/**
 * Gives the declaration with the choices of a field as the states of its records: the same numbers and words, so that records keep what they hold;
 * new ones begin where the field began, or in the first, and so do those for which nothing was chosen, when the screen is published. Actions that asked
 * for a choice or set one say so by states; nobody fills the field in any more.
 */
export const beginFromChoices = (resource: Resource, name: string): Resource => {
  const {
    is: _is,
    of: choices,
    tones,
    default: start,
    fixed: _fixed,
    ...kept
  } = resource.columns[name] as Column & {
    of: Readonly<Record<number, string>>
    tones?: Readonly<Record<number, State['tone']>>
  }
  const of: Named = Object.fromEntries(
    Object.entries(choices).map(([code, label]): [string, State] => {
      const tone = tones?.[Number(code)]
      return [`s${code}`, { code: Number(code), label, ...(tone ? { tone } : {}) }]
    }),
  )
  const first = Object.keys(of).find((state) => of[state]?.code === start) ?? Object.keys(of)[0] ?? ''
  const actions = Object.fromEntries(
    Object.entries((resource.actions ?? {}) as Actions).map(([action, spec]) => [action, movedBy(spec, name, of)]),
  )
  const begun = {
    ...resource,
    columns: { ...resource.columns, [name]: kept },
    ...(resource.form ? { form: resource.form.filter((other) => other !== name) } : {}),
    ...(resource.actions ? { actions } : {}),
    states: { column: name, of, first },
  } as Resource
  return { ...begun, states: { column: name, of: ending(of, first, begun), first } } as Resource
}

/** True for a state that is published, or that was published as a choice: records may be in it. */
export const isStatePublished = (resource: Resource, published: Resource | null, name: string): boolean => {
  const { states } = resource
  if (!states || !published) return false
  if (name in (published.states?.of ?? {})) return true
  const column = publishedAs(published, resource, states.column)
  return column?.is === 'enum' && String((states.of as Named)[name]?.code) in column.of
}
