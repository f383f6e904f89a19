import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { s3Name } from '../../outbound/s3Blobs.ts'
import type { Database } from '../../store/connection/database.ts'
import { behindOf } from './records.ts'
import { settledBackup } from './settled.ts'

/** So many drills are what a restore is promised by. */
const DRILLS = 30

interface Fact {
  label: string
  value: string
}

/** What the last drills and the copies say. */
interface Said {
  slowest: number | null
  drills: number
  failed: number
  last_at: string | null
  last_outcome: number | null
  copy_at: string | null
  copy_size: number | null
  first_at: string | null
}

const read = async (db: Database): Promise<Said> => {
  const { rows } = await sql<Said>`
    with drill as (select * from restore_drill order by drill_id desc limit ${DRILLS}), last as (select * from drill order by drill_id desc limit 1),
      copy as (select * from backup_copy order by finished_at desc limit 1)
    select (select max(seconds) from drill where outcome = 1) as slowest, (select count(*) from drill)::integer as drills,
      (select count(*) from drill where outcome = 2)::integer as failed,
      (select to_char(to_timestamp(created_at), 'YYYY-MM-DD HH24:MI') from last) as last_at, (select outcome from last) as last_outcome,
      (select to_char(to_timestamp(finished_at), 'YYYY-MM-DD HH24:MI') from copy) as copy_at, (select size from copy) as copy_size,
      (select to_char(to_timestamp(min(finished_at)), 'YYYY-MM-DD HH24:MI') from backup_copy) as first_at
  `.execute(db)
  return rows[0] as Said
}

const placeFact = (config: Config, where: string | null): string => {
  if (config.databaseUrl) return '数据在外部的 PostgreSQL（DATABASE_URL）里：请用它自己的工具备份'
  if (config.backupDir !== null) return `${config.backupDir}（运维在 BACKUP_DIR 里定的，这一页所选的不起作用）`
  return where ?? '没有备份：丢了这台机器，就丢了全部'
}

const drillFact = ({ last_at, last_outcome, drills, failed }: Said): string => {
  if (last_at === null) return '还没有演练过'
  return last_outcome === 1
    ? `${last_at} 成功；最近 ${drills} 次里失败 ${failed} 次`
    : `${last_at} 失败；最近 ${drills} 次里失败 ${failed} 次`
}

/** Gives what the page says first: where backups are, what they promise, and how the last ones went. */
export const standing = async (db: Database, config: Config): Promise<Fact[]> => {
  const settled = config.databaseUrl ? null : await settledBackup(db, config)
  const spec = settled?.spec
  const where = spec && ('folder' in spec ? spec.folder : s3Name(spec.s3))
  const facts: Fact[] = [{ label: '备份到', value: placeFact(config, where ?? null) }]
  if (!settled) return facts
  const [said, behind] = [await read(db), await behindOf(db)]
  const key = settled.passphrase === '' ? '没有口令：密钥不在备份里，请另存 secret.key' : '密钥已用口令封存在备份里'
  return [
    ...facts,
    {
      label: '恢复点',
      value:
        behind?.archived_at == null
          ? '还没有归档过'
          : `现在出事，至多丢 ${behind.seconds} 秒（每 60 秒归档一次）；最早可恢复到 ${said.first_at ?? '—'}`,
    },
    { label: '恢复时间', value: said.slowest === null ? '演练过才知道' : `至多 ${said.slowest} 秒（最近 ${said.drills} 次演练里最慢的）` },
    {
      label: '最近的备份',
      value: said.copy_at === null ? '还没有备份' : `${said.copy_at}，数据库 ${said.copy_size} MB，保留最近 ${settled.keep} 份`,
    },
    { label: '最近的演练', value: drillFact(said) },
    { label: '密钥', value: config.backupPassphrase === '' ? key : `${key}（运维在 BACKUP_PASSPHRASE 里定的）` },
  ]
}
