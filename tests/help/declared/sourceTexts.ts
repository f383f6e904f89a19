import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'

/** A text that staff may read, and the file that has it. What varies is written `{0}`, `{1}` …. */
export interface SourceText {
  text: string
  file: string
}

/** A node of the syntax tree, as far as it is looked at here. */
interface Node {
  type: string
  value?: unknown
  quasis?: { value: { cooked: string } }[]
  tag?: Node
  key?: { name?: string }
  name?: unknown
  [name: string]: unknown
}

const HAN = /[\u4e00-\u9fff]/
/** Chinese letters and the marks that go with them. */
const CHINESE = /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/

/** A whole text, with `{0}` … for what varies. */
const wholeOf = ({ quasis = [] }: Node): string =>
  quasis.map(({ value }, index) => (index === 0 ? '' : `{${index - 1}}`) + value.cooked).join('')

/** What SQL says by itself: its quoted sentences, whose `%s` are what varies. */
const saidBySql = (quasi: Node): string[] =>
  [...wholeOf(quasi).matchAll(/'([^']*)'/g)].flatMap(([, text = '']) => {
    let place = 0
    return HAN.test(text) ? [text.replace(/%s/g, () => `{${place++}}`)] : []
  })

const OPERAND = /'[^']*'|\((?:[^()]|\([^()]*\))*\)|[\w.]+(?:\([^()]*\))?/.source
const CHAIN = new RegExp(`(?:${OPERAND})(?:\\s*\\|\\|\\s*(?:${OPERAND}))*`, 'g')

/** The texts that SQL quotes, each joined by `||` with what varies; in brackets there may be others. */
const quotedIn = (statements: string): string[] =>
  (statements.match(CHAIN) ?? []).flatMap((chain) => {
    const operands = chain.match(new RegExp(OPERAND, 'g')) ?? []
    let place = 0
    const text = operands.map((one) => (one.startsWith("'") ? one.slice(1, -1) : `{${place++}}`)).join('')
    const inner = operands.filter((one) => !one.startsWith("'") && one.includes('('))
    return [...(HAN.test(text) ? [text] : []), ...inner.flatMap((one) => quotedIn(one.slice(one.indexOf('(') + 1, -1)))]
  })

/** What a file of SQL writes for people. What it raises is explained by the server. */
const saidBySqlFile = (file: string): string[] => quotedIn(file.replace(/--.*|raise exception '[^']*'/g, ''))

const isSql = ({ tag }: Node): boolean => tag?.name === 'sql'

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const textsOf = (node: Node, found: string[]): void => {
  if (node.type === 'ImportDeclaration') return
  // What `when` says of a code is for docs/errors.md alone.
  if (node.type === 'Property' && node.key?.name === 'when') return
  if (node.type === 'TaggedTemplateExpression' && isSql(node)) {
    const quasi = node.quasi as Node
    found.push(...saidBySql(quasi))
    for (const child of quasi.expressions as Node[]) textsOf(child, found)
    return
  }
  if ((node.type === 'Literal' || node.type === 'JSXText') && typeof node.value === 'string') found.push(node.value)
  if (node.type === 'TemplateLiteral') found.push(wholeOf(node))
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) textsOf(child, found)
}

/** A text of the sources by the way it is said. */
export interface WrittenText extends SourceText {
  /** Written as a tag's: t`共 ${n} 条`. */
  isTagged: boolean
  /** The function it is given to, also as one way of several; null where it is given to none. */
  givenTo: string | null
  hasPlaces: boolean
}

/** The texts that a value may be: a literal itself, or each way of a choice. */
const waysOf = (node: Node): Node[] =>
  node.type === 'ConditionalExpression' || node.type === 'LogicalExpression'
    ? [node.consequent, node.alternate, node.left, node.right].filter(isNode).flatMap(waysOf)
    : [node]

const isText = ({ type, value }: Node): boolean => type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string')

const nameOf = ({ type, name, property }: Node): string =>
  type === 'MemberExpression' && isNode(property) ? nameOf(property) : typeof name === 'string' ? name : ''

const writtenIn = (node: Node, file: string, found: WrittenText[], givenTo: ReadonlyMap<Node, string>): void => {
  const given = new Map(givenTo)
  if (node.type === 'CallExpression')
    for (const way of (node.arguments as Node[]).flatMap(waysOf)) given.set(way, nameOf(node.callee as Node))
  const isTagged = node.type === 'TaggedTemplateExpression' && nameOf(node.tag as Node) === 't'
  if (isTagged) found.push({ text: wholeOf(node.quasi as Node), file, isTagged, givenTo: null, hasPlaces: false })
  else if (isText(node))
    found.push({
      text: node.type === 'Literal' ? String(node.value) : wholeOf(node),
      file,
      isTagged,
      givenTo: given.get(node) ?? null,
      hasPlaces: (node.quasis?.length ?? 0) > 1,
    })
  for (const [name, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? value : [value]) {
      if (!isNode(child)) continue
      if (node.type === 'TaggedTemplateExpression' && name === 'quasi')
        for (const inner of child.expressions as Node[]) writtenIn(inner, file, found, given)
      else writtenIn(child, file, found, given)
    }
}

/** Gives every text of the TypeScript in `folder`, Chinese or not, with the way it is said. */
export const writtenTexts = (folder: string): WrittenText[] =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const found: WrittenText[] = []
      const tree = parseAst(readFileSync(join(folder, file), 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' })
      writtenIn(tree as unknown as Node, file, found, new Map())
      return found
    })

/** Gives every Chinese text in the files of `folder` that `isRead` takes, found by a parser of TypeScript; of SQL what it quotes. */
export const sourceTexts = (folder: string, isRead: (file: string) => boolean): SourceText[] =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((file) => /\.(tsx?|sql)$/.test(file) && isRead(file))
    .flatMap((file) => {
      const source = readFileSync(join(folder, file), 'utf8')
      if (file.endsWith('.sql')) return saidBySqlFile(source).map((text) => ({ text, file }))
      const found: string[] = []
      const tree = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
      textsOf(tree as unknown as Node, found)
      return found.filter((text) => CHINESE.test(text)).map((text) => ({ text, file }))
    })
