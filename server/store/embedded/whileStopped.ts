import { realpathSync } from 'node:fs'
import { pathsOf } from './paths.ts'
import { isServerOf, readPidFile } from './pidFile.ts'
import { withStartLock } from './startLock.ts'

/** Runs `work` while no server runs on a data directory and none can start; gives null, and does nothing, where one runs. */
export const whileStopped = async <T>(dataDir: string, work: () => Promise<T>): Promise<T | null> => {
  const paths = pathsOf(realpathSync(dataDir))
  return withStartLock(paths.lock, async () => {
    const found = readPidFile(paths)
    return found && isServerOf(paths, found.pid) ? null : work()
  })
}
