import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '../../server/store/embedded/index.ts'
import type { Envelope } from '../../src/protocol/envelope.ts'
import { PASSWORD, type RealServer, startRealServer } from '../help/realServer.ts'
import { md5, signed } from '../help/testServer.ts'

const folder = mkdtempSync(join('/var/tmp', 'anju-external-'))
const nodeFolder = mkdtempSync(join('/var/tmp', 'anju-nodes-'))
const quiet = { info: () => {}, warn: () => {}, error: () => {} }
let store: Embedded
const nodes: RealServer[] = []

/** A PostgreSQL that anju does not supervise, as DATABASE_URL names it. */
const urlOf = ({ connection: { user, password, host, port, database } }: Embedded): string =>
  `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`

const post = async <T>(node: RealServer | undefined, path: string, params: Record<string, unknown>): Promise<Envelope<T>> => {
  const response = await fetch(`${node?.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
  })
  return (await response.json()) as Envelope<T>
}

beforeAll(async () => {
  store = await startEmbedded({ dataDir: folder, log: quiet })
})
afterAll(async () => {
  for (const node of nodes) await node.stop()
  await store?.stop()
  for (const made of [folder, nodeFolder]) rmSync(made, { recursive: true, force: true })
})

test('two nodes that start at once on an empty PostgreSQL by DATABASE_URL share sessions, answers and what is taken away', async () => {
  const start = (name: string, SECRET_KEY = '两个节点的密钥') =>
    startRealServer({ SAMPLE_DATA: 'none', DATABASE_URL: urlOf(store), SECRET_KEY }, 'dist', join(nodeFolder, name))
  nodes.push(...(await Promise.all([start('one'), start('two')])))
  const [one, two] = nodes
  const { token } = (await post<{ token: string }>(one, '/login', { userName: 'admin', password: md5(PASSWORD) })).data
  const write = signed({ name: '物业费' }, token)
  const answers = await Promise.all([
    post(one, '/api/cost/add', write),
    post(two, '/api/cost/add', write),
    post(one, '/api/cost/add', write),
  ])
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.code).toBe(200)
  const list = await post<{ count: number }>(two, '/api/cost/index', signed({ page: 1, page_rows: 100 }, token))
  // Beside the three that an operator begins with.
  expect(list.data.count).toBe(4)
  await post(two, '/logout', { token })
  expect((await post(one, '/get_info', { token })).code).toBe(302)
  // A third with another key could neither open nor find what these two have sealed.
  await expect(start('three', '另一把')).rejects.toThrow('请设与其他节点相同的 SECRET_KEY')
})
