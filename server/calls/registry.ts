import { resourceNamed, resources } from '../../src/derive/declared.ts'
import type { Call } from './defineCall.ts'
import { resourceCalls } from './resourceCalls.ts'

/** Each domain's calls, found by the file's being there. */
const domains = import.meta.glob<Call[]>('../domain/*/calls.ts', { eager: true, import: 'default' })

let known: ReadonlyMap<string, Call> | null = null

const build = (): ReadonlyMap<string, Call> => {
  const calls = new Map<string, Call>()
  const all = [...Object.values(domains).flat(), ...resources.flatMap((resource) => resourceCalls(resource, resourceNamed))]
  for (const call of all) {
    if (calls.has(call.path)) throw new Error(`接口 ${call.path} 声明了两次`)
    calls.set(call.path, call)
  }
  return calls
}

/** Every call there is, by path. Routes, permission codes, /docs and the fuzz tests read this and nothing else. */
export const registry = (): ReadonlyMap<string, Call> => {
  known ??= build()
  return known
}

/** The code whose holders may make the call; null where being logged in (or nothing) is enough. */
export const codeOf = (call: Call): string | null =>
  call.can === 'self' ? call.path : call.can === 'session' || call.can === 'public' ? null : call.can

/** Every permission code, which is what a role with '*' holds. */
export const allCodes = (): string[] => [...new Set([...registry().values()].flatMap((call) => codeOf(call) ?? []))].sort()

/** Gives what is wrong between declarations and calls: an action, a domain call or the choices of a tree that nobody answers. */
export const unansweredCalls = (): string[] =>
  resources.flatMap((resource) => [
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
  ])
