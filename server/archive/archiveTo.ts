import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { secondOf } from '../../src/protocol/dates.ts'
import { sealKey } from '../backup/sealedKey.ts'
import type { Config } from '../config.ts'
import { filesAt } from '../files/filePlace.ts'
import type { Connection } from '../store/connection/database.ts'
import { openOwn } from '../store/connection/ownConnection.ts'
import { type Log, pathsOf, startEmbedded } from '../store/embedded/index.ts'
import { KEY_FILE } from '../store/sealing/secretKey.ts'
import type { Archived } from './archived.ts'
import { ArchiveError } from './archiveError.ts'
import { type Beside, writeArchive } from './writeArchive.ts'

/** Writes what a PostgreSQL holds into a file. Throws ArchiveError where it has no store. */
export const archiveFrom = async (connection: Connection, path: string, beside: Beside): Promise<Archived> => {
  const own = await openOwn(connection, null)
  try {
    return await writeArchive(own, path, beside)
  } finally {
    own.cut()
  }
}

/** Gives the root key under the operator's passphrase; null where there is no passphrase, or it is not in a file. */
const sealedKeyOf = async ({ dataDir, secretKey, backupPassphrase }: Config): Promise<string | null> => {
  if (secretKey !== '' || backupPassphrase === '') return null
  const key = await readFile(join(dataDir, KEY_FILE), 'utf8').catch(() => null)
  return key === null ? null : sealKey(key, backupPassphrase)
}

const keyWords = ({ secretKey }: Config, sealedKey: string | null): string => {
  if (secretKey !== '') return '密钥由 SECRET_KEY 给出，不在内：unarchive 时请设同一个'
  if (sealedKey !== null) return '密钥已用 BACKUP_PASSPHRASE 封存在内'
  return `密钥 ${KEY_FILE} 不在内：请另存一处，或设 BACKUP_PASSPHRASE 再做`
}

/** Says of an archive how much is in it. */
export const amountOf = ({ tables, files }: Archived): string =>
  `${tables.length} 张表 ${tables.reduce((sum, { rows }) => sum + rows, 0)} 行${files === null ? '' : `，文件 ${files.length} 个`}`

/**
 * Writes the whole store into one file, while it runs or while nothing runs on it; gives what to tell the operator. Throws ArchiveError where there is no
 * store, or the file cannot be written.
 */
export const archiveTo = async (config: Config, target: string, log: Log): Promise<string> => {
  if (target === '' || target.startsWith('-')) throw new ArchiveError('请写明归档到哪个文件：npm run archive -- --to <文件.zip>')
  const path = resolve(target)
  if (existsSync(path)) throw new ArchiveError(`${path} 已经有了：请换一个文件名`)
  if (!config.databaseUrl && !existsSync(pathsOf(config.dataDir).ready))
    throw new ArchiveError(`${config.dataDir} 里没有数据：请用 DATA_DIR 指明数据目录`)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const begun = Date.now()
  const sealedKey = await sealedKeyOf(config)
  const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, log })
  try {
    const connection = embedded ? embedded.connection : { connectionString: config.databaseUrl ?? '' }
    const archived = await archiveFrom(connection, path, { files: filesAt(config.dataDir), sealedKey, beside: embedded && config.dataDir })
    const seconds = Math.round((Date.now() - begun) / 1000)
    return `已归档到 ${path}：${secondOf(archived.at)}，${amountOf(archived)}，用时 ${seconds} 秒\n${keyWords(config, sealedKey)}`
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EACCES' || code === 'EROFS')
      throw new ArchiveError(`${path} 写不下去（${code}）：请腾出地方，或换一个目录`)
    throw error
  } finally {
    await embedded?.stop()
  }
}
