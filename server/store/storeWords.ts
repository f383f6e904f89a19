import { sql } from 'kysely'
import type { Queryable } from './connection/database.ts'
import { StartError } from './startError.ts'

/** The oldest major version of PostgreSQL that the store works on. */
export const LEAST_POSTGRES = 15
export const NEEDED_EXTENSIONS = ['pg_trgm', 'btree_gist', 'btree_gin'] as const

/** Why, and the way out. */
type Words = readonly [why: string, todo: string]

const AWAY = '请确认 DATABASE_URL 的地址与端口无误、它在运行、防火墙放行，再启动'
const LOGIN = '请改正 DATABASE_URL 里的用户与密码，再启动'
const RIGHTS = '请让 DATABASE_URL 的用户拥有这个库（alter database … owner to …），再启动'
const TLS = '请在 DATABASE_URL 里写对 sslmode、sslrootcert，再启动'

const words: Record<string, Words> = {
  ECONNREFUSED: ['连不上 PostgreSQL（没有程序在那里听）', AWAY],
  ECONNRESET: ['连不上 PostgreSQL（连接被断开）', AWAY],
  ENOENT: ['连不上 PostgreSQL（没有那个套接字）', AWAY],
  ETIMEDOUT: ['连不上 PostgreSQL（没有回应）', AWAY],
  EHOSTUNREACH: ['连不上 PostgreSQL（到不了那台主机）', AWAY],
  ENETUNREACH: ['连不上 PostgreSQL（到不了那个网络）', AWAY],
  ENOTFOUND: ['找不到 DATABASE_URL 里的主机名', '请改正它，或让这台机器的 DNS 认得它，再启动'],
  EAI_AGAIN: ['找不到 DATABASE_URL 里的主机名（DNS 没有回应）', '请改正它，或让这台机器的 DNS 认得它，再启动'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['PostgreSQL 的证书是自己签的', TLS],
  SELF_SIGNED_CERT_IN_CHAIN: ['PostgreSQL 的证书链里有自己签的', TLS],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['PostgreSQL 的证书验不过', TLS],
  ERR_TLS_CERT_ALTNAME_INVALID: ['PostgreSQL 的证书不是那个主机名的', TLS],
  '28P01': ['PostgreSQL 不认 DATABASE_URL 里的密码', LOGIN],
  '28000': ['PostgreSQL 不让 DATABASE_URL 里的用户进来（pg_hba.conf）', LOGIN],
  '3D000': ['PostgreSQL 里没有 DATABASE_URL 所指的库', '请先建好空库（create database …），再启动'],
  '53300': ['PostgreSQL 的连接用完了', '请调大 max_connections，或减小各节点的 POOL_SIZE，再启动'],
  '53100': ['PostgreSQL 的磁盘满了', '请腾出地方，再启动'],
  '57P03': ['PostgreSQL 正在启动、恢复或关闭', '请等它好了再启动'],
  '25006': ['DATABASE_URL 连到的是只读的备库', '请指向主库，再启动'],
  '42501': ['DATABASE_URL 的用户权限不足，不能建表或扩展', RIGHTS],
  '0A000': ['PostgreSQL 里没有要用的扩展', `请装上它的 contrib 包（${NEEDED_EXTENSIONS.join('、')}），再启动`],
  '58P01': ['PostgreSQL 里没有要用的扩展', `请装上它的 contrib 包（${NEEDED_EXTENSIONS.join('、')}），再启动`],
}

const bySentence: readonly (readonly [RegExp, Words])[] = [
  [/timeout/i, ['连不上 PostgreSQL（没有回应）', AWAY]],
  [/does not support SSL/, ['PostgreSQL 没有开 TLS', TLS]],
  [/session mode/, ['连接池不是会话模式', '请让 DATABASE_URL 直连，或把连接池改为会话模式，再启动']],
]

const known = (error: unknown): Words | null => {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return words[code] ?? bySentence.find(([sentence]) => sentence.test(message))?.[1] ?? null
}

/** Gives why an external PostgreSQL cannot be used, and what to do. */
export const storeWords = (error: unknown): Words =>
  known(error) ?? [`PostgreSQL 说：${(error as Error).message}`, '请看它的日志，改正后再启动']

/** Gives the sentence for the operator where an external PostgreSQL is what stands in the way; the error itself where it is something else. */
export const storeError = (error: unknown): unknown => {
  if (error instanceof StartError) return error
  const said = known(error)
  return said ? new StartError(`${said[0]}：${said[1]}`, (error as { code?: string }).code ?? null) : error
}

/** Throws StartError where a version of PostgreSQL (as `server_version_num`) is too old. */
export const refuseOld = (number: number): void => {
  const found = Math.floor(number / 10_000)
  if (found < LEAST_POSTGRES) throw new StartError(`DATABASE_URL 是 PostgreSQL ${found}：请换上 ${LEAST_POSTGRES} 或更高的版本，再启动`)
}

/** Throws StartError where an external PostgreSQL is none that the store works on. */
export const refuseUnfit = async (db: Queryable): Promise<void> => {
  const { rows } = await sql<{ number: number; lacking: string | null }>`
    select current_setting('server_version_num')::integer as number,
      (select string_agg(e, '、') from unnest(${[...NEEDED_EXTENSIONS]}::text[]) e
        where not exists (select from pg_available_extensions a where a.name = e)) as lacking
  `.execute(db)
  const { number = 0, lacking = null } = rows[0] ?? {}
  refuseOld(number)
  if (lacking !== null) throw new StartError(`PostgreSQL 里没有扩展 ${lacking}：请装上它的 contrib 包，再启动`)
}
