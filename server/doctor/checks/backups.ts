import { existsSync, statSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { sql } from 'kysely'
import { secondOf } from '../../../src/protocol/dates.ts'
import { behindOf, LATE_SECONDS } from '../../domain/safety/index.ts'
import { isWithin } from '../../files/isWithin.ts'
import type { Database } from '../../store/connection/database.ts'
import { defineCheck, defineStoreCheck, good, note, wrong } from '../check.ts'
import type { Patient } from '../patient.ts'
import { inMb, storeBytes } from './room.ts'

/** One night may have been missed; two may not. */
const OLD_SECONDS = 2 * 86_400
const PAGE = '设置 › 数据安全'

interface Said {
  now: number
  since: number | null
  backup_at: number | null
  drill_at: number | null
  drill_outcome: number | null
  drill_error: string | null
}

const ask = async (db: Database): Promise<Said> => {
  const { rows } = await sql<Said>`
    select epoch_now() as now, (select since from backup_place where is_current) as since,
      (select max(finished_at) from backup_copy) as backup_at, d.created_at as drill_at, d.outcome as drill_outcome, d.error as drill_error
    from (select) one left join lateral (select * from restore_drill order by drill_id desc limit 1) d on true
  `.execute(db)
  return rows[0] as Said
}

const EXTERNAL = note('数据在外部的 PostgreSQL 里', '用它自己的工具备份（连续归档，或 pg_dump）；DATA_DIR/files 与密钥另行复制')

/** The last backup and drill, and whether archiving keeps up. */
export const backup = defineStoreCheck({
  name: 'backup',
  label: '备份',
  look: async (db, { config }) => {
    if (config.databaseUrl) return EXTERNAL
    const behind = await behindOf(db)
    if (!behind) return wrong('没有备份：丢了这台机器，就丢了全部', `在“${PAGE}”里选去处，或设 BACKUP_DIR，最好在另一块磁盘上`)
    if (behind.seconds > LATE_SECONDS)
      return wrong(`归档落后 ${behind.seconds} 秒（去处 ${behind.place}）`, '看“设置 › 后台任务”里“归档数据库日志与文件”错在哪里')
    const { now, since, backup_at, drill_at, drill_outcome, drill_error } = await ask(db)
    if ((backup_at ?? since ?? now) < now - OLD_SECONDS)
      return wrong(
        `最近的备份是 ${backup_at === null ? '从来没有' : secondOf(backup_at)}`,
        `看“设置 › 后台任务”里“备份数据库”错在哪里，或在“${PAGE}”里立即备份`,
      )
    if (drill_outcome === 2) return wrong(`最近的恢复演练失败：${drill_error ?? ''}`, `改正以后，在“${PAGE}”里立即演练`)
    if ((drill_at ?? since ?? now) < now - OLD_SECONDS)
      return wrong(`最近的恢复演练是 ${drill_at === null ? '从来没有' : secondOf(drill_at)}`, '看“设置 › 后台任务”里“恢复演练”错在哪里')
    const last = backup_at === null ? '还没有到第一次备份的时候' : `备份 ${secondOf(backup_at)}`
    return good(`归档落后 ${behind.seconds} 秒，${last}，${drill_at === null ? '还没有演练过' : `演练 ${secondOf(drill_at)} 成功`}`)
  },
})

const placeOf = async ({ config, store }: Patient): Promise<string | null> => {
  if (config.backupDir !== null) return config.backupDir
  return store.is === 'answers' ? ((await behindOf(store.db))?.place ?? null) : null
}

/** Whether the next copy finds room where it is to go. */
export const backupRoom = defineCheck({
  name: 'backupRoom',
  label: '备份的去处',
  look: async (patient) => {
    const { dataDir, databaseUrl } = patient.config
    const place = databaseUrl ? null : await placeOf(patient)
    if (place === null) return databaseUrl ? EXTERNAL : note('不知道：没有设，或数据库没有答')
    if (place.startsWith('s3://')) return note(`${place}，没有去连`, `在“${PAGE}”里点“试连”`)
    if (!existsSync(place)) return wrong(`${place} 不在`, '挂上那块磁盘，或建立这个目录、交给运行安居的用户')
    if (isWithin(dataDir, place)) return wrong(`${place} 在 DATA_DIR 里：恢复时会一起被移走`, '换一个目录，最好在另一块磁盘上')
    const isWritable = await access(place, constants.W_OK).then(
      () => true,
      () => false,
    )
    if (!isWritable) return wrong(`${place} 不可写`, '把它交给运行安居的用户（chown、chmod）')
    const [free, bytes] = [await patient.freeAt(place), await storeBytes(patient)]
    if (free < bytes)
      return wrong(`${place} 还有 ${inMb(free)}，数据库有 ${inMb(bytes)}：下一份备份放不下`, '腾出地方，或少留几份（BACKUP_KEEP）')
    const found = `${place} 还有 ${inMb(free)}`
    if (existsSync(dataDir) && statSync(place).dev === statSync(dataDir).dev)
      return note(`${found}，与数据在同一块磁盘上：磁盘坏了，两样都没有`, '换到另一块磁盘，或 S3')
    return good(found)
  },
})
