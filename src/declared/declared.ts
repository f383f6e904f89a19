import type { PageSpec } from '../core/page.ts'
import type { Resource } from '../core/resource.ts'
import { type CompleteResource, completeAll } from '../derive/complete.ts'
import { localizedResource } from '../derive/localize.ts'
import { withLinearPatterns } from '../derive/patterns/linearPatterns.ts'
import type { Translate } from '../derive/translator.ts'
import { byFile } from './files.ts'

const isPage = (declaration: unknown): declaration is PageSpec =>
  typeof declaration === 'object' &&
  declaration !== null &&
  !('columns' in declaration) &&
  ('screen' in declaration || 'strips' in declaration || 'detailOf' in declaration || 'desk' in declaration || 'changes' in declaration)

/** The screens that are not one list, the settings among them. */
export const pages: readonly PageSpec[] = Object.values(byFile).filter(isPage)

const declared = Object.values(byFile).filter((declaration): declaration is Resource => !isPage(declaration))

/** The resources that files declare, completed. */
export const fileResources: readonly CompleteResource[] = completeAll(declared)

const mapOf = (all: readonly CompleteResource[]) => new Map(all.map((resource) => [resource.name, resource]))

/** Every declared resource, completed: those of files and, once `declareAtRunTime` was told of them, those made at 设置 › 页面配置. */
export let resources: readonly CompleteResource[] = fileResources
let byName = mapOf(resources)
let speak: Translate | null = null
let madeNow: readonly Resource[] = []
let version = 0
const listeners = new Set<() => void>()

/** Replaces all resources made at run time by these, which have passed their checks; `at` is the number by which the store counts its changes. */
export const declareAtRunTime = (made: readonly Resource[], at: number): void => {
  madeNow = made.map(withLinearPatterns)
  version = at
  renew()
}

const renew = (): void => {
  const plain = madeNow.length === 0 ? fileResources : [...fileResources, ...completeAll(madeNow, [...declared, ...madeNow], true)]
  resources = spoken(plain)
  byName = mapOf(resources)
  for (const listener of listeners) listener()
}

const spoken = (some: readonly CompleteResource[]): readonly CompleteResource[] => {
  const translate = speak
  return translate ? some.map((resource) => localizedResource(resource, translate)) : some
}

/** Puts the words of all that is declared into another language; null is the source's. Only the client speaks one. */
export const declareIn = (translate: Translate | null): void => {
  if (speak === translate) return
  speak = translate
  renew()
}

/** Gives a declaration that is being written completed, as it would be among all others; it must have passed its checks. */
export const completedAmong = (made: Resource): CompleteResource => {
  const others = madeNow.filter(({ name }) => name !== made.name)
  const [complete] = spoken(completeAll([withLinearPatterns(made)], [...declared, ...others, made], true))
  if (!complete) throw new Error('a declaration was lost')
  return complete
}

/** Gives the number of the last change of what is declared at run time; 0 before any. */
export const declaredVersion = (): number => version

/** Calls the listener after each change of what is declared; gives the function that ends it. */
export const onDeclared = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Gives a function that works something out from what is declared once, and anew after each change of it. */
export const fromDeclared = <T>(make: () => T): (() => T) => {
  let made: { at: readonly CompleteResource[]; value: T } | null = null
  return () => {
    if (made?.at !== resources) made = { at: resources, value: make() }
    return made.value
  }
}

/** Gives the resource of that name; throws where none is declared, which checkResources has ruled out for names in declarations. */
export const resourceNamed = (name: string): CompleteResource => {
  const resource = byName.get(name)
  if (!resource) throw new Error(`no resource named ${name}`)
  return resource
}
