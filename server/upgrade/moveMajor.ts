import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { ArchiveError } from '../archive/archiveError.ts'
import { amountOf } from '../archive/archiveTo.ts'
import { makeDraft } from '../archive/intoDraft.ts'
import { keyFor } from '../archive/keyFor.ts'
import { readArchive } from '../archive/readArchive.ts'
import { setBackupsAside } from '../archive/setBackupsAside.ts'
import { writeArchive } from '../archive/writeArchive.ts'
import { settleDrafts } from '../backup/drafts.ts'
import { needRoom } from '../backup/room.ts'
import { takePlace } from '../backup/takePlace.ts'
import type { Config } from '../config.ts'
import { backupFolder } from '../domain/safety/index.ts'
import { plan } from '../store/bringUp/plan.ts'
import { refuseNewer } from '../store/bringUp/release.ts'
import type { Connection, Database } from '../store/connection/database.ts'
import { openOwn } from '../store/connection/ownConnection.ts'
import { type Log, major, olderMajorIn, withOlder } from '../store/embedded/index.ts'
import { olderPackage, removeOlderPackage } from './olderPackage.ts'

/** Writes what an older PostgreSQL holds into a file beside it, where there is room for that and for the new one, which is about as large. */
const archiveOf = async (connection: Connection, dataDir: string, path: string): Promise<void> => {
  const own = await openOwn(connection, null)
  try {
    const { rows } = await sql<{ bytes: number }>`select sum(pg_database_size(oid))::float8 as bytes from pg_database`.execute(own.db)
    await needRoom(dataDir, rows[0]?.bytes ?? 0, `移到 PostgreSQL ${major} `)
    await writeArchive(own, path, { files: null, sealedKey: null, beside: dataDir })
  } finally {
    own.cut()
  }
}

/**
 * Moves an embedded store of an older PostgreSQL to the one that comes with this code: archived by the old programs, made anew by the new ones, compared and counted, and only then put in place; the old one is
 * kept. Does nothing where there is no older one. Throws an EmbeddedError where the old programs cannot be had, ArchiveError where nodes run on it or something does not agree, BackupError where there is no room; then nothing has changed.
 */
export const moveMajor = async (config: Config, tell: (text: string) => void, log: Log): Promise<void> => {
  const { dataDir } = config
  const found = olderMajorIn(dataDir)
  if (found === null) return
  tell(`${join(dataDir, 'pg')} 是 PostgreSQL ${found} 的数据，本版本内置 PostgreSQL ${major}：正在移过去，原来的留着…`)
  const programs = await olderPackage(dataDir, found)
  const moved = await withOlder(dataDir, programs, log, async (start) => {
    // Another node was first.
    if (olderMajorIn(dataDir) === null) return ''
    await settleDrafts(dataDir, log)
    const path = join(dataDir, `postgres-${found}.zip`)
    const older = await start()
    await archiveOf(older.connection, dataDir, path).finally(() => older.stop())
    const archive = await readArchive(path)
    try {
      refuseNewer(archive.applied, plan)
      const folders: (string | null)[] = []
      const look = async (db: Database): Promise<void> => void folders.push(await backupFolder(db, config))
      const { draft, text } = await makeDraft({ ...config, isAsItWas: false, look }, archive, await keyFor(config, archive), log)
      const aside = `before-postgres-${major}-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`
      const backups = await setBackupsAside(folders[0] ?? null, aside)
      const kept = await takePlace(dataDir, basename(draft), aside)
      return `${amountOf(archive)}，逐表与原来的相同；${text}\n已移到 PostgreSQL ${major}。原来的在 ${kept}，确认无误后可以删去；要退回：停掉所有节点，把其中的 pg、pg.password 移回 ${dataDir}，换回原来的代码${backups === null ? '' : `\n从前的备份只有 PostgreSQL ${found} 读得了，移到了 ${backups}；新的马上开始`}`
    } finally {
      archive.close()
      await rm(path)
    }
  })
  if (moved === null) throw new ArchiveError(`还有节点在 ${dataDir} 的 PostgreSQL ${found} 上运行：请停掉它们再启动`)
  if (moved !== '') tell(moved)
  await removeOlderPackage(dataDir)
}
