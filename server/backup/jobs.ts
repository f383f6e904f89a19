import { CallError } from '../../src/core/errors.ts'
import { secondOf } from '../../src/protocol/dates.ts'
import { backupTime, tellArchived, tellDrill } from '../domain/safety/index.ts'
import { defineJob, type JobContext, type JobResult } from '../jobs/defineJob.ts'
import { pathsOf } from '../store/embedded/index.ts'
import { BackupError } from './backupError.ts'
import { drill } from './drill.ts'
import { hasKeyOfNow } from './keyOfNow.ts'
import type { Backing } from './makeBase.ts'
import { type Base, basesOf, type Latest, readSegmentName } from './repository.ts'
import { archiveNow, setArchiving, timelineOf } from './walArchive.ts'
import { watch } from './watch.ts'
import { baseIn, listCopies, withPlace } from './withPlace.ts'

const UNDER_WAY: JobResult = { total: 0, said: '另一个备份正在进行' }
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** What comes over a line is paid for: of the uploaded files so much is read each night, any of them, and of all it is looked whether they are there. */
const MOST_READ = 2 ** 30

/** Gives whether the log that was archived goes on from a copy of the database. */
const followedBy = ({ since }: Latest, timeline: number): ((base: Base) => boolean) => {
  const first = readSegmentName(since ?? '')
  return (base) => base.timeline === timeline && (first === null || (first.timeline === timeline && base.segment >= first.segment))
}

/** Nodes that were given different passphrases would have one copy made after the other. */
const SETTLED_SECONDS = 3600

const isOfUse = async (backing: Backing, base: Base): Promise<boolean> =>
  Math.floor(Date.now() / 1000) - base.finished_at < SETTLED_SECONDS || (await hasKeyOfNow(backing, base))

const archiveIn = async (context: JobContext, backing: Backing, isFirst: boolean): Promise<JobResult> => {
  const { db, config } = context
  const { files, to } = backing
  if (isFirst) await setArchiving(db, true)
  const { segments, copied, latest } = await archiveNow(db, { files, laid: pathsOf(config.dataDir).wal, to })
  const archived = { total: segments + copied, said: `日志 ${segments} 段，新文件 ${copied} 个` }
  const isFollowed = followedBy(latest, await timelineOf(db))
  // A store that is new here, or was restored, or whose log has a gap, has nothing yet that its log could follow.
  const newest = (await basesOf(to)).findLast(isFollowed)
  const made = newest && (await isOfUse(backing, newest)) ? archived : await baseIn(context, backing)
  // Whether the one that another is making will do is seen when it is there.
  if (made === null) return archived
  await tellArchived(db, to.where, latest.at)
  return made
}

const drillIn = async ({ db, config }: JobContext, { to, passphrase }: Backing): Promise<JobResult> => {
  const begun = Date.now()
  const isFar = to.where.startsWith('s3://')
  const asked = { from: to, at: null, passphrase, ...(isFar ? { most: MOST_READ } : {}) }
  const none = { place: to.where, base: null, reached: null, checks: null, files: null, read: null }
  try {
    const { base, reached, files, read, seconds, checks } = await drill(asked, config.dataDir, quiet)
    await tellDrill(db, { ...none, outcome: 1, base, reached, checks, files, read, seconds, error: null })
    return { total: 1, said: `演练成功：恢复到 ${secondOf(reached)}，用时 ${seconds} 秒；账务自检相符，${files} 个文件相符` }
  } catch (error) {
    const isKnown = error instanceof BackupError || error instanceof CallError
    const word = isKnown ? error.message : `演练没有做完：${error instanceof Error ? error.message : String(error)}`
    const base = (await basesOf(to).catch(() => [])).at(-1)?.name ?? null
    await tellDrill(db, { ...none, outcome: 2, base, seconds: Math.round((Date.now() - begun) / 1000), error: word.slice(0, 2000) })
    throw error
  }
}

export default [
  defineJob({
    name: 'archive_log',
    label: '归档数据库日志与文件',
    every: 60,
    // What a backup promises is a minute: neither a copy of the database nor a drill holds it up.
    apart: 'log',
    run: (context) => withPlace(context, (backing, archiving) => archiveIn(context, backing, archiving === 'off')),
  }),
  defineJob({
    name: 'backup',
    label: '备份数据库',
    every: backupTime('backup_at'),
    apart: 'copy',
    run: (context) => withPlace(context, async (backing) => (await baseIn(context, backing)) ?? UNDER_WAY),
  }),
  defineJob({
    name: 'restore_drill',
    label: '恢复演练',
    every: backupTime('drill_at'),
    apart: 'copy',
    run: (context) =>
      withPlace(context, async (backing) => {
        await listCopies(context, backing.to)
        return drillIn(context, backing)
      }),
  }),
  defineJob({ name: 'backup_watch', label: '看备份是否跟得上', every: 60, run: (context) => watch(context) }),
]
