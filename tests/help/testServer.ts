import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import { buildServer } from '../../server/buildServer.ts'
import { type Config, readConfig } from '../../server/config.ts'
import { sealCertificatesAnew } from '../../server/domain/netSign/index.ts'
import { type Connection, type Database, kyselyOn, openPool, type Tx } from '../../server/store/connection/database.ts'
import { type OpenOwn, openOwn } from '../../server/store/connection/ownConnection.ts'
import { giveSealer, readSealer } from '../../server/store/sealing/sealer.ts'
import { keyOfText, rootKey } from '../../server/store/sealing/secretKey.ts'
import { declareAtRunTime } from '../../src/declared/declared.ts'
import type { Envelope } from '../../src/protocol/envelope.ts'
import { signOf } from '../../src/protocol/sign.ts'
import { toWire } from '../../src/protocol/wire.ts'
import { TEMPLATE_KEY } from './store/templateKey.ts'

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)
const PASSWORD = 'anju2026'

type Params = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
export type Answer = Envelope<any> & { status: number }

/** A server of its own database, over real HTTP. */
export interface TestServer {
  url: string
  db: Database
  app: FastifyInstance
  config: Config
  /** Where its database is. */
  connection: Connection
  /** Opens a connection apart from the pool, as for a job. */
  open: OpenOwn
  /** Sends a call as it is, in style A (form) or B (JSON). */
  send(path: string, body: Params, style?: 'A' | 'B'): Promise<Answer>
  /** Adds token, stime and sign, and sends. */
  call(path: string, params?: Params, token?: string, style?: 'A' | 'B'): Promise<Answer>
  login(userName?: string): Promise<string>
  close(): Promise<void>
}

/** Gives the params with token, stime and sign. */
export const signed = (params: Params, token?: string, signKey = ''): Params => {
  const full = { stime: nowSeconds(), ...(token ? { token } : {}), ...params }
  return { ...full, sign: signOf(toWire(full), md5, signKey) }
}

/**
 * What becomes of two transactions that wait for each other: PostgreSQL ends one after a second and its call is done again, which no answer
 * shows; or both wait as long as a statement may, and are refused.
 */
export type Deadlocks = 'ended' | 'refused'

/** Starts a server on a copy of the template store, with `connections` to it. */
export const startTestServer = async (
  env: Record<string, string> = {},
  { connections = 8, deadlocks = 'ended' }: { connections?: number; deadlocks?: Deadlocks } = {},
): Promise<TestServer> => {
  const { folder, ...connection } = inject('store')
  const database = `t_${randomUUID().replaceAll('-', '').slice(0, 16)}`
  const admin = new pg.Client({ ...connection })
  await admin.connect()
  // File by file: the other way goes through the log, which compresses every page of the template.
  await admin.query(`create database ${database} template anju_template strategy file_copy`)
  if (deadlocks === 'refused') await admin.query(`alter database ${database} set deadlock_timeout = '1h'`)
  // The page of the calls is made for all of them at each start: whoever tests it asks for it.
  const config = readConfig({ LOG_LEVEL: 'silent', API_DOCS: 'off', DATA_DIR: `${folder}/${database}`, ...env })
  const pool = openPool({ ...connection, database }, connections)
  pool.on('error', () => {})
  const db = kyselyOn(pool)
  const sealer = await readSealer(config)
  giveSealer(db, sealer)
  await sealCertificatesAnew(db as Tx, keyOfText(TEMPLATE_KEY), await rootKey(config))
  const app = await buildServer(config, db, '/nonexistent')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })

  const send: TestServer['send'] = async (path, body, style = 'A') => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': style === 'A' ? 'application/x-www-form-urlencoded' : 'application/json' },
      body: style === 'A' ? new URLSearchParams(toWireWithSign(body)).toString() : JSON.stringify(body),
    })
    return { status: response.status, ...((await response.json()) as Envelope) }
  }
  return {
    url,
    db,
    app,
    config,
    connection: { ...connection, database },
    open: () => openOwn({ ...connection, database }, sealer),
    send,
    call: (path, params = {}, token, style = 'A') => send(path, signed(params, token, config.signKey), style),
    async login(userName = 'admin') {
      const answer = await send('/login', { userName, password: md5(PASSWORD) }, 'B')
      if (answer.code !== 200) throw new Error(`login failed: ${answer.msg}`)
      return answer.data.token
    },
    async close() {
      // What was made at run time belongs to this store; test files share the process.
      declareAtRunTime([], 0)
      await app.close()
      await db.destroy()
      await admin.query(`drop database ${database} with (force)`)
      await admin.end()
    },
  }
}

const toWireWithSign = (body: Params): Record<string, string> => ({
  ...toWire(body),
  ...(typeof body.sign === 'string' ? { sign: body.sign } : {}),
})
