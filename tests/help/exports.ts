import type pg from 'pg'
import { readSheet } from 'read-excel-file/node'
import { expect } from 'vitest'
import { type JobGround, type Jobs, startJobs } from '../../server/jobs/startJobs.ts'
import '../../server/wiring.ts'
import { jobsByName } from '../../server/jobs/registry.ts'
import type { ExportRecord } from '../../src/protocol/exports.ts'
import type { TestServer } from './testServer.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** Starts a node's work on what people ask for in a test's store. */
export const startTestJobs = ({ db, open, config }: TestServer, changes: Partial<JobGround> = {}): Jobs =>
  startJobs(
    { db, open, config, atOnce: 2, beatMs: 50, log: quiet, ...changes },
    [...jobsByName().values()].filter(({ every }) => every === undefined),
  )

/** Puts so many flows into a store, the cheapest first, so that an export of them takes its time. */
export const addFlows = (client: pg.Client, rows: number) =>
  client.query(`
    insert into flow (sn, type, price, custom_name, "from", from_id, way, deal_time, start_date, end_date)
    select 'SJ' || n, 1, n, '王' || n, 2, 1, 3, 1760000000 + n, '2026-01-01', '2026-01-31' from generate_series(1, ${rows}) n`)

/** Gives one's record of an export. */
export const recordOf = async (server: TestServer, token: string, id: number): Promise<ExportRecord> => {
  const { data } = await server.call('/api/message/index', { page: 1, page_rows: 100 }, token)
  return data.list.find((record: ExportRecord) => record.id === id)
}

/** Waits until an export has ended and gives its record. */
export const ended = async (server: TestServer, token: string, id: number): Promise<ExportRecord> => {
  await expect.poll(async () => (await recordOf(server, token, id)).state, { timeout: 60_000, interval: 50 }).not.toMatch(/queued|running/)
  return recordOf(server, token, id)
}

export const fetchFile = (server: { url: string }, path: string, token: string): Promise<Response> =>
  fetch(server.url + path, { headers: { cookie: `token=${token}` } })

/** Asks for an export, waits for it and gives its bytes. */
export const exported = async (server: TestServer, path: string, params: Record<string, unknown>, token: string): Promise<Buffer> => {
  const begun = await server.call(path, params, token)
  expect(begun).toMatchObject({ code: 200 })
  const record = await ended(server, token, begun.data.id)
  expect(record).toMatchObject({ state: 'done', error: '' })
  return Buffer.from(await (await fetchFile(server, record.handle, token)).arrayBuffer())
}

/** Reads CSV as a spreadsheet does (RFC 4180), its byte order mark taken off. */
export const csvRows = (bytes: Buffer): string[][] => {
  const rows: string[][] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/y
  const text = bytes.toString('utf8').slice(1)
  let row: string[] = []
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? []
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** Reads a sheet of a workbook by a library that is not ours. */
export const xlsxRows = (bytes: Buffer, sheet: number | string = 1): Promise<unknown[][]> =>
  readSheet(bytes, sheet, { trim: false }) as Promise<unknown[][]>
