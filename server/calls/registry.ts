import type { CompleteResource } from '../../src/derive/complete.ts'
import { fileResources, fromDeclared, resourceNamed, resources } from '../../src/derive/declared.ts'
import { settings } from '../../src/derive/settings.ts'
import { keyOfCode } from './codes.ts'
import type { Call } from './defineCall.ts'
import { resourceCalls } from './resourceCalls.ts'

/** Each domain's calls, found by the file's being there. */
const domains = import.meta.glob<Call[]>('../domain/*/calls.ts', { eager: true, import: 'default' })

const callsOf = (some: readonly CompleteResource[]): Call[] => some.flatMap((resource) => resourceCalls(resource, resourceNamed))

const byPath = (calls: readonly Call[]): ReadonlyMap<string, Call> => {
  const found = new Map<string, Call>()
  for (const call of calls) {
    if (found.has(call.path)) throw new Error(`接口 ${call.path} 声明了两次`)
    found.set(call.path, call)
  }
  return found
}

/** The calls of the code: they stay the same as long as the node runs, and each has a route of its own. */
export const codeCalls = (): ReadonlyMap<string, Call> => {
  known ??= byPath([...Object.values(domains).flat(), ...callsOf(fileResources)])
  return known
}
let known: ReadonlyMap<string, Call> | null = null

/**
 * Every call there is, by path, those of screens made at run time too. Permission codes, /docs and the fuzz tests read this and nothing
 * else.
 */
export const registry = fromDeclared(() => byPath([...codeCalls().values(), ...callsOf(resources.slice(fileResources.length))]))

/** The codes of which one is enough to make the call; none where being logged in (or nothing) is enough. */
export const codesOf = ({ can, path }: Call): readonly string[] =>
  can === 'self' ? [path] : can === 'session' || can === 'public' ? [] : [can].flat()

/** Every permission code that a role can be given. */
export const allCodes = (): string[] =>
  [...new Set([...registry().values()].flatMap(codesOf))].filter((code) => keyOfCode(code) === null).sort()

/** What a role holds, as its row has it: codes of calls ('*' is all) and keys of screens. */
interface Held {
  permission: readonly string[]
  access: readonly string[]
}

/** Whether a role may make a call. */
export const mayMake = (call: Call, { permission, access }: Held): boolean => {
  const codes = codesOf(call)
  const isHeld = (code: string): boolean => permission.includes(code) || access.includes(keyOfCode(code) ?? '')
  return codes.length === 0 || permission.includes('*') || codes.some(isHeld)
}

/** Gives the paths that are a role's permission list on the client: the codes that it holds, and the calls that a key of it permits. */
export const heldCodes = (held: Held): string[] => {
  const codes = held.permission.includes('*') ? allCodes() : held.permission
  const byKey = [...registry().values()].filter((call) => codesOf(call).some(keyOfCode) && mayMake(call, held))
  return [...new Set([...codes, ...byKey.map(({ path }) => path)])]
}

const unansweredTrials = (): string[] =>
  settings.flatMap(({ name, trial }) => (trial && !registry().has(trial.call) ? [`${name}.trial.call：没有接口 ${trial.call}`] : []))

/** Gives what is wrong between declarations and calls: an action, a domain call, a setting's trial or the choices of a tree that nobody answers. */
export const unansweredCalls = (): string[] => [
  ...unansweredTrials(),
  ...resources.flatMap((resource) => [
    ...resource.actions
      .filter((action) => !registry().has(action.can))
      .map((action) => `${resource.name}.actions.${action.name}.can：没有接口 ${action.can}`),
    ...resource.columns.flatMap(({ name, spec }) =>
      spec.is === 'texts' && !registry().has(spec.tree.call)
        ? [`${resource.name}.columns.${name}.tree.call：没有接口 ${spec.tree.call}`]
        : [],
    ),
    ...resource.domain
      .filter((call) => !registry().has(resource.calls[call] ?? ''))
      .map((call) => `${resource.name}.domain：没有接口 ${resource.calls[call]}`),
    ...(resource.calls.import && resource.domain.includes('add') && !registry().get(resource.calls.add ?? '')?.adds
      ? [`${resource.name}.import：接口 ${resource.calls.add} 没有以 adds 说明怎样逐行新增`]
      : []),
  ]),
]
