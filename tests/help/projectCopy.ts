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

const VITE = [resolve('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error']

/**
 * What is built: server and staff's client, or the server alone. Nothing is compressed beforehand, which takes longer than both, and no
 * tenant's page: neither is the matter of a copy.
 */
const BUILDS = {
  whole: [VITE, [...VITE, '--ssr']],
  server: [[...VITE, '--ssr']],
}

/** Copies the project to .cache/<name>, puts files into it (path → text), and builds it. */
export const buildCopy = (name: string, files: Readonly<Record<string, string>>, what: keyof typeof BUILDS = 'whole'): ProjectCopy => {
  const copy = resolve('.cache', name)
  const remove = (): void => rmSync(copy, { recursive: true, force: true })
  remove()
  mkdirSync(copy, { recursive: true })
  for (const part of PARTS) cpSync(part, join(copy, part), { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(copy, path), text)
  // As a build is made: what runs the tests has said otherwise, and the client's libraries would complain in the browser.
  const env = { ...process.env, NODE_ENV: 'production' }
  for (const build of BUILDS[what]) execFileSync(process.execPath, build, { cwd: copy, env, stdio: 'pipe' })
  return { out: join(copy, 'dist'), remove }
}
