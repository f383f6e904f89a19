import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Paths } from './paths.ts'
import type { Address } from './types.ts'

export interface PidFile {
  pid: number
  /** Absent in the first moments of a start, before the server listens. */
  address: Address | undefined
}

/** Reads postmaster.pid: line 1 the process, 4 the port, 5 the socket directory, 6 the listen address. */
export function readPidFile(paths: Paths): PidFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(paths.pidFile, 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10))
  if (!(pid > 0)) return undefined
  const host = lines[4]?.trim() || lines[5]?.trim()
  const port = Number(lines[3])
  return { pid, address: host && port > 0 ? { host, port } : undefined }
}

/**
 * Whether `pid` is a living PostgreSQL of this very directory, and not some process that got a dead server's number.
 * A server works inside its data directory, which Linux tells us; elsewhere `ps` tells the -D it was started with.
 */
export function isServerOf(paths: Paths, pid: number): boolean {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true
  if (process.platform !== 'linux') return psSays(paths, pid)
  try {
    const isPostgres = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
    return isPostgres && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(paths.pg)
  } catch {
    // Gone, a zombie nobody reaps (PID 1 in a small container), or another user's: none of them is our server.
    return false
  }
}

/**
 * Makes the postmaster.pid of a dead server harmless. If another process of the same user has its number by now, PostgreSQL refuses to
 * start. Removing the file would also lose the shared memory key in it, by which PostgreSQL notices orphaned backends that still
 * write; so only the number is replaced, by ours: PostgreSQL counts its own parent's number as stale and goes on to check the rest.
 */
export function defuseStalePidFile(paths: Paths): void {
  const found = readPidFile(paths)
  if (found === undefined || !isAlive(found.pid)) return
  const { uid, gid } = statSync(paths.pg)
  const text = readFileSync(paths.pidFile, 'utf8').replace(/^-?\d+/, String(process.pid))
  const next = `${paths.pidFile}.anju`
  writeFileSync(next, text, { mode: 0o600 })
  chmodSync(next, 0o600)
  if (process.getuid?.() === 0) chownSync(next, uid, gid)
  renameSync(next, paths.pidFile)
  // The socket's own lock file has the same check and holds nothing worth keeping.
  if (found.address !== undefined) rmSync(join(found.address.host, `.s.PGSQL.${found.address.port}.lock`), { force: true })
}

/** Whether a process with this number exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function psSays(paths: Paths, pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.includes('postgres') && stdout.includes(paths.pg)
}
