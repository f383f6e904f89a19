// A record's drawer, its facts and its related lists, against a key read: the sum of the calls that the drawer makes, in turns with one.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { call, login } from './lib/client.mjs'
import { fixed, median, print, printTable, quantile, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { startServer } from './lib/server.mjs'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200)
const WARM_UPS = 30

/** What the drawer asks for a record: its detail, its history for the steps, and the list that stands open first. */
const DRAWERS = [
  {
    label: '房间',
    list: ['/api/org/list', { state: [6], page: 1, page_rows: 100 }],
    key: 'org_id',
    asks: (id) => [
      ['/api/org/detail', { org_id: id }],
      ['/api/operation_log/index', { resource: 'org', record_id: id, page: 1, page_rows: 100 }],
      ['/api/contract/index', { org_id: [id], page: 1, page_rows: 20, order: '-start_date' }],
    ],
  },
  {
    label: '租客',
    list: ['/api/lessee/index', { page: 1, page_rows: 100 }],
    key: 'custom_id',
    asks: (id) => [
      ['/api/lessee/detail', { custom_id: id }],
      ['/api/contract/index', { custom_id: [id], page: 1, page_rows: 20, order: '-start_date' }],
    ],
  },
  {
    label: '账单',
    list: ['/api/bill/index', { state: [4], page: 1, page_rows: 100 }],
    key: 'bill_id',
    asks: (id) => [
      ['/api/bill/detail', { bill_id: id }],
      ['/api/bill_share/index', { bill_id: [id], page: 1, page_rows: 20, order: 'share_id' }],
    ],
  },
]

/** A key read of the same server: a contract by its key, with the names of what it refers to and nothing counted. */
const keyRead = async (server, token) => {
  const { list } = await call(server.url, '/api/contract/index', { status: [4], page: 1, page_rows: 1 }, token)
  return ['/api/contract/detail', { contract_id: list[0].contract_id }]
}

const timed = async (server, token, [path, params]) => {
  const start = performance.now()
  await call(server.url, path, params, token)
  return performance.now() - start
}

/** A drawer's calls, one after the other, in turns with a key read. */
const measured = async (server, token, one, { list: [path, params], key, asks }) => {
  const ids = (await call(server.url, path, params, token)).list.map((row) => row[key])
  const times = { read: [], detail: [], drawer: [] }
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    const read = await timed(server, token, one)
    const each = []
    for (const ask of asks(ids[Math.abs(round) % ids.length])) each.push(await timed(server, token, ask))
    if (round < 0) continue
    times.read.push(read)
    times.detail.push(each[0])
    times.drawer.push(each.reduce((sum, time) => sum + time, 0))
  }
  return times
}

await bench('抽屉与按主键读', async () => {
  const dir = mkdtempSync(join('/var/tmp', 'anju-bench-detail-'))
  const server = await startServer({ dir, sample: process.env.BENCH_SAMPLE ?? 'small' })
  try {
    const token = await login(server.url)
    const one = await keyRead(server, token)
    const found = []
    for (const drawer of DRAWERS) found.push({ ...drawer, times: await measured(server, token, one, drawer) })
    const row = (name, times) => [name, fixed(median(times)), fixed(quantile(times, 0.95))]
    printTable([
      ['一个客户端，依次', '中位 ms', 'p95 ms'],
      ...found.flatMap(({ label, asks, times }) => [
        row('按主键读一份合同', times.read),
        row(`${label}：详情与要点`, times.detail),
        row(`${label}：抽屉的 ${asks(0).length} 次调用之和`, times.drawer),
      ]),
    ])
    print()
    for (const { label, times } of found) {
      const [detail, drawer] = [times.detail, times.drawer].map((some) => median(some) / median(times.read))
      target(`${label}：详情与要点 ≤ 2 × 按主键读`, detail <= 2, `${fixed(detail)} ×`)
      print(`  抽屉的调用之和：${fixed(drawer)} × 按主键读`)
    }
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})
