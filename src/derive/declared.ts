import type { FileProblem } from '../core/check/checkResources.ts'
import { checkResources } from '../core/check/checkResources.ts'
import type { PageSpec, Resource } from '../core/resource.ts'
import { type CompleteResource, completeAll } from './complete.ts'

/** Every file of src/resources, found by its being there: a new file is enough. */
const files = import.meta.glob<unknown>('../resources/**/*.ts', { eager: true, import: 'default' })

const byFile: Record<string, unknown> = Object.fromEntries(
  Object.entries(files).map(([path, declaration]) => [path.replace('../', 'src/'), declaration]),
)

const isPage = (declaration: unknown): declaration is PageSpec =>
  typeof declaration === 'object' &&
  declaration !== null &&
  ('screen' in declaration || 'strips' in declaration || 'detailOf' in declaration || 'changes' in declaration)

/** Gives the mistakes of all declarations at once. */
export const declarationProblems = (): FileProblem[] => checkResources(byFile)

/** The screens that are not one list, the settings among them. */
export const pages: readonly PageSpec[] = Object.values(byFile).filter(isPage)

/** Every declared resource, completed. */
export const resources: readonly CompleteResource[] = completeAll(
  Object.values(byFile).filter((declaration): declaration is Resource => !isPage(declaration)),
)

const byName = new Map(resources.map((resource) => [resource.name, resource]))

/** Gives the resource of that name; throws where none is declared, which checkResources has ruled out for names in declarations. */
export const resourceNamed = (name: string): CompleteResource => {
  const resource = byName.get(name)
  if (!resource) throw new Error(`no resource named ${name}`)
  return resource
}
