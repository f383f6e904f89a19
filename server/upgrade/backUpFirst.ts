import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { secondOf } from '../../src/protocol/dates.ts'
import { KEPT } from '../../src/schemas/settings/safety.ts'
import { ArchiveError } from '../archive/archiveError.ts'
import { writeArchive } from '../archive/writeArchive.ts'
import { makeOwnBase } from '../backup/makeBase.ts'
import { openPlace, writerAt } from '../backup/place.ts'
import { archiveNow, archivingOf } from '../backup/walArchive.ts'
import { isUpgrade } from '../bringUpStore.ts'
import type { Config } from '../config.ts'
import { filesAt } from '../files/filePlace.ts'
import { appliedIn, RELEASE, releaseOf } from '../store/bringUp/release.ts'
import type { Connection, Database } from '../store/connection/database.ts'
import { type OwnConnection, openOwn } from '../store/connection/ownConnection.ts'
import { pathsOf } from '../store/embedded/index.ts'

/** Archives of before an upgrade that stay. */
const KEEP = 2

const folderIn = (dataDir: string): string => join(dataDir, 'before-upgrade')

/** The oldest go, and what was cut off: nobody else writes here meanwhile. */
const prune = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).toSorted()
  const whole = names.filter((name) => name.endsWith('.zip'))
  for (const name of names) if (!whole.slice(-KEEP).includes(name)) await rm(join(folder, name))
}

/** Into BACKUP_DIR, as every night; gives the way back. */
const byBase = async (db: Database, config: Config, folder: string, release: string): Promise<string> => {
  const { dataDir, outboundHosts, backupPassphrase: passphrase, backupKeep } = config
  const to = await openPlace({ spec: { folder }, outboundHosts, passphrase }, await writerAt(db, dataDir))
  const files = filesAt(dataDir)
  const { finished_at } = await makeOwnBase({ dataDir, files, to, passphrase, keep: backupKeep ?? KEPT })
  // Only a commit after a moment tells a restore that it is past, and the upgrade's own is not to be among what is restored.
  await wait(Math.max(0, finished_at * 1000 - Date.now()))
  await archiveNow(db, { files, laid: pathsOf(dataDir).wal, to })
  return `升级前（${release} → ${RELEASE}）已备份到 ${folder}。要退回：停掉所有节点，npm run restore -- --from ${folder} --at "${secondOf(finished_at)}"，再换回 ${release} 的代码启动`
}

/** Into a file below DATA_DIR, without the uploaded files, which an upgrade leaves alone; gives the way back. */
const byArchive = async (own: OwnConnection, config: Config, release: string): Promise<string> => {
  const folder = folderIn(config.dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${release}.zip`)
  await writeArchive(own, path, { files: null, sealedKey: null, beside: config.databaseUrl ? null : config.dataDir })
  await prune(folder)
  const empty = config.databaseUrl ? '以 DATABASE_URL 指向一个空库' : `把 ${pathsOf(config.dataDir).pg} 移开`
  return `升级前（${release} → ${RELEASE}）已归档到 ${path}。要退回：停掉所有节点，${empty}，npm run unarchive -- --from ${path} --as-it-was，再换回 ${release} 的代码启动`
}

/**
 * Backs up a store in use before this code changes it, and gives the sentence that says where and the way back. Of several nodes that start at once each waits for the others; none archives what
 * another is changing. Throws ArchiveError or BackupError where there is no room for it: then nothing is changed.
 */
export const backUpFirst = async (db: Database, connection: Connection, config: Config): Promise<string> => {
  const own = await openOwn(connection, null)
  try {
    // As those who change it hold (store/bringUp/migrate.ts).
    await sql`select pg_advisory_lock(826101)`.execute(own.db)
    if (!(await isUpgrade(own.db))) return '另一个节点已升级'
    const release = releaseOf(await appliedIn(own.db))
    const { backupDir, databaseUrl } = config
    if (backupDir !== null && !databaseUrl && (await archivingOf(db)) === 'on') return await byBase(db, config, backupDir, release)
    return await byArchive(own, config, release)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EACCES' || code === 'EROFS')
      throw new ArchiveError(`升级前的备份写不下去（${code}，${config.dataDir}）：没有升级。请腾出地方再启动`)
    throw error
  } finally {
    own.cut()
  }
}
