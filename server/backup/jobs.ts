import { join } from 'node:path'
import { CallError } from '../../src/core/errors.ts'
import { secondOf } from '../../src/protocol/dates.ts'
import { defineJob, type JobContext, type JobResult } from '../jobs/defineJob.ts'
import { pathsOf } from '../store/embedded/index.ts'
import { BackupError } from './backupError.ts'
import { drill } from './drill.ts'
import { makeBase } from './makeBase.ts'
import { basesOf } from './repository.ts'
import { archiveNow, isArchiving, timelineOf } from './walArchive.ts'

const MB = 2 ** 20
const OFF: JobResult = { total: 0, said: '没有设备份目录（BACKUP_DIR）' }
const LATER: JobResult = { total: 0, said: '数据库启动时没有备份目录，停掉所有节点再启动后开始' }
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** Does something with the folder of backups, where there is one and PostgreSQL keeps its log for it. */
const withFolder = async (context: JobContext, work: (folder: string) => Promise<JobResult>): Promise<JobResult> => {
  const { backupDir } = context.config
  if (backupDir === null) return OFF
  if (!(await isArchiving(context.db))) return LATER
  try {
    return await work(backupDir)
  } catch (error) {
    // What is wrong with a backup is for the operator to read; trying again would not mend it.
    throw error instanceof BackupError ? new CallError(409, error.message) : error
  }
}

const baseIn = async ({ config }: JobContext, folder: string): Promise<JobResult> => {
  const { dataDir, backupPassphrase: passphrase, backupKeep: keep } = config
  const { bytes, files, seconds } = await makeBase({ dataDir, folder, passphrase, keep })
  return { total: 1, said: `已备份：数据库 ${Math.ceil(bytes / MB)} MB，文件 ${files} 个，用时 ${seconds} 秒` }
}

const drillIn = async ({ config }: JobContext, folder: string): Promise<JobResult> => {
  const { reached, files, seconds } = await drill({ folder, at: null, passphrase: config.backupPassphrase }, config.dataDir, quiet)
  return { total: 1, said: `演练成功：恢复到 ${secondOf(reached)}，用时 ${seconds} 秒；账务自检相符，${files} 个文件相符` }
}

export default [
  defineJob({
    name: 'archive_log',
    label: '归档数据库日志与文件',
    every: 60,
    run: (context) =>
      withFolder(context, async (folder) => {
        const { dataDir } = context.config
        const paths = { files: join(dataDir, 'files'), laid: pathsOf(dataDir).wal, folder }
        const { segments, copied } = await archiveNow(context.db, paths)
        // A store that is new here, or was restored, has nothing yet that its log could follow.
        if ((await basesOf(folder)).at(-1)?.timeline !== (await timelineOf(context.db))) return baseIn(context, folder)
        return { total: segments + copied, said: `日志 ${segments} 段，新文件 ${copied} 个` }
      }),
  }),
  defineJob({
    name: 'backup',
    label: '备份数据库',
    every: '03:40',
    run: (context) => withFolder(context, (folder) => baseIn(context, folder)),
  }),
  defineJob({
    name: 'restore_drill',
    label: '恢复演练',
    every: '04:20',
    run: (context) => withFolder(context, (folder) => drillIn(context, folder)),
  }),
]
