import { afterAll, beforeAll } from 'vitest'
import { buildServer } from '../../server/buildServer.ts'
import type { Config } from '../../server/config.ts'
import { kyselyOn, openPool } from '../../server/store/connection/database.ts'
import { giveSealer, readSealer } from '../../server/store/sealing/sealer.ts'
import type { AdminServer } from './adminServer.ts'
import { type Answer, signed } from './testServer.ts'

/** Starts a second node on a test's store, which is asked as the administrator, and closes it at the end; `changes` is what it alone was told. */
export const secondNode = (
  at: AdminServer,
  changes: Partial<Config> = {},
): { readonly url: string; send: (path: string, params: Record<string, unknown>) => Promise<Answer> } => {
  let node: { url: string; close: () => Promise<void> }
  beforeAll(async () => {
    const { connection } = at.server
    const config = { ...at.server.config, ...changes }
    const db = kyselyOn(openPool(connection, 8))
    giveSealer(db, await readSealer(config))
    const app = await buildServer(config, db, '/nonexistent')
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const close = async (): Promise<void> => {
      await app.close()
      await db.destroy()
    }
    node = { url, close }
  })
  afterAll(() => node?.close())
  return {
    get url() {
      return node.url
    },
    send: async (path, params) => {
      const body = JSON.stringify(signed(params, at.admin, at.server.config.signKey))
      const response = await fetch(node.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
    },
  }
}
