import type { ChildProcess } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Binaries } from './binaries.ts'
import { childEnv } from './childEnv.ts'
import { tryConnect } from './connect.ts'
import type { Identity } from './identity.ts'
import type { Paths } from './paths.ts'
import { defuseStalePidFile, isServerOf, readPidFile } from './pidFile.ts'
import { serverArgs } from './serverArgs.ts'
import { chooseAddress, removeSocketDir } from './socketDir.ts'
import type { Address, Log } from './types.ts'
import { EmbeddedError } from './types.ts'

/** A connection to a live server of our directory. */
export interface Live {
  client: pg.Client
  address: Address
}

const pollMs = 20
const silentMs = 60_000
const reportMs = 10_000
const orphansMs = 15_000
const logLimit = 10 * 2 ** 20

/**
 * Connects to the server that already runs on this directory, waiting for it if it starts or recovers; undefined if there is none.
 * A connection decides and not the pid: from another container the pid of a healthy server means nothing.
 */
export async function findLive(paths: Paths, log: Log): Promise<Live | undefined> {
  return connectWhenReady(paths, log, () => {
    const pid = readPidFile(paths)?.pid
    return pid !== undefined && isServerOf(paths, pid)
  })
}

/** Starts a server on the directory and connects to it. Throws an EmbeddedError with the end of its log if it does not come up. */
export async function startPostmaster(
  paths: Paths,
  binaries: Binaries,
  identity: Identity,
  log: Log,
  more: Record<string, string> = {},
): Promise<Live> {
  const deadline = Date.now() + orphansMs
  for (;;) {
    defuseStalePidFile(paths)
    const logStart = rotateLog(paths.log)
    const child = launch(paths, await chooseAddress(paths, identity), binaries, identity, more)
    const isThere = () => child.exitCode === null && child.signalCode === null && child.pid !== undefined
    const live = await connectWhenReady(paths, log, isThere).catch(async (error: unknown) => {
      // Nobody would use it, and nobody would stop it.
      await stopPostmaster(paths, binaries, identity, log)
      throw error
    })
    if (live !== undefined) return live
    // The backends of a killed server take a moment to notice; until then PostgreSQL rightly refuses to start beside them.
    const isBlocked = logSince(paths.log, logStart).includes('pre-existing shared memory block')
    if (!isBlocked || Date.now() > deadline)
      throw new EmbeddedError(
        `内置数据库启动失败，日志 ${paths.log} 的末尾：\n${logSince(paths.log, logStart).trim().split('\n').slice(-10).join('\n')}`,
      )
    await pause(200)
  }
}

/** Stops the server of this directory and waits until it is gone: fast shutdown, which loses nothing and leaves nothing to recover. */
export async function stopPostmaster(paths: Paths, binaries: Binaries, identity: Identity, log: Log): Promise<void> {
  const found = readPidFile(paths)
  if (found === undefined || !isServerOf(paths, found.pid)) return
  if (process.platform === 'win32') {
    // node can only kill on Windows; pg_ctl knows how to ask.
    spawnSync(binaries.program('pg_ctl'), ['stop', '-D', paths.pg, '-m', 'fast', '-w'], { ...identity, env: childEnv() })
  } else if (!(await signalAndWait(paths, found.pid, 'SIGINT'))) {
    log.warn({ pid: found.pid }, '数据库一分钟内没有停下，改为立即停止（下次启动时自动恢复）')
    await signalAndWait(paths, found.pid, 'SIGQUIT')
  }
  if (found.address !== undefined) removeSocketDir(found.address)
}

// `detached` gives it a process group of its own: Ctrl-C in the terminal reaches node alone, which then stops it in order.
function launch(paths: Paths, address: Address, binaries: Binaries, identity: Identity, more: Record<string, string>): ChildProcess {
  const output = openSync(paths.log, 'a', 0o600)
  const child = spawn(binaries.program('postgres'), serverArgs(paths, address, binaries, more), {
    ...identity,
    cwd: '/',
    env: childEnv(),
    stdio: ['ignore', output, output],
    detached: true,
  })
  closeSync(output)
  child.on('error', () => undefined)
  child.unref()
  return child
}

async function connectWhenReady(paths: Paths, log: Log, isThere: () => boolean): Promise<Live | undefined> {
  let lastSign = Date.now()
  let reported = Date.now()
  for (;;) {
    // Asked before connecting: a server that dies in between is still counted as there, and the next round sees it gone.
    const wasThere = isThere()
    const address = readPidFile(paths)?.address
    const attempt = address === undefined ? 'absent' : await tryConnect(paths, address)
    if (typeof attempt === 'object' && address !== undefined) return { client: attempt, address }
    if (attempt === 'busy') lastSign = Date.now()
    else if (!wasThere) return undefined
    else if (Date.now() - lastSign > silentMs) throw new EmbeddedError(`内置数据库的进程还在，但一分钟没有应答。请查看 ${paths.log}。`)
    if (Date.now() - reported > reportMs) {
      reported = Date.now()
      log.info({ log: paths.log }, '等待数据库就绪（可能正在恢复）')
    }
    await pause(pollMs)
  }
}

async function signalAndWait(paths: Paths, pid: number, signal: NodeJS.Signals): Promise<boolean> {
  const deadline = Date.now() + silentMs
  process.kill(pid, signal)
  while (isServerOf(paths, pid)) {
    if (Date.now() > deadline) return false
    await pause(pollMs)
  }
  return true
}

// Answers the length of the log that the next server goes on with. One old log is kept.
function rotateLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size <= logLimit) return size
  renameSync(path, `${path}.1`)
  return 0
}

function logSince(path: string, start: number): string {
  return existsSync(path) ? readFileSync(path).subarray(start).toString() : ''
}
