import { sql } from 'kysely'
import type { Database } from '../../store/connection/database.ts'
import { LEAST_POSTGRES, NEEDED_EXTENSIONS } from '../../store/storeWords.ts'
import { defineCheck, type Finding, good, note, wrong } from '../check.ts'

interface Said {
  number: number
  version: string
  checksums: string
  unsafe: string | null
  lacking: string | null
  has_icu: boolean
  used: number
  most: number
}

const ask = async (db: Database): Promise<Said> => {
  const { rows } = await sql<Said>`
    select current_setting('server_version_num')::integer as number, current_setting('server_version') as version,
      current_setting('data_checksums') as checksums,
      (select string_agg(name, '、' order by name) from pg_settings
        where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting in ('off', 'local')) as unsafe,
      (select string_agg(e, '、') from unnest(${[...NEEDED_EXTENSIONS]}::text[]) e
        where not exists (select from pg_available_extensions a where a.name = e)) as lacking,
      exists (select from pg_collation where collprovider = 'i') as has_icu,
      (select count(*) from pg_stat_activity where backend_type = 'client backend')::integer as used,
      current_setting('max_connections')::integer as most
  `.execute(db)
  return rows[0] as Said
}

/** So much of the connections in use is too much: the next node, or a backup, finds none. */
const FULL = 0.8

const judge = (said: Said, isEmbedded: boolean): Finding => {
  const kind = `${isEmbedded ? '内置' : '外部'} PostgreSQL ${said.version}`
  if (said.number < LEAST_POSTGRES * 10_000) return wrong(kind, `换上 PostgreSQL ${LEAST_POSTGRES} 或更高的版本`)
  if (!said.has_icu) return wrong(`${kind}，编译时没有带 ICU`, '换上带 ICU 的 PostgreSQL（发行版里的都带）')
  if (said.lacking) return wrong(`${kind}，缺扩展 ${said.lacking}`, '装上 PostgreSQL 的 contrib 包（Debian 在 postgresql 包里）')
  if (said.unsafe)
    return wrong(
      `${kind}，没有开 ${said.unsafe}：断电会丢已经回答的`,
      '在 postgresql.conf（或 alter system）里设回 on，再 select pg_reload_conf()',
    )
  if (said.used > said.most * FULL)
    return wrong(`${kind}，${said.most} 个连接用了 ${said.used} 个`, '调大 max_connections，或减小各节点的 POOL_SIZE、JOBS_AT_ONCE')
  const found = `${kind}，连接 ${said.used} / ${said.most}`
  return said.checksums === 'on' ? good(`${found}，数据页带校验和`) : note(`${found}，数据页没有校验和`, '停下它，pg_checksums --enable')
}

export const store = defineCheck({
  name: 'store',
  label: '数据库',
  look: async ({ store, config }) => {
    if (store.is === 'away') return wrong(store.why, store.todo)
    if (store.is === 'none') return note(`${config.dataDir} 里还没有数据，首次 npm start 时建立`)
    if (store.is === 'stopped') return note('没有在运行，下面几项要它答的没有看', 'npm start 之后再看一次')
    return judge(await ask(store.db), !config.databaseUrl)
  },
})
