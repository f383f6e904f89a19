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
  key?: { name?: string }
  [name: string]: unknown
}

/** Chinese letters and the marks that go with them. */
const CHINESE = /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const textsOf = (node: Node, found: string[]): void => {
  if (node.type === 'ImportDeclaration') return
  // What `when` says of a code is for docs/errors.md alone.
  if (node.type === 'Property' && node.key?.name === 'when') return
  if ((node.type === 'Literal' || node.type === 'JSXText') && typeof node.value === 'string') found.push(node.value)
  if (node.type === 'TemplateLiteral')
    found.push((node.quasis ?? []).map(({ value }, index) => (index === 0 ? '' : `{${index - 1}}`) + value.cooked).join(''))
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) textsOf(child, found)
}

/** Gives every Chinese text in the files of `folder` that `isRead` takes, found by a parser of TypeScript. */
export const sourceTexts = (folder: string, isRead: (file: string) => boolean): SourceText[] =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((file) => /\.tsx?$/.test(file) && isRead(file))
    .flatMap((file) => {
      const found: string[] = []
      const tree = parseAst(readFileSync(join(folder, file), 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' })
      textsOf(tree as unknown as Node, found)
      return found.filter((text) => CHINESE.test(text)).map((text) => ({ text, file }))
    })
