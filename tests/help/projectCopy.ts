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

/** What is built: server and client, or the server alone, which takes a quarter of the time. */
const BUILDS = {
  whole: ['scripts/build.mjs'],
  server: [resolve('node_modules/vite/bin/vite.js'), 'build', '--ssr', '--logLevel', 'error'],
}

/** Copies the project to .cache/<name>, puts files into it (path → text), and builds it. */
export const buildCopy = (name: string, files: Readonly<Record<string, string>>, what: keyof typeof BUILDS = 'whole'): ProjectCopy => {
  const copy = resolve('.cache', name)
  const remove = (): void => rmSync(copy, { recursive: true, force: true })
  remove()
  mkdirSync(copy, { recursive: true })
  for (const part of PARTS) cpSync(part, join(copy, part), { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(copy, path), text)
  execFileSync(process.execPath, BUILDS[what], { cwd: copy, stdio: 'pipe' })
  return { out: join(copy, 'dist'), remove }
}
