import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { CallError } from '../../src/core/errors.ts'
import { behindOf, LATE_SECONDS } from '../domain/safety/index.ts'
import type { JobContext, JobResult } from '../jobs/defineJob.ts'
import { pathsOf } from '../store/embedded/index.ts'
import { archivingOf, dropSegments, setArchiving } from './walArchive.ts'

const MB = 2 ** 20
/** What waits for a place that is away may take so much, and must leave so much free: a database that cannot write its log stops. */
const LIMITS = { waiting: 4096 * MB, free: 1024 * MB }

const bytesIn = async (folder: string): Promise<number> => {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** What waits to be brought to the place of backups, and what is left on the disk, in bytes. */
export interface Room {
  waiting: number
  free: number
}

/** Whether what waits has to be given up, lest the database stop. */
export const isTooMuch = ({ waiting, free }: Room, limits: Room = LIMITS): boolean =>
  waiting > limits.waiting || (waiting > 0 && free < limits.free)

const roomIn = async (dataDir: string): Promise<Room> => {
  const { bavail, bsize } = await statfs(dataDir)
  return { waiting: await bytesIn(pathsOf(dataDir).wal), free: bavail * bsize }
}

/**
 * Looks whether archiving keeps up. Where it does not for five minutes, it throws 409 that says so, which stands among the failed jobs. Where what waits would fill the disk it is given up: the
 * next archiving that succeeds begins with a new copy.
 */
export const watch = async ({ db, config }: Pick<JobContext, 'db' | 'config'>, limits: Room = LIMITS): Promise<JobResult> => {
  const behind = config.databaseUrl ? null : await behindOf(db)
  if (!behind) return { total: 0, said: '没有设备份到哪里（设置 › 数据安全）' }
  const room = await roomIn(config.dataDir)
  const waiting = Math.ceil(room.waiting / MB)
  if (isTooMuch(room, limits) && (await archivingOf(db)) === 'on') {
    await setArchiving(db, false)
    await dropSegments(pathsOf(config.dataDir).wal)
    throw new CallError(
      409,
      `备份的去处 ${behind.place} 已 ${behind.seconds} 秒送不到，为了不让数据库停下，放弃了等着送出的 ${waiting} MB 日志：这一段里的时刻恢复不到；送得到时自动重新备份`,
    )
  }
  if (behind.seconds > LATE_SECONDS)
    throw new CallError(
      409,
      `备份的归档落后 ${behind.seconds} 秒（应在 60 秒左右），等着送出的日志 ${waiting} MB：请看“归档数据库日志与文件”错在哪里`,
    )
  return { total: 0, said: `归档落后 ${behind.seconds} 秒，等着送出的日志 ${waiting} MB` }
}
