import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { checkRunnable, major, packageIn, prepareBinaries } from './binaries.ts'
import { connectionTo } from './connect.ts'
import { identityFor } from './identity.ts'
import { leaveAsLast } from './membership.ts'
import { pathsOf } from './paths.ts'
import { findLive, startPostmaster, stopPostmaster } from './postmaster.ts'
import { withStartLock } from './startLock.ts'
import type { Connection, Log } from './types.ts'

/** Gives the major version of the cluster in a data directory where it is older than the programs that come with this code; null otherwise. */
export const olderMajorIn = (dataDir: string): string | null => {
  const { ready, pg } = pathsOf(dataDir)
  if (!existsSync(ready)) return null
  const found = readFileSync(join(pg, 'PG_VERSION'), 'utf8').trim()
  return Number(found) < Number(major) ? found : null
}

/** A server of an older major version on its own cluster. */
export interface Older {
  connection: Connection
  stop(): Promise<void>
}

/** Starts the programs that lie below `folder` (its node_modules) on the cluster of a data directory. Throws an EmbeddedError where they cannot run. */
const startOlder = async (dataDir: string, folder: string, log: Log): Promise<Older> => {
  const paths = pathsOf(dataDir)
  const binaries = prepareBinaries(paths.dataDir, packageIn(folder))
  const identity = identityFor(paths)
  checkRunnable(binaries, identity)
  const { client, address } = await startPostmaster(paths, binaries, identity, log)
  return {
    connection: connectionTo(paths, address),
    async stop() {
      await client.end().catch(() => undefined)
      await stopPostmaster(paths, binaries, identity, log)
    },
  }
}

/**
 * Does some work with a server of an older major version while nobody else starts or uses one on the data directory; gives null, and does nothing, where nodes use it. One that
 * outlived its node is stopped first.
 */
export const withOlder = <T>(
  dataDir: string,
  folder: string,
  log: Log,
  work: (start: () => Promise<Older>) => Promise<T>,
): Promise<T | null> => {
  const paths = pathsOf(realpathSync(dataDir))
  return withStartLock(paths.lock, async () => {
    const live = await findLive(paths, log)
    if (live) {
      const isAlone = await leaveAsLast(live.client)
      await live.client.end()
      if (!isAlone) return null
      await stopPostmaster(paths, prepareBinaries(paths.dataDir, packageIn(folder)), identityFor(paths), log)
    }
    return work(() => startOlder(paths.dataDir, folder, log))
  })
}
