import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { major } from './binaries.ts'
import { childEnv } from './childEnv.ts'
import type { Identity } from './identity.ts'
import type { Paths } from './paths.ts'
import { isServerOf, readPidFile } from './pidFile.ts'
import type { Log } from './types.ts'
import { EmbeddedError } from './types.ts'

/** The superuser that initdb makes and that anju connects as. */
export const superuser = 'anju'

interface Making {
  paths: Paths
  binaries: Binaries
  identity: Identity
  log: Log
}

/**
 * Makes the cluster at the first start. It is made under another name and gets its own by one rename, with our marker
 * already in it: whatever moment the power fails, there is a whole cluster or none.
 */
export async function ensureCluster(making: Making): Promise<void> {
  const { paths } = making
  removeUnfinished(paths)
  if (existsSync(paths.ready)) return checkMajor(paths)
  if (existsSync(paths.pg)) setAside(making)
  ensurePassword(paths)
  const attempt = join(paths.dataDir, `initdb-${randomBytes(6).toString('hex')}`)
  try {
    await makeCluster(making, attempt)
    renameSync(join(attempt, 'pg'), paths.pg)
    syncDirectory(paths.dataDir)
  } finally {
    rmSync(attempt, { recursive: true, force: true })
  }
}

/** The password made at the first start. */
export function readPassword(paths: Paths): string {
  const text = existsSync(paths.password) ? readFileSync(paths.password, 'utf8').trim() : ''
  if (text !== '') return text
  throw new EmbeddedError(`内置数据库的密码文件 ${paths.password} 不见了。请从备份中恢复它（它与 ${paths.pg} 是一套）。`)
}

// An attempt whose node died. Its initdb may still run and write: then some of it stays and goes at the next start.
function removeUnfinished(paths: Paths): void {
  for (const name of readdirSync(paths.dataDir)) {
    if (!/^initdb-[0-9a-f]{12}$/.test(name)) continue
    try {
      rmSync(join(paths.dataDir, name), { recursive: true, force: true })
    } catch {
      // Next time.
    }
  }
}

// No marker: a torn initdb of someone else's making, or a cluster an operator put here. We cannot tell, so it is moved and not deleted.
function setAside({ paths, log }: Making): void {
  if (readdirSync(paths.pg).length === 0) {
    rmSync(paths.pg, { recursive: true })
    return
  }
  const pid = readPidFile(paths)?.pid
  if (pid !== undefined && isServerOf(paths, pid)) {
    throw new EmbeddedError(
      `${paths.pg} 不是由安居建立的，而且有 PostgreSQL（进程 ${pid}）正在使用它。请先停止它，或用 DATA_DIR 指定其他目录。`,
    )
  }
  const aside = `${paths.pg}.unfinished-${new Date().toISOString().replaceAll(/[:.]/g, '')}`
  renameSync(paths.pg, aside)
  log.warn({ aside }, '数据库目录不完整（初始化曾被中断），已移到一旁，重新建立')
}

function checkMajor(paths: Paths): void {
  const found = readFileSync(join(paths.pg, 'PG_VERSION'), 'utf8').trim()
  if (found === major) return
  const way =
    Number(found) < Number(major) ? '请先 npm start：它把数据移到新的版本，核对之后再启动，原来的留着' : '请换上不低于它的版本的安居'
  throw new EmbeddedError(`${paths.pg} 是 PostgreSQL ${found} 的数据，本版本内置的是 PostgreSQL ${major}。${way}。`)
}

// Written before the cluster exists: a cluster whose password nobody knows would be useless.
function ensurePassword(paths: Paths): void {
  if (existsSync(paths.password) && readFileSync(paths.password, 'utf8').trim() !== '') return
  rmSync(paths.password, { force: true })
  writeSynced(paths.password, `${randomBytes(32).toString('base64url')}\n`)
}

async function makeCluster({ paths, binaries, identity }: Making, attempt: string): Promise<void> {
  mkdirSync(attempt, { mode: 0o700 })
  const passwordFile = join(attempt, 'password')
  writeFileSync(passwordFile, readFileSync(paths.password), { mode: 0o600 })
  for (const path of [attempt, passwordFile]) giveTo(identity, path)
  const pg = join(attempt, 'pg')
  // C.UTF-8 is a name of Linux systems; sorting is ICU's either way.
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C'
  const collation = [`--locale=${locale}`, '--locale-provider=icu', '--icu-locale=zh-CN', '--encoding=UTF8']
  const access = [`--username=${superuser}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  await run(binaries.program('initdb'), [`--pgdata=${pg}`, ...access, ...collation, '--data-checksums'], identity)
  const ready = join(pg, 'anju.ready')
  writeSynced(ready, `${new Date().toISOString()}\n`)
  giveTo(identity, ready)
  syncDirectory(pg)
}

// Not spawnSync: a slow disk takes many seconds, and the start lock must be kept fresh meanwhile.
function run(program: string, args: string[], identity: Identity): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...identity, cwd: '/', env: childEnv(), stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new EmbeddedError(whyFailed(code, said)))))
  })
}

function whyFailed(code: number | null, said: string): string {
  if (said.includes('could not look up effective user ID')) {
    return '运行 PostgreSQL 的用户没有登记在 /etc/passwd 中（容器常用的任意 uid 会这样），因此无法建立内置数据库。请为它登记一个用户，或用 DATABASE_URL 指定外部的 PostgreSQL。'
  }
  if (said.includes('No space left on device'))
    return '磁盘已满，无法建立内置数据库（至少需要 300 MB）。请清理磁盘，或用 DATA_DIR 指定另一块磁盘上的目录。'
  return `建立内置数据库失败（initdb 退出码 ${code}）：\n${said.trim().split('\n').slice(-8).join('\n')}`
}

function giveTo(identity: Identity, path: string): void {
  if (identity.uid !== undefined) chownSync(path, identity.uid, identity.gid)
}

function writeSynced(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  writeFileSync(file, text)
  fsyncSync(file)
  closeSync(file)
}

function syncDirectory(path: string): void {
  // Windows has no fsync for directories.
  if (process.platform === 'win32') return
  const directory = openSync(path, 'r')
  fsyncSync(directory)
  closeSync(directory)
}
