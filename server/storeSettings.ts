import { int, isPostgresUrl, listOf, setting } from './envReaders.ts'

/** The settings by which a PostgreSQL of the operator's own is reached. */
export const storeSettings = {
  databaseUrl: setting<string | null>({
    env: 'DATABASE_URL',
    fallback: null,
    fallbackText: '无，使用内置 PostgreSQL',
    meaning: '外部 PostgreSQL 的连接地址；多个节点共用一个数据库时必填',
    allowed: 'postgres://用户:密码@主机:端口/库名',
    read: (text) => (isPostgresUrl(text) ? text : undefined),
    isSecret: true,
  }),
  databaseDirectUrl: setting<string | null>({
    env: 'DATABASE_DIRECT_URL',
    fallback: null,
    fallbackText: '无，都走 DATABASE_URL',
    meaning: 'DATABASE_URL 经过事务模式的连接池（PgBouncer）时，直连同一个库的地址：后台任务、升级、消息走它',
    allowed: 'postgres://用户:密码@主机:端口/库名',
    read: (text) => (isPostgresUrl(text) ? text : undefined),
    isSecret: true,
  }),
  databaseReadUrls: setting<readonly string[]>({
    env: 'DATABASE_READ_URLS',
    fallback: [],
    fallbackText: '无，都读主库',
    meaning: 'DATABASE_URL 的流复制备库，列表、导出、统计、房态图从它们读；自己刚写的总看得到',
    allowed: '以逗号分隔的 postgres://用户:密码@主机:端口/库名，直连或会话模式的连接池',
    read: (text) => (listOf(text).every(isPostgresUrl) ? listOf(text) : undefined),
    isSecret: true,
  }),
  storeWait: setting({
    env: 'STORE_WAIT',
    fallback: 60,
    meaning: '启动时外部的 PostgreSQL 连不上，至多等它几秒',
    allowed: '0–3600 的整数',
    read: int(0, 3600),
  }),
}
