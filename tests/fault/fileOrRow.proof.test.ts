import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parking } from '../help/declared/screens.ts'
import { buildCopy, type ProjectCopy } from '../help/projectCopy.ts'
import { PASSWORD, type RealServer, startRealServer } from '../help/realServer.ts'
import { readyStore, startReadyServer } from '../help/store/readyStore.ts'
import { type Answer, md5, signed } from '../help/testServer.ts'

type Params = Record<string, unknown>

/** A built server and an administrator's token. */
interface Node {
  server: RealServer
  call(path: string, params?: Params): Promise<Answer>
  token: string
}

const enter = async (server: RealServer): Promise<Node> => {
  const send = async (path: string, body: Params): Promise<Answer> => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Answer
  }
  const { data } = await send('/login', { userName: 'admin', password: md5(PASSWORD) })
  return { server, token: data.token, call: (path, params = {}) => send(path, signed(params, data.token)) }
}

const dataDir = readyStore('none', 'either')
let asRow: Node
let asFile: Node
let copy: ProjectCopy

beforeAll(async () => {
  asRow = await enter(await startRealServer({ SAMPLE_DATA: 'none' }, 'dist', dataDir))
  const { call } = asRow
  await call('/api/project/add', { name: '浦东一期' })
  const { data: made } = await call('/api/screen/add', { name: 'parking', label: '车位登记' })
  const { data: saved } = await call('/api/screen/save', { screen_id: made.screen_id, version: 1, declaration: JSON.stringify(parking()) })
  expect(saved.problems).toEqual([])
  expect(await call('/api/screen/publish', { screen_id: made.screen_id })).toMatchObject({ code: 200 })
  const { data: file } = await call('/api/screen/file', { screen_id: made.screen_id })
  copy = buildCopy('either-copy', { [`src/resources/${file.name}`]: file.text })
  asFile = await enter(await startReadyServer('none', copy.out))
  await asFile.call('/api/project/add', { name: '浦东一期' })
})
afterAll(async () => {
  await asRow?.server.stop()
  await asFile?.server.stop()
  copy?.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

/** An answer without what no two runs have in common: moments, and the numbers of logs and of jobs, which the system's own runs use too. */
const plain = ({ code, msg, data }: Answer) =>
  JSON.parse(JSON.stringify({ code, msg, data }, (key, value) => (/(_at|_time|^at|^log_id|^id)$/.test(key) ? undefined : value)))

const lot = (code: string, changes: Params = {}): Params => ({ lot: code, rent: 30_000, p_id: 1, ...changes })

const steps: [string, string, Params][] = [
  ['an empty list', '/api/parking/index', {}],
  ['a record', '/api/parking/add', lot('A-1')],
  ['another', '/api/parking/add', lot('A-2', { rent: 40_000, since: '2026-05-01', note: '靠近电梯 𠮷' })],
  ['a third', '/api/parking/add', lot('B-1', { rent: 50_000 })],
  ['nothing filled in', '/api/parking/add', {}],
  ['the same again', '/api/parking/add', lot('A-1', { rent: 1 })],
  ['a project that is not there', '/api/parking/add', lot('A-9', { p_id: 99 })],
  ['half a fen', '/api/parking/add', lot('A-9', { rent: 0.5 })],
  ['an unknown field', '/api/parking/add', lot('A-9', { colour: '红' })],
  ['what the server keeps', '/api/parking/add', lot('A-9', { state: 3 })],
  ['a filter by beginning', '/api/parking/index', { lot: 'A' }],
  ['a filter by range, in order', '/api/parking/index', { rent_start: 35_000, order: '-rent' }],
  ['a filter by reference', '/api/parking/index', { p_id: [1] }],
  ['an order that is not there', '/api/parking/index', { order: 'colour' }],
  ['a change', '/api/parking/edit', { lot_id: 1, version: 1, ...lot('A-1', { rent: 31_000 }) }],
  ['a change that comes too late', '/api/parking/edit', { lot_id: 1, version: 1, ...lot('A-1', { rent: 32_000 }) }],
  ['a rule of a dialog', '/api/parking/let', { lot_id: 1, owner: '张三', plate: '沪' }],
  ['an action', '/api/parking/let', { lot_id: 1, owner: '张三', plate: 'A1' }],
  ['an action in the wrong state', '/api/parking/let', { lot_id: 1, owner: '李四' }],
  ['an action on many', '/api/parking/stop', { ids: [1, 2] }],
  ['one record', '/api/parking/detail', { lot_id: 1 }],
  ['a record that is not there', '/api/parking/detail', { lot_id: 77 }],
  ['away with one', '/api/parking/del', { lot_id: 3 }],
  ['the list', '/api/parking/index', {}],
  ['an export', '/api/parking/export', { format: 2 }],
  ['a call that it has not', '/api/parking/fly', {}],
  ['what was logged', '/api/operation_log/index', { resource: 'parking', order: 'log_id' }],
]

test.each(steps)('as a file and as a row alike: %s', async (_what, path, params) => {
  const [row, file] = [await asRow.call(path, params), await asFile.call(path, params)]
  expect(plain(row)).toEqual(plain(file))
  expect(row.code).not.toBe(500)
})

test('as a file and as a row alike: its permissions, its key and its documentation', async () => {
  const facts = async ({ server, call, token }: Node) => {
    const { data: tree } = await call('/api/role/tree')
    const { data: access } = await call('/api/role/access')
    const document = (await (await fetch(`${server.url}/docs/json`, { headers: { cookie: `token=${token}` } })).json()) as {
      paths: Record<string, unknown>
    }
    return {
      calls: tree.filter(({ group }: { group: string }) => group === '车位登记'),
      keys: access.flatMap(({ keys }: { keys: { key: string }[] }) => keys).filter(({ key }: { key: string }) => key === 'screen_parking'),
      documented: Object.entries(document.paths).filter(([path]) => path.startsWith('/api/parking/')),
    }
  }
  const [row, file] = [await facts(asRow), await facts(asFile)]
  expect(row).toEqual(file)
  expect(row.documented.length).toBeGreaterThan(6)
})

test('a screen whose declaration has become a file keeps its records', async () => {
  await asRow.server.stop()
  const server = await startRealServer({ SAMPLE_DATA: 'none' }, copy.out, dataDir)
  try {
    const { call } = await enter(server)
    expect((await call('/api/parking/index')).data.list.map(({ lot: code }: { lot: string }) => code)).toEqual(['A-1', 'A-2'])
    expect(await call('/api/parking/add', lot('C-1'))).toMatchObject({ code: 200 })
  } finally {
    await server.stop()
  }
})
