import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { isAlive } from './pidFile.ts'
import { EmbeddedError } from './types.ts'

interface Holder {
  token: string
  host: string
  pid: number
  /** When the process was born: a pid alone may by now be another process, or, in a restarted container, ourselves. */
  born: string
}

const beatMs = 2_000
const silentMs = 30_000
const patienceMs = 15 * 60_000
const heldHere = new Set<string>()

/**
 * Runs `work` while no other node, of this process or another, starts or stops the server of this data directory. Without it
 * two first starts would both make a cluster, and a node could join a server that the last one to leave is about to stop.
 */
export async function withStartLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const token = await take(path)
  heldHere.add(token)
  // A holder on another machine or in another container cannot be looked up by pid: it shows that it lives by touching the file.
  const beat = setInterval(() => touch(path), beatMs)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    heldHere.delete(token)
    if (read(path)?.token === token) rmSync(path, { force: true })
  }
}

async function take(path: string): Promise<string> {
  const me: Holder = { token: randomUUID(), host: hostname(), pid: process.pid, born: birthOf(process.pid) }
  const deadline = Date.now() + patienceMs
  for (;;) {
    if (create(path, JSON.stringify(me))) return me.token
    if (isAbandoned(path)) removeAbandoned(path)
    else await new Promise((resolve) => setTimeout(resolve, 20))
    if (Date.now() > deadline) {
      throw new EmbeddedError(`另一个进程（${describe(read(path))}）一直在启动或停止数据库。确认它已不在后，删除 ${path} 再启动。`)
    }
  }
}

// O_EXCL: of all who try at the same instant exactly one creates the file.
function create(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o644 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Whether nobody holds a lock that is there: who took it has died. */
export function isAbandoned(path: string): boolean {
  const holder = read(path)
  const age = ageOf(path)
  if (age === undefined) return false
  // Created but not written yet, or its writer died in between.
  if (holder === undefined) return age > beatMs
  if (holder.host !== hostname()) return age > silentMs
  if (holder.pid === process.pid && holder.born === birthOf(process.pid)) return !heldHere.has(holder.token) && age > beatMs
  return !isAlive(holder.pid) || birthOf(holder.pid) !== holder.born
}

// Two who see the same dead holder must not both remove the file: the slower one would remove the faster one's new lock.
// So only who creates the second file may remove the first, after another look at it.
function removeAbandoned(path: string): void {
  const guard = `${path}.takeover`
  if (!create(guard, String(process.pid))) {
    if ((ageOf(guard) ?? 0) > silentMs) rmSync(guard, { force: true })
    return
  }
  try {
    if (isAbandoned(path)) rmSync(path, { force: true })
  } finally {
    rmSync(guard, { force: true })
  }
}

function read(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

function ageOf(path: string): number | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && Date.now() - found.mtimeMs
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // Someone removed the lock by hand; the work goes on, and there is nothing left to keep fresh.
  }
}

// Start time in ticks since boot, with the boot's id, as Linux tells it; elsewhere the pid has to do.
function birthOf(pid: number): string {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop() ?? ''
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${afterName.split(' ')[19]}`
  } catch {
    return ''
  }
}

function describe(holder: Holder | undefined): string {
  return holder === undefined ? '未知' : `主机 ${holder.host}，进程 ${holder.pid}`
}
