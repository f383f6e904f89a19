import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const PARTS = [
  'src',
  'server',
  'public',
  'scripts',
  'index.html',
  't.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

/** A built copy of the project. */
export interface ProjectCopy {
  /** The folder of the built server and client. */
  out: string
  remove(): void
}

/** Copies the project to .cache/<name>, puts files into it (path → text), and builds it. */
export const buildCopy = (name: string, files: Readonly<Record<string, string>>): ProjectCopy => {
  const copy = resolve('.cache', name)
  const remove = (): void => rmSync(copy, { recursive: true, force: true })
  remove()
  mkdirSync(copy, { recursive: true })
  for (const part of PARTS) cpSync(part, join(copy, part), { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(copy, path), text)
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: copy, stdio: 'pipe' })
  return { out: join(copy, 'dist'), remove }
}
