import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Chunk {
  file: string
  name?: string
  imports?: string[]
}
type Manifest = Record<string, Chunk>

/** Gives the files that a chunk needs, its own first. */
const filesOf = (manifest: Manifest, chunk: Chunk, seen = new Set<string>()): Set<string> => {
  if (seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const key of chunk.imports ?? []) if (manifest[key]) filesOf(manifest, manifest[key], seen)
  return seen
}

/**
 * Gives the start page for someone logged in or not: for the first it is index.html that also names the shell's chunk, so that the browser
 * fetches it beside the entry instead of after it; the entry has all that the login page needs. Null where there is no built client.
 * Throws where the build has no chunk named shell (vite.config.ts).
 */
export const indexPages = (folder: string): { login: string; shell: string } | null => {
  const [page, list] = [join(folder, 'index.html'), join(folder, 'manifest.json')]
  if (!existsSync(page) || !existsSync(list)) return null
  const login = readFileSync(page, 'utf8')
  const manifest = JSON.parse(readFileSync(list, 'utf8')) as Manifest
  const shell = Object.values(manifest).find(({ name }) => name === 'shell')
  if (!shell) throw new Error('the built client has no chunk named shell')
  const links = [...filesOf(manifest, shell)]
    .filter((file) => !login.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="./${file}">`)
  return { login, shell: login.replace('</head>', `${links.join('')}</head>`) }
}
