import { chownSync, mkdirSync, realpathSync } from 'node:fs'
import type pg from 'pg'
import type { Binaries } from './binaries.ts'
import { checkRunnable, prepareBinaries, removeOtherCopies } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { connectionTo } from './connect.ts'
import { prepareDataDir } from './dataDir.ts'
import type { Identity } from './identity.ts'
import { identityFor } from './identity.ts'
import { enter, leaveAsLast } from './membership.ts'
import type { Paths } from './paths.ts'
import { pathsOf } from './paths.ts'
import { findLive, startPostmaster, stopPostmaster } from './postmaster.ts'
import { archivingInto, archivingStatements } from './serverArgs.ts'
import { withStartLock } from './startLock.ts'
import { makeSupervisor } from './supervisor.ts'
import type { Connection, Log } from './types.ts'

export interface EmbeddedOptions {
  /** Absolute path; made if missing. */
  dataDir: string
  log: Log
  /** Has each finished segment of the log kept in DATA_DIR/wal until somebody fetches it; without it that stays as it was. */
  archives?: boolean
  /** Called once when the server keeps dying and is not started again. */
  onGiveUp?: () => void
}

export interface Embedded {
  readonly connection: Connection
  /** True if the server ran already: it outlived a killed node, or another node uses it too. */
  readonly adopted: boolean
  /** Leaves; the last node to leave stops the server. End your own connections first: the server cuts those that are left. */
  stop(): Promise<void>
}

interface Site {
  paths: Paths
  binaries: Binaries
  identity: Identity
  log: Log
  archives: boolean
}

interface Member {
  client: pg.Client
  connection: Connection
  adopted: boolean
}

/**
 * Starts the embedded PostgreSQL of a data directory, or joins the one that runs there, and brings it back when it dies.
 * Throws an EmbeddedError, whose message tells the operator what is wrong and what to do.
 *
 *     const database = await startEmbedded({ dataDir: '/var/lib/anju', log })
 *     const pool = new Pool(database.connection)
 */
export async function startEmbedded({ dataDir, log, archives = false, onGiveUp }: EmbeddedOptions): Promise<Embedded> {
  prepareDataDir(dataDir)
  // One name for one directory: PostgreSQL writes the real one into its files, and nodes may come by different links.
  const paths = pathsOf(realpathSync(dataDir))
  const site = await withStartLock(paths.lock, () => prepare(paths, archives, log))
  let member = await join(site)
  let stopped: Promise<void> | undefined
  let recovery: Promise<void> = Promise.resolve()

  const recover = makeSupervisor({
    rejoin: async () => {
      member = await join(site)
      watch(member)
      return !member.adopted
    },
    isStopping: () => stopped !== undefined,
    log,
    onGiveUp: () => onGiveUp?.(),
  })
  const watch = ({ client }: Member) =>
    client.once('end', () => {
      if (stopped === undefined) recovery = recover()
    })
  watch(member)

  return {
    connection: member.connection,
    adopted: member.adopted,
    stop() {
      stopped ??= leave()
      return stopped
    },
  }

  async function leave(): Promise<void> {
    // `stopped` is set by now or within this tick; a recovery under way ends first, so that it cannot start what we stop.
    await recovery
    await withStartLock(paths.lock, () => stopIfLast(site, member))
  }
}

async function prepare(paths: Paths, archives: boolean, log: Log): Promise<Site> {
  const binaries = prepareBinaries(paths.dataDir)
  const identity = identityFor(paths)
  checkRunnable(binaries, identity)
  await ensureCluster({ paths, binaries, identity, log })
  giveFolder(paths.wal, identity)
  return { paths, binaries, identity, log, archives }
}

/** Makes a folder that PostgreSQL alone may enter. */
function giveFolder(folder: string, identity: Identity): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid)
}

/** A new cluster has not said yet what is done with its log. */
async function settleArchiving(client: pg.Client, archives: boolean): Promise<void> {
  const { rows } = await client.query<{ mode: string; library: string; command: string }>(
    "select current_setting('archive_mode') as mode, current_setting('archive_library') as library, setting as command from pg_settings where name = 'archive_command'",
  )
  const now = rows[0]
  if (now?.mode !== 'on') return
  const isSettled = now.library !== '' || (now.command !== '' && !archives)
  if (isSettled) return
  for (const statement of archivingStatements(archives)) await client.query(statement)
}

function join({ paths, binaries, identity, log, archives }: Site): Promise<Member> {
  return withStartLock(paths.lock, async () => {
    const running = await findLive(paths, log)
    const { client, address } = running ?? (await startPostmaster(paths, binaries, identity, log, archivingInto(paths.wal)))
    if (running === undefined) removeOtherCopies(paths.dataDir, binaries)
    await settleArchiving(client, archives)
    await enter(client)
    return { client, connection: connectionTo(paths, address), adopted: running !== undefined }
  })
}

async function stopIfLast({ paths, binaries, identity, log }: Site, member: Member): Promise<void> {
  // Not the member's own connection: it may have broken a moment ago, and its lock ends with it either way.
  await member.client.end().catch(() => undefined)
  const running = await findLive(paths, log)
  if (running === undefined) return
  const isLast = await leaveAsLast(running.client)
  await running.client.end()
  if (isLast) await stopPostmaster(paths, binaries, identity, log)
}
