import { existsSync, realpathSync } from 'node:fs'
import { prepareBinaries } from './binaries.ts'
import { identityFor } from './identity.ts'
import { pathsOf } from './paths.ts'
import { isServerOf, readPidFile } from './pidFile.ts'
import { stopPostmaster } from './postmaster.ts'
import type { Log } from './types.ts'

/** Stops the server that outlived the node which was making a store in a folder, if there is one. */
export const stopLeft = async (folder: string, log: Log): Promise<void> => {
  const paths = pathsOf(realpathSync(folder))
  if (!existsSync(paths.pg)) return
  const found = readPidFile(paths)
  if (found && isServerOf(paths, found.pid)) await stopPostmaster(paths, prepareBinaries(paths.dataDir), identityFor(paths), log)
}
