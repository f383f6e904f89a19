import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, realpathSync, rmdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Identity } from './identity.ts'
import type { Paths } from './paths.ts'
import { readPidFile } from './pidFile.ts'
import type { Address } from './types.ts'
import { EmbeddedError } from './types.ts'

/** A unix socket's path may be 107 bytes on Linux and 103 on macOS, its lock file's included in neither. */
const longestPath = 100
const socketPort = 5432

/**
 * Where a new server shall listen: a socket inside the data directory, which only its owner can enter; in a directory of ours under the
 * system's temporary one when that path is too long; and on Windows, where node knows no unix sockets, a free local port.
 */
export async function chooseAddress(paths: Paths, identity: Identity): Promise<Address> {
  // After a crash the old port again: the pools of all nodes know it.
  if (process.platform === 'win32') return { host: '127.0.0.1', port: readPidFile(paths)?.address?.port ?? (await freePort()) }
  if (isShort(paths.pg)) return { host: paths.pg, port: socketPort }
  const hash = createHash('sha256').update(realpathSync(paths.pg)).digest('hex').slice(0, 16)
  const host = [tmpdir(), '/tmp'].map((at) => join(at, `anju-${hash}`)).find(isShort) as string
  claim(host, identity)
  return { host, port: socketPort }
}

/** Removes the temporary socket directory of a stopped server, if it had one. */
export function removeSocketDir({ host }: Address): void {
  if (!/^anju-[0-9a-f]{16}$/.test(basename(host))) return
  try {
    rmdirSync(host)
  } catch {
    // Not empty, so not only ours: it stays.
  }
}

function isShort(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${socketPort}`)) <= longestPath
}

// Anyone may write in the temporary directory: a directory laid there by someone else would let them pose as our database.
function claim(directory: string, identity: Identity): void {
  const uid = identity.uid ?? process.getuid?.()
  try {
    mkdirSync(directory, { mode: 0o700 })
    if (identity.uid !== undefined) chownSync(directory, identity.uid, identity.gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const found = lstatSync(directory)
  if (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return
  throw new EmbeddedError(`套接字目录 ${directory} 不属于运行数据库的用户，或他人可以进入。请删除它，或用 DATA_DIR 指定较短的路径。`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
