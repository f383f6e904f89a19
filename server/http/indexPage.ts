import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Chunk {
  file: string
  imports?: string[]
}
type Manifest = Record<string, Chunk>

const LOGIN = 'src/ui/screens/login/Login.tsx'
const SHELL = 'src/ui/shell/Shell.tsx'

/** Gives the files that a chunk needs, its own first, in the order in which they are named. */
const filesOf = (manifest: Manifest, name: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[name]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const other of chunk.imports ?? []) filesOf(manifest, other, seen)
  return seen
}

/**
 * Gives the start page for someone logged in or not: index.html that also names the chunks that this person will need at once, so that
 * the browser fetches them beside the entry instead of one after the other. Null where there is no built client.
 */
export const indexPages = (folder: string): { login: string; shell: string } | null => {
  const [page, list] = [join(folder, 'index.html'), join(folder, 'manifest.json')]
  if (!existsSync(page) || !existsSync(list)) return null
  const html = readFileSync(page, 'utf8')
  const manifest = JSON.parse(readFileSync(list, 'utf8')) as Manifest
  const withPreloads = (name: string): string => {
    const links = [...filesOf(manifest, name)]
      .filter((file) => !html.includes(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="./${file}">`)
    return html.replace('</head>', `${links.join('')}</head>`)
  }
  return { login: withPreloads(LOGIN), shell: withPreloads(SHELL) }
}
