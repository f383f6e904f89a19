import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { at, root } from './paths.mjs'

const skipped = new Set(['node_modules', 'dist', 'data', '.cache', '.git'])

const walk = (folder) =>
  readdirSync(at(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (skipped.has(entry.name)) return []
    return entry.isDirectory() ? walk(path) : [path]
  })

const fromGit = () => {
  try {
    const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    })
    return list.split('\0').filter((path) => path !== '' && existsSync(at(path)))
  } catch {
    return null
  }
}

/** What is or would be committed, new files included; an unpacked archive without git is walked instead. */
export const projectFiles = (folders) => {
  const files = (existsSync(at('.git')) ? fromGit() : null) ?? walk('')
  return folders ? files.filter((file) => folders.some((folder) => file.startsWith(`${folder}/`))) : files
}
