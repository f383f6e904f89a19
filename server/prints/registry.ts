import { fromDeclared, resources } from '../../src/declared/declared.ts'
import { declaredPrints } from './declaredPrints.ts'
import type { PrintSpec } from './definePrint.ts'

let known: ReadonlyMap<string, PrintSpec> | null = null

const twice = (words: readonly string[]): string | undefined => words.find((word, index) => words.indexOf(word) !== index)

/** Takes the domains' prints (server/wiring.ts). Throws where two have one name, or numbers that begin alike. */
export const providePrints = (specs: readonly PrintSpec[]): void => {
  const numbered = specs.filter(({ makes }) => !makes)
  const repeated = twice(specs.map(({ name }) => name)) ?? twice(numbered.map(({ letters }) => letters))
  if (repeated) throw new Error(`the print ${repeated} is declared twice`)
  known = new Map(specs.map((spec) => [spec.name, spec]))
}

const domainPrints = (): ReadonlyMap<string, PrintSpec> => {
  if (!known) throw new Error('no prints have been provided')
  return known
}

/** What the numbers of the domains' prints begin with. */
export const domainLetters = (): ReadonlySet<string> => new Set([...domainPrints().values()].map(({ letters }) => letters))

/** Gives the prints that the domains declare of a resource. */
export const domainPrintsOf = (resource: string): PrintSpec[] => [...domainPrints().values()].filter(({ of }) => of === resource)

/** Every paper that was or can be printed, by name: those of the domains, and those that resources declare. */
export const printsByName: () => ReadonlyMap<string, PrintSpec> = fromDeclared(
  () => new Map([...domainPrints(), ...resources.flatMap(declaredPrints).map((spec): [string, PrintSpec] => [spec.name, spec])]),
)

/** Gives a print of the code's own. Throws where there is none of this name. */
export const printNamed = (name: string): PrintSpec => {
  const spec = printsByName().get(name)
  if (!spec) throw new Error(`there is no print ${name}`)
  return spec
}

/** Gives what an action of a resource prints: what the resource itself declares, or the domain. */
export const printOf = (resource: string, action: { prints?: string; can: string }): PrintSpec | undefined => {
  const spec = printsByName().get(`${resource}.${action.prints}`) ?? printsByName().get(action.prints ?? '')
  return spec && spec.of === resource && spec.can === action.can ? spec : undefined
}

/** What is printed by a print: its own papers, or those of the records that it makes. */
export const drawnBy = (spec: PrintSpec): PrintSpec => (spec.makes ? printNamed(spec.makes.print) : spec)

/** The codes each of which permits opening the papers of a print: its own, and those of the prints that make them. */
export const codesOpening = (spec: PrintSpec): string[] => [
  spec.can,
  ...[...printsByName().values()].filter(({ makes }) => makes?.print === spec.name).map(({ can }) => can),
]
