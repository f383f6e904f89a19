import { secondOf } from '../../src/protocol/dates.ts'
import { KEPT } from '../../src/schemas/settings/safety.ts'
import type { Config } from '../config.ts'
import { filesAt } from '../files/filePlace.ts'
import { kyselyOn, openPool } from '../store/connection/database.ts'
import { type Log, pathsOf, startEmbedded } from '../store/embedded/index.ts'
import { BackupError } from './backupError.ts'
import { makeOwnBase } from './makeBase.ts'
import { openPlace, placeFrom, refuseInside, writerAt } from './place.ts'
import { places } from './repository.ts'
import { archivingOf, collectSegments, endSegment } from './walArchive.ts'

const MB = 2 ** 20

/**
 * Copies the store into a place of backups (a folder, or s3://bucket/prefix) while it runs, or while nothing runs on it, and gives what to tell the operator. Throws BackupError where the store is elsewhere, or the place cannot be used.
 */
export const backUpTo = async (config: Config, target: string, log: Log): Promise<string> => {
  if (config.databaseUrl)
    throw new BackupError('数据在外部的 PostgreSQL（DATABASE_URL）里：请用它自己的工具备份；DATA_DIR/files 与密钥另行复制')
  if (target === '' || target.startsWith('-')) throw new BackupError('请写明备份到哪个目录：npm run backup -- --to <目录>')
  const spec = placeFrom(target, config)
  const { dataDir, backupPassphrase: passphrase, backupKeep, outboundHosts } = config
  if ('folder' in spec) refuseInside(dataDir, spec.folder)
  const embedded = await startEmbedded({ dataDir, log, archives: true })
  const db = kyselyOn(openPool(embedded.connection, 1))
  try {
    const to = await openPlace({ spec, outboundHosts, passphrase }, await writerAt(db, dataDir))
    const base = await makeOwnBase({ dataDir, files: filesAt(dataDir), to, passphrase, keep: backupKeep ?? KEPT })
    // The log of those who wrote meanwhile came along; what a node lays is for the place that it was told.
    if (!embedded.adopted && (await archivingOf(db)) === 'on') {
      await endSegment(db)
      await collectSegments(pathsOf(dataDir).wal, to)
    }
    const key =
      base.key === 'sealed' ? '密钥已用 BACKUP_PASSPHRASE 封存在内' : '密钥 secret.key 不在内：请另存一处，或设 BACKUP_PASSPHRASE 再备份'
    return `已备份到 ${to.where} 的 ${places.base(base.name)}：${secondOf(base.finished_at)}，数据库 ${Math.ceil(base.bytes / MB)} MB，文件 ${base.files} 个，用时 ${base.seconds} 秒\n${key}`
  } finally {
    await db.destroy()
    await embedded.stop()
  }
}
