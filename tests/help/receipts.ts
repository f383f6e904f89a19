import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Jobs } from '../../server/jobs/startJobs.ts'
import { fetchFile, startTestJobs } from './exports.ts'
import { fillGround, flowOf, type Ground, roomsInTwoProjects, tokenOf } from './store/ground.ts'
import { type Answer, startTestServer, type TestServer } from './testServer.ts'

/** The call that prints receipts. */
export const PRINT = '/api/flow/receipt'

/** Gives a test file a server on which the administrator records money and prints receipts for it. */
export const receipts = () => {
  let server: TestServer
  let ground: Ground
  let admin: string
  let jobs: Jobs
  let rooms: [number, number]
  let asked = 0

  beforeAll(async () => {
    server = await startTestServer()
    ground = await fillGround(server)
    admin = await tokenOf(server)
    rooms = await roomsInTwoProjects(server, ground)
    jobs = startTestJobs(server)
  })
  afterAll(async () => {
    await jobs.stop()
    await server.close()
  })

  const add = async (changes: Record<string, unknown> = {}): Promise<number> => {
    const { code, msg, data } = await server.call('/api/flow/add', { ...flowOf(ground, changes), request_id: `flow ${++asked}` }, admin)
    expect([code, msg]).toEqual([200, ''])
    return data.flow_id
  }
  /** Each press of the button is a request of its own. */
  const print = (params: Record<string, unknown>, token = admin): Promise<Answer> =>
    server.call(PRINT, { ...params, request_id: `print ${++asked}` }, token)
  const fileOf = async (handle: string, token = admin): Promise<Buffer> => {
    const response = await fetchFile(server, handle, token)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    return Buffer.from(await response.arrayBuffer())
  }
  const printed = async (flow_id: number): Promise<{ data: Answer['data']; bytes: Buffer }> => {
    const { code, msg, data } = await print({ flow_id })
    expect([code, msg]).toEqual([200, ''])
    return { data, bytes: await fileOf(data.handle) }
  }
  const rowsOf = async <T = Record<string, unknown>>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(server.db)).rows
  /** The receipt that money has. */
  const receiptOf = async (flow_id: number): Promise<number> =>
    (await rowsOf<{ receipt_id: number }>(`select max(receipt_id) as receipt_id from receipt_line where flow_id = ${flow_id}`))[0]
      ?.receipt_id ?? 0
  /** Puts a flow past the dialog's limits. */
  const put = async (values: { custom_name: string; note: string }): Promise<number> => {
    const { rows } = await sql<{ flow_id: number }>`
      insert into flow (type, "from", from_id, price, custom_name, way, start_date, end_date, deal_time, note, sn, created_by)
      values (1, 2, ${ground.cost}, 100, ${values.custom_name}, 3, '2026-01-01', '2026-01-31', 1772328600, ${values.note}, ${`T${++asked}`}, 1) returning flow_id
    `.execute(server.db)
    return rows[0]?.flow_id ?? 0
  }
  return {
    get server() {
      return server
    },
    get ground() {
      return ground
    },
    get admin() {
      return admin
    },
    /** A room of project 1 and one of project 2. */
    get rooms() {
      return rooms
    },
    /** Stops the node's work on jobs; `goOn` starts it anew. */
    rest: () => jobs.stop(),
    goOn: () => {
      jobs = startTestJobs(server)
    },
    ...{ add, print, fileOf, printed, rowsOf, put, receiptOf },
  }
}
