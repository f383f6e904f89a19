import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { fillGround, type Ground, tokenOf } from './store/ground.ts'
import { type Answer, type Deadlocks, startTestServer, type TestServer } from './testServer.ts'

type Ask = (path: string, params?: Record<string, unknown>, token?: string) => Promise<Answer>

/** What `adminServer` gives. */
export interface AdminServer {
  /** From the file's first `beforeAll` on, as all below. */
  readonly server: TestServer
  readonly ground: Ground
  /** The administrator's session. */
  readonly admin: string
  /** Calls as the administrator, or as whoever has this session. */
  call: Ask
  /** The same, each sending a deed of its own: also of the same words in the same second. */
  ask: Ask
  /** Logs the administrator in anew, where a test has ended all sessions. */
  logInAgain: () => Promise<void>
}

/** Starts a server with its ground for a test file, logs the administrator in, and closes it at the end. */
export const adminServer = (env: Record<string, string> = {}, deadlocks: Deadlocks = 'ended'): AdminServer => {
  let begun: Pick<AdminServer, 'server' | 'ground' | 'admin'>
  beforeAll(async () => {
    const server = await startTestServer(env, { deadlocks })
    begun = { server, ground: await fillGround(server), admin: await tokenOf(server) }
  })
  afterAll(() => begun?.server.close())
  const call: Ask = (path, params = {}, token = begun.admin) => begun.server.call(path, params, token)
  return {
    get server() {
      return begun.server
    },
    get ground() {
      return begun.ground
    },
    get admin() {
      return begun.admin
    },
    call,
    ask: (path, params = {}, token) => call(path, { ...params, request_id: randomUUID() }, token),
    logInAgain: async () => {
      begun = { ...begun, admin: await tokenOf(begun.server) }
    },
  }
}
