import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { at, root } from './paths.mjs'

const sources = [
  'src',
  'server',
  'public',
  'index.html',
  't.html',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/lib/beside.ts',
  'scripts/lib/packageFiles.ts',
  'scripts/lib/precompress.mjs',
  'scripts/lib/threads.ts',
]
const installedStamp = at('node_modules', '.anju-lock')

const filesUnder = (path) => {
  if (!existsSync(join(root, path))) return []
  if (!statSync(join(root, path)).isDirectory()) return [path]
  const names = readdirSync(join(root, path)).sort()
  return names.flatMap((name) => filesUnder(`${path}/${name}`))
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Content, not times: a checkout or a copy changes every time and no content. About 20 ms for this tree. */
export const sourceHash = () => {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(filesUnder)) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

const lockHash = () =>
  createHash('sha256')
    .update(`${process.platform} ${process.arch}\n`)
    .update(readFileSync(at('package-lock.json')))
    .digest('hex')

/** Someone may have run npm by hand: its own list of what it put there, written last, tells, and nothing need be installed twice. */
const npmListMatches = () => {
  const hidden = read(at('node_modules', '.package-lock.json'))
  if (hidden === '') return false
  const found = JSON.parse(hidden).packages
  const wanted = Object.entries(JSON.parse(read(at('package-lock.json'))).packages)
  return wanted.every(([path, { version, optional, devOptional, peer, link }]) => {
    if (path === '' || link) return true
    return found[path] ? found[path].version === version : Boolean(optional || devOptional || peer)
  })
}

export const isInstalled = () => {
  if (read(installedStamp) === lockHash()) return true
  if (!npmListMatches()) return false
  markInstalled()
  return true
}

export const markInstalled = () => writeFileSync(installedStamp, lockHash())

export const isBuilt = (folder = at('dist')) => read(join(folder, '.anju-build')) === sourceHash()
export const markBuilt = (folder, hash) => writeFileSync(join(folder, '.anju-build'), hash)
