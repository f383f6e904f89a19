import type { PrintSpec } from './definePrint.ts'

let known: ReadonlyMap<string, PrintSpec> | null = null

const twice = (words: readonly string[]): string | undefined => words.find((word, index) => words.indexOf(word) !== index)

/** Takes the domains' prints (server/wiring.ts). Throws where two have one name, or numbers that begin alike. */
export const providePrints = (specs: readonly PrintSpec[]): void => {
  const repeated = twice(specs.map(({ name }) => name)) ?? twice(specs.map(({ letters }) => letters))
  if (repeated) throw new Error(`the print ${repeated} is declared twice`)
  known = new Map(specs.map((spec) => [spec.name, spec]))
}

/** Every paper that can be printed, by name. */
export const printsByName = (): ReadonlyMap<string, PrintSpec> => {
  if (!known) throw new Error('no prints have been provided')
  return known
}
