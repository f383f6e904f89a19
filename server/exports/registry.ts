import { fromDeclared, resourceNamed, resources } from '../../src/declared/declared.ts'
import type { ExportSpec } from './defineExport.ts'
import { resourceExport } from './resourceExport.ts'

let own: readonly ExportSpec[] | null = null

/** Takes the domains' own exports (server/wiring.ts). */
export const provideExports = (specs: readonly ExportSpec[]): void => {
  own = specs
}

/** Everything that can be exported, by name. */
export const exportsByName = fromDeclared((): ReadonlyMap<string, ExportSpec> => {
  if (!own) throw new Error('no exports have been provided')
  const lists = resources.flatMap((resource) => resourceExport(resource, resourceNamed) ?? [])
  return new Map([...lists, ...own].map((spec) => [spec.name, spec]))
})
