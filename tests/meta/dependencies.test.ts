import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
/** Asked for only where it is there (server/declarations/report.ts): the lines of wrong declarations. */
const DONE_WITHOUT = ['vite']

/** What a module asks for when it runs: imports that are not of types alone, and those that come later. */
const askedBy = (text: string): string[] => {
  const { body } = parseAst(text, { lang: 'ts' })
  const now = body.flatMap((node) => {
    if (node.type !== 'ImportDeclaration' && node.type !== 'ExportNamedDeclaration' && node.type !== 'ExportAllDeclaration') return []
    const isOfTypes = node.type === 'ImportDeclaration' ? node.importKind === 'type' : node.exportKind === 'type'
    return node.source && !isOfTypes ? [node.source.value] : []
  })
  return [...now, ...[...text.matchAll(/\bimport\('([^']+)'\)/g)].map(([, path = '']) => path)]
}

const packageOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/')

/** What the server is built from, with all that it imports of src, and the packages that these ask for when they run. */
const usedByServer = (): { files: number; packages: string[] } => {
  const packages = new Set<string>()
  const files = new Set<string>()
  const read = (file: string): void => {
    if (files.has(file) || !file.endsWith('.ts')) return
    files.add(file)
    for (const path of askedBy(readFileSync(file, 'utf8'))) {
      // A file of a package is copied by the build (scripts/lib/packageFiles.ts).
      if (path.startsWith('node:') || path.endsWith('?file')) continue
      if (path.startsWith('.')) read(join(dirname(file), path.replace(/\?.*$/, '')))
      else packages.add(packageOf(path))
    }
  }
  for (const name of readdirSync('server', { recursive: true })) if (String(name).endsWith('.ts')) read(join('server', String(name)))
  return { files: files.size, packages: [...packages].filter((name) => !DONE_WITHOUT.includes(name)).sort() }
}

test('what is installed without development is what the server asks for when it runs: no less, and nothing of the client or the build', () => {
  const { files, packages } = usedByServer()
  expect(files).toBeGreaterThan(1000)
  expect(packages).toEqual(Object.keys(dependencies).sort())
})
