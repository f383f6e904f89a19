import { fromDeclared, resourceNamed, resources } from '../../src/derive/declared.ts'
import type { ExportSpec } from './defineExport.ts'
import { resourceExport } from './resourceExport.ts'

/** The domains' own exports, found by the file's being there. */
const domains = import.meta.glob<ExportSpec[]>('../domain/*/exports.ts', { eager: true, import: 'default' })

/** Everything that can be exported, by name. */
export const exportsByName = fromDeclared((): ReadonlyMap<string, ExportSpec> => {
  const lists = resources.flatMap((resource) => resourceExport(resource, resourceNamed) ?? [])
  return new Map([...lists, ...Object.values(domains).flat()].map((spec) => [spec.name, spec]))
})
