import type { FileProblem } from '../../src/core/check/checkResources.ts'
import { stepsOf } from '../../src/core/check/shape.ts'

/** A node of the syntax tree, as far as it is looked at here. */
interface Node {
  type: string
  start: number
  [word: string]: unknown
}

/** Reads TypeScript: gives the program's node. */
export type Parse = (source: string, options: { lang: 'ts' }) => unknown

type Constants = ReadonlyMap<string, Node>

/** What a file gives names to, and what it exports by default, under 'default'. */
const constantsOf = (program: Node): Constants => {
  const constants = new Map<string, Node>()
  for (const statement of program.body as Node[]) {
    const declaration = (statement.declaration ?? statement) as Node
    if (statement.type === 'ExportDefaultDeclaration') constants.set('default', declaration)
    for (const { id, init } of (declaration.declarations ?? []) as { id: { name?: string }; init?: Node }[])
      if (id.name && init) constants.set(id.name, init)
  }
  return constants
}

/** What a value is written as: an object or a list, behind calls (`defineForm({…})`), `as const` and names of the same file. */
const written = (node: Node | undefined, constants: Constants): Node | undefined => {
  if (!node) return undefined
  if (node.type === 'CallExpression') return written((node.arguments as Node[])[0], constants)
  if (node.type === 'Identifier') return written(constants.get(String(node.name)), constants)
  if (node.expression) return written(node.expression as Node, constants)
  return node
}

const keyOf = ({ key }: Node): string => {
  const { name, value } = key as { name?: string; value?: unknown }
  return String(name ?? value)
}

/** The node that stands at a step inside another; of an object also what it spreads. */
const at = (node: Node | undefined, step: string | number, constants: Constants): Node | undefined => {
  const whole = written(node, constants)
  if (whole?.type === 'ArrayExpression') return (whole.elements as Node[])[Number(step)]
  if (whole?.type !== 'ObjectExpression') return undefined
  const properties = whole.properties as Node[]
  const own = properties.find((property) => property.type === 'Property' && keyOf(property) === String(step))
  if (own) return own
  return properties
    .filter(({ type }) => type === 'SpreadElement')
    .map((spread) => at(spread.argument as Node, step, constants))
    .find((found) => found !== undefined)
}

/**
 * Gives the line, from 1, on which a mistake stands in its source, or the nearest place around it; null where the source has nothing of
 * it. In a resource's file the place begins in what it exports by default, in a schema's with the name of the export.
 */
export const lineOf = (source: string, { file, at: place }: FileProblem, parse: Parse): number | null => {
  const constants = constantsOf(parse(source, { lang: 'ts' }) as Node)
  const [first, ...rest] = file.startsWith('src/schemas/') ? stepsOf(place) : ['default', ...stepsOf(place)]
  let node = constants.get(String(first))
  if (!node) return null
  let start = node.start
  for (const step of rest) {
    const inner = at(node, step, constants)
    if (!inner) break
    start = inner.start
    node = inner.type === 'Property' ? (inner.value as Node) : inner
  }
  return source.slice(0, start).split('\n').length
}
