import type { CallPath } from '../../src/core/action.ts'
import { callsNamed } from '../../src/core/check/checkForms.ts'
import { checkPrinting, ownPrints } from '../../src/core/check/checkPrints.ts'
import type { FileProblem } from '../../src/core/check/checkResources.ts'
import type { Say } from '../../src/core/check/say.ts'
import type { FormPreview, FormSchema } from '../../src/core/form.ts'
import { nearest } from '../../src/core/nearest.ts'
import type { PageSpec } from '../../src/core/page.ts'
import type { Resource, StandardCall } from '../../src/core/resource.ts'
import { fileResources, fromDeclared, resourceNamed, resources } from '../../src/declared/declared.ts'
import { byFile } from '../../src/declared/files.ts'
import { type CompleteResource, ownLookupOf } from '../../src/derive/complete.ts'
import { uploadIn } from '../../src/derive/forms/sent.ts'
import { provideKnownCalls } from '../caller/knownCalls.ts'
import { domainLetters, domainPrintsOf } from '../prints/registry.ts'
import { approvedActions, approvedCall } from './approvedCall.ts'
import { chooseCalls } from './chooseCall.ts'
import { choosingCall } from './choosingCall.ts'
import { keyOfCode } from './codes.ts'
import { type Call, type Context, isForAnyone } from './defineCall.ts'
import { printCalls } from './printCall.ts'
import { resourceCalls } from './resourceCalls.ts'

let domains: readonly Call[] | null = null

/** Takes the domains' calls (server/wiring.ts), before any is asked for. */
export const provideCalls = (calls: readonly Call[]): void => {
  domains = calls
}

const callsOf = (some: readonly CompleteResource[]): Call[] =>
  some.flatMap((resource) => [...resourceCalls(resource, resourceNamed), ...printCalls(resource)])

/** The deeds whose dialogs have staff choose, by the calls that they make. An edit carries what was chosen before, of whatever project: what it names anew is looked at by its columns. */
const choosing = (some: readonly CompleteResource[]) =>
  new Map(
    some.flatMap((resource) =>
      resource.actions.filter(({ can }) => can !== resource.calls.edit).map((action) => [action.can, { resource, action }] as const),
    ),
  )

const byPath = (calls: readonly Call[], some: readonly CompleteResource[]): ReadonlyMap<string, Call> => {
  const found = new Map<string, Call>()
  const [chooses, approved] = [choosing(some), approvedActions(some)]
  for (const one of calls) {
    const deed = one.writes === true ? chooses.get(one.path as CallPath) : undefined
    const checked = deed ? choosingCall(one, deed.resource, deed.action) : one
    const needing = approved.get(one.path)
    const call = needing ? approvedCall(checked, needing) : checked
    if (found.has(call.path)) throw new Error(`接口 ${call.path} 声明了两次`)
    found.set(call.path, call)
  }
  return found
}

/** The calls of the code: they stay the same as long as the node runs, and each has a route of its own. */
export const codeCalls = (): ReadonlyMap<string, Call> => {
  if (!domains) throw new Error('no calls have been provided')
  known ??= byPath([...domains, ...callsOf(fileResources)], fileResources)
  return known
}
let known: ReadonlyMap<string, Call> | null = null

/**
 * Every call there is, by path, those of screens made at run time too. Permission codes, /docs and the fuzz tests read this and nothing
 * else.
 */
export const registry = fromDeclared(() => {
  const atRunTime = resources.slice(fileResources.length)
  // Who may choose from a resource hangs on all that refer to it.
  const choices = resources.flatMap((resource) => chooseCalls(resource, resourceNamed))
  return new Map([...codeCalls(), ...byPath([...callsOf(atRunTime), ...choices], atRunTime)])
})

/** The codes of which one is enough to make the call; none where being logged in, a link, or nothing is enough. */
export const codesOf = ({ can, path }: Call): readonly string[] =>
  can === 'self' ? [path] : can === 'session' || isForAnyone(can) ? [] : [can].flat()

provideKnownCalls((path) => {
  const call = registry().get(path)
  // What is asked within other work reads no more of the context than that work has.
  return (
    call && {
      label: call.label,
      codes: codesOf(call),
      isForStaff: call.can === 'session',
      adds: call.adds,
      ask: (context, params) => call.handle(context as Context, params),
    }
  )
})

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

/** What a declaration that has passed its checks says of calls: which it names, each with its place. */
const namedIn = (raw: Resource | PageSpec): { at: string; call: string }[] => {
  if ('changes' in raw) {
    const { trial, shows } = raw
    return [
      ...callsNamed(raw.form, 'form'),
      ...(trial ? [{ at: 'trial.call', call: trial.call }] : []),
      ...(shows ? [{ at: 'shows.call', call: shows.call }] : []),
    ]
  }
  if (!('columns' in raw)) return []
  return [
    ...Object.entries(raw.actions ?? {}).flatMap(([name, { can, asks }]) => [
      { at: `actions.${name}.can`, call: can },
      ...(asks ? [{ at: `actions.${name}.asks`, call: asks }] : []),
    ]),
    ...Object.entries(raw.columns as Resource['columns']).flatMap(([name, column]) => [
      ...(column.is === 'texts' ? [{ at: `columns.${name}.tree.call`, call: column.tree.call }] : []),
      ...(column.is === 'rows' ? callsNamed(column.of, `columns.${name}.of`) : []),
    ]),
    ...Object.entries((raw.dialogs ?? {}) as Record<string, FormSchema>).flatMap(([name, form]) => callsNamed(form, `dialogs.${name}`)),
    ...(raw.foresees ? [{ at: 'foresees.call', call: raw.foresees.call }] : []),
    ...(raw.domain ?? []).flatMap((call) => {
      const path = resourceNamed(raw.name).calls[call as StandardCall]
      return path ? [{ at: 'domain', call: path }] : []
    }),
    ...[ownLookupOf(raw)].flatMap((own) => (own ? [{ at: 'lookup', call: own.call }] : [])),
  ]
}

/** A call of its own that gives a resource's choices takes what staff type by the param that is named. */
const wrongSearch = (raw: Resource, file: string): FileProblem[] => {
  const own = ownLookupOf(raw)
  const call = own && registry().get(own.call)
  const params = Object.keys(call?.params.properties ?? {})
  if (!own || !call || params.includes(own.search)) return []
  const near = nearest(own.search, params)
  const message = `没有参数（${own.call}） '${own.search}'，可用：${params.join(', ')}`
  return [{ file, id: 'R141', at: 'lookup.search', message, ...(near ? { hint: `是否想写 '${near}'？` } : {}) }]
}

/** What an action prints must be a print of its resource or of its domain, by the print's own call; no two begin their numbers alike. */
const wrongPrints = (raw: Resource, file: string): FileProblem[] => {
  const found: FileProblem[] = []
  const say: Say = (id, at, message, hint) => found.push({ file, id, at, message, ...(hint ? { hint } : {}) })
  checkPrinting(raw, [...ownPrints(raw), ...domainPrintsOf(raw.name)], say)
  for (const [name, { letters }] of Object.entries(raw.prints ?? {}))
    if (domainLetters().has(letters)) say('R165', `prints.${name}.letters`, `编号字头 '${letters}' 已被系统使用，请换一个`)
  return found
}

/** What the dialogs of a resource show while one types, each with its place, and whether a row's action opens it: its own ones, and the derived one of adding. */
const previewsOf = (raw: Resource): { preview: FormPreview | undefined; at: string; isOfRow: boolean }[] => [
  ...Object.entries((raw.dialogs ?? {}) as Record<string, FormSchema>).map(([name, { 'x-preview': preview }]) => ({
    ...{ preview, at: `dialogs.${name}.x-preview` },
    isOfRow: Object.values(raw.actions ?? {}).some(({ opens, on }) => opens === name && on !== 'page') || name === 'edit',
  })),
  { preview: raw.foresees, at: 'foresees', isOfRow: false },
]

/** What a dialog shows while one types is a read, and takes what it is fed with: the fields that it names, and a row's key where a row's action opens it. */
const wrongPreviews = (raw: Resource, file: string): FileProblem[] =>
  previewsOf(raw).flatMap(({ preview, at, isOfRow }): FileProblem[] => {
    const call = preview && registry().get(preview.call)
    if (!preview || !call) return []
    if (call.writes) return [{ file, id: 'R144', at: `${at}.call`, message: `接口 ${call.path} 会改动数据，边填边看的只能是读取` }]
    const params = call.params.properties
    const missing = [...preview.of, ...(preview.also ?? []), ...(isOfRow ? [raw.key] : []), ...(preview.many ? ['ids'] : [])].filter(
      (field) => !Object.hasOwn(params, field),
    )
    return missing.map((field) => ({ file, id: 'R144', at, message: `接口 ${call.path} 没有参数 '${field}'` }))
  })

/** A file that a dialog sends along goes to a call that takes one. */
const wrongUploads = ({ actions = {}, dialogs = {} }: Resource, file: string): FileProblem[] =>
  Object.entries(actions).flatMap(([name, { can, opens }]): FileProblem[] => {
    const form = (dialogs as Readonly<Record<string, FormSchema>>)[opens ?? '']
    const call = registry().get(can)
    if (!form || !call || call.takesFile || uploadIn(form) === undefined) return []
    return [{ file, id: 'R143', at: `actions.${name}.can`, message: `接口 ${can} 不收文件，对话框 '${opens}' 却有要送去的文件` }]
  })

/** The call that has to say how rows of a file are added; null where the derived add does it, or nothing is imported. */
const adderOf = ({ calls, domain, importedBy, actions }: CompleteResource): string | null => {
  if (calls.import === null) return null
  if (importedBy !== 'add') return actions.find(({ name }) => name === importedBy)?.can ?? null
  return domain.includes('add') ? calls.add : null
}

/**
 * Gives what is wrong between declarations and calls: an action, a domain call, a setting's trial or facts, or the choices of a field that nobody
 * answers. The declarations themselves must have passed their checks.
 */
export const unansweredCalls = (): FileProblem[] => {
  const paths = [...registry().keys()]
  return Object.entries(byFile).flatMap(([file, raw]) => {
    const declaration = raw as Resource | PageSpec
    const missing = namedIn(declaration).flatMap(({ at, call }): FileProblem[] => {
      if (paths.includes(call)) return []
      const near = nearest(call, paths)
      return [{ file, id: 'R143', at, message: `没有接口 ${call}`, ...(near ? { hint: `是否想写 '${near}'？` } : {}) }]
    })
    if (!('columns' in declaration)) return missing
    const wrong = [wrongSearch, wrongPrints, wrongPreviews, wrongUploads].flatMap((asked) => asked(declaration, file))
    const adder = adderOf(resourceNamed(declaration.name))
    if (adder === null || registry().get(adder)?.adds) return [...missing, ...wrong]
    return [...missing, ...wrong, { file, id: 'R143', at: 'import', message: `接口 ${adder} 没有以 adds 说明怎样逐行新增` }]
  })
}
