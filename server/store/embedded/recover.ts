import { chownSync, existsSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { checkRunnable, prepareBinaries } from './binaries.ts'
import { connectionTo } from './connect.ts'
import { identityFor } from './identity.ts'
import { pathsOf } from './paths.ts'
import { startPostmaster, stopPostmaster } from './postmaster.ts'
import type { Connection, Log } from './types.ts'

/** A server that replays the log that is laid before it, segment by segment. */
export interface Recovering {
  client: pg.Client
  connection: Connection
  /** Whether a segment is there already, as part of the backup or laid before. */
  has(segment: string): boolean
  /** Lays a segment of the log before it. */
  lay(segment: string, bytes: Buffer): void
  stop(): Promise<void>
}

// It waits for the next segment to be laid and goes on: no command that a shell would run, and none that another user must be able to read.
const REPLAYING = { hot_standby: 'on', wal_retrieve_retry_interval: '50ms', wal_recycle: 'off', archive_mode: 'off' }

/** Starts a server on the unpacked copy of a cluster in `dataDir/pg`, in recovery; `settings` say how far. Throws an EmbeddedError where it does not come up. */
export const startRecovering = async (dataDir: string, settings: Record<string, string>, log: Log): Promise<Recovering> => {
  const paths = pathsOf(realpathSync(dataDir))
  const binaries = prepareBinaries(paths.dataDir)
  const identity = identityFor(paths)
  checkRunnable(binaries, identity)
  const give = (path: string): void => {
    if (identity.uid !== undefined) chownSync(path, identity.uid, identity.gid)
  }
  // Of the server that was copied while it ran.
  for (const name of readdirSync(paths.pg)) if (name.startsWith('.s.PGSQL')) rmSync(join(paths.pg, name))
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(paths.pg, name), { force: true })
  const signal = join(paths.pg, 'standby.signal')
  writeFileSync(signal, '', { mode: 0o600 })
  give(signal)
  const at = (segment: string): string => join(paths.pg, 'pg_wal', segment)
  const { client, address } = await startPostmaster(paths, binaries, identity, log, { ...REPLAYING, ...settings })
  return {
    client,
    connection: connectionTo(paths, address),
    has: (segment) => existsSync(at(segment)),
    lay(segment, bytes) {
      const part = at(`${segment}.part`)
      writeFileSync(part, bytes, { mode: 0o600 })
      give(part)
      renameSync(part, at(segment))
    },
    async stop() {
      await client.end().catch(() => undefined)
      await stopPostmaster(paths, binaries, identity, log)
    },
  }
}
