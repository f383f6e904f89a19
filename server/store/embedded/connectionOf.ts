import { realpathSync } from 'node:fs'
import { connectionTo } from './connect.ts'
import { pathsOf } from './paths.ts'
import { readPidFile } from './pidFile.ts'
import { type Connection, EmbeddedError } from './types.ts'

/** Gives how to reach the server that runs on a data directory; throws an EmbeddedError where none does. */
export const connectionOf = (dataDir: string): Connection => {
  const paths = pathsOf(realpathSync(dataDir))
  const address = readPidFile(paths)?.address
  if (!address) throw new EmbeddedError(`${paths.pg} 上没有运行中的数据库`)
  return connectionTo(paths, address)
}
