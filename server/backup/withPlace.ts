import { createHash } from 'node:crypto'
import { CallError } from '../../src/core/errors.ts'
import { settledBackup, tellCopies, tellPlace } from '../domain/safety/index.ts'
import type { Blobs } from '../files/blobs.ts'
import { filesAt } from '../files/filePlace.ts'
import type { JobContext, JobResult } from '../jobs/defineJob.ts'
import { NotAllowed } from '../outbound/ask.ts'
import { S3Failure, s3Name } from '../outbound/s3Blobs.ts'
import { pathsOf } from '../store/embedded/index.ts'
import { keyFor } from '../store/sealing/secretKey.ts'
import { BackupError } from './backupError.ts'
import { type Backing, makeBase } from './makeBase.ts'
import { openPlace, refuseInside, writerAt } from './place.ts'
import { basesOf } from './repository.ts'
import { archivingOf, dropSegments, setArchiving } from './walArchive.ts'

const MB = 2 ** 20
const OFF: JobResult = { total: 0, said: '没有设备份到哪里（设置 › 数据安全）' }
const OUTSIDE: JobResult = { total: 0, said: '数据在外部的 PostgreSQL 里，由它自己的工具备份' }
const LATER: JobResult = { total: 0, said: '数据库是以前的版本启动的，停掉所有节点再启动后开始' }

/** What a disk says, in words. */
const DISK: Readonly<Record<string, string>> = {
  ENOSPC: '磁盘满了，腾出地方后自动接着做',
  EDQUOT: '超过了磁盘配额，腾出地方后自动接着做',
  EFBIG: '文件超过了这个磁盘的上限',
  EACCES: '没有权限，请改正目录的权限',
  EPERM: '没有权限，请改正目录的权限',
  EROFS: '那里只读',
  EIO: '磁盘读写出错',
}

/** What is wrong with a backup is for the operator to read; trying again at once would not mend it. */
const told = (where: string, error: unknown): unknown => {
  if (error instanceof BackupError || error instanceof NotAllowed || error instanceof S3Failure) return new CallError(409, error.message)
  const word = DISK[(error as NodeJS.ErrnoException | null)?.code ?? '']
  return word ? new CallError(409, `${where} 不可用：${word}`) : error
}

/** Whether the server keeps its log for backups, as it stood when the job began. */
type Archiving = 'on' | 'off'

/** Does something with the place of backups that is in force, where there is one and PostgreSQL can keep its log for it. Where there is none any more, it keeps none. Throws 409 that says what is wrong with the place. */
export const withPlace = async (
  context: JobContext,
  work: (backing: Backing, archiving: Archiving) => Promise<JobResult>,
): Promise<JobResult> => {
  const { db, config } = context
  if (config.databaseUrl) return OUTSIDE
  const { dataDir, outboundHosts } = config
  const settled = await settledBackup(db, config)
  const archiving = await archivingOf(db)
  if (!settled) {
    await tellPlace(db, null)
    if (archiving === 'on') {
      await setArchiving(db, false)
      await dropSegments(pathsOf(dataDir).wal)
    }
    return OFF
  }
  if (archiving === 'never') return LATER
  const { spec, passphrase, keep } = settled
  const where = 'folder' in spec ? spec.folder : s3Name(spec.s3)
  await tellPlace(db, where)
  try {
    if ('folder' in spec) refuseInside(dataDir, spec.folder)
    const to = await openPlace({ spec, outboundHosts, passphrase }, await writerAt(db, dataDir))
    return await work({ dataDir, files: filesAt(dataDir), to, passphrase, keep }, archiving)
  } catch (error) {
    throw told(where, error)
  }
}

/** By so much of it the root key is told from another: it says nothing of the key. */
const fingerprintOf = async (config: JobContext['config']): Promise<string> => {
  const key = await keyFor(config, 'fingerprint')
  const digits = createHash('sha256').update(key).digest('hex').slice(0, 16).toUpperCase()
  return digits.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** Has the page 数据安全 show what a place holds. */
export const listCopies = async ({ db, config }: Pick<JobContext, 'db' | 'config'>, to: Blobs): Promise<void> => {
  const fingerprint = await fingerprintOf(config)
  const copies = (await basesOf(to)).map(({ name, finished_at, bytes, files, seconds, key, sha256 }) => ({
    name,
    finished_at,
    size: Math.ceil(bytes / MB),
    files,
    seconds,
    key: key === 'sealed' ? (1 as const) : (2 as const),
    fingerprint,
    sha256,
  }))
  await tellCopies(db, to.where, copies)
}

/** Makes a copy of the database and says what it is; null where another is being made. */
export const baseIn = async (context: JobContext, backing: Backing): Promise<JobResult | null> => {
  const base = await makeBase(backing)
  if (!base) return null
  const { bytes, files, seconds } = base
  await listCopies(context, backing.to)
  return { total: 1, said: `已备份：数据库 ${Math.ceil(bytes / MB)} MB，文件 ${files} 个，用时 ${seconds} 秒` }
}
