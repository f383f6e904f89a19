// A record's drawer, its facts and the lists with which it opens, which are one call, against a key read of the same server, in turns.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { call, login } from './lib/client.mjs'
import { fixed, median, print, printTable, quantile, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { startServer } from './lib/server.mjs'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200)
const WARM_UPS = 30

/** Records and their details: without anything beside, and as a drawer asks for it, with the lists with which it opens. */
const DRAWERS = [
  { label: '房间', list: ['/api/org/list', { state: [6], page: 1, page_rows: 100 }], key: 'org_id', detail: '/api/org/detail' },
  { label: '租客', list: ['/api/lessee/index', { page: 1, page_rows: 100 }], key: 'custom_id', detail: '/api/lessee/detail' },
  { label: '账单', list: ['/api/bill/index', { state: [4], page: 1, page_rows: 100 }], key: 'bill_id', detail: '/api/bill/detail' },
  {
    label: '十年的合同',
    list: ['/api/contract/index', { sn: 'TEN', page: 1, page_rows: 100 }],
    key: 'contract_id',
    detail: '/api/contract/detail',
    most: 3,
  },
]

const MONTHS = 120

/** Gives some contracts ten years of bills, each with its share, and numbers by which they are found. */
const tenYears = async (connection) => {
  const client = new pg.Client(connection)
  await client.connect()
  const columnsOf = async (table, without) =>
    (
      await client.query(
        `select array_agg(quote_ident(attname)) as names from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
         and attgenerated = '' and not attname = any($2)`,
        [table, without],
      )
    ).rows[0].names
  const bill = (await columnsOf('bill', ['bill_id', 'sn', 'bill_date', 'start_date', 'end_date'])).join(', ')
  const share = await columnsOf('bill_share', ['share_id', 'bill_id'])
  await client.query(`
    with one as (select distinct on (contract_id) * from bill where contract_id > 0 and "from" = 1 and is_void = 0 order by contract_id, bill_id limit 20),
    made as (
      insert into bill (${bill}, sn, bill_date, start_date, end_date)
      select ${bill}, sn || '-' || n, bill_date - (n * interval '1 month'), start_date - (n * interval '1 month'), end_date - (n * interval '1 month')
      from one, generate_series(1, ${MONTHS}) n returning bill_id, contract_id
    )
    insert into bill_share (bill_id, ${share.join(', ')})
    select m.bill_id, ${share.map((name) => `s.${name}`).join(', ')} from made m join one o using (contract_id) join bill_share s on s.bill_id = o.bill_id
  `)
  await client.query(`
    update contract set sn = 'TEN' || contract_id where contract_id in (select contract_id from bill group by 1 having count(*) >= ${MONTHS})
  `)
  await client.query('analyze bill, bill_share, contract')
  await client.end()
}

/** A key read of the same server: a viewing by its key, with the names of what it refers to and nothing counted. */
const keyRead = async (server, token) => {
  const { list } = await call(server.url, '/api/reserve/index', { page: 1, page_rows: 1 }, token)
  return ['/api/reserve/detail', { reserve_id: list[0].reserve_id }]
}

const timed = async (server, token, [path, params]) => {
  const start = performance.now()
  await call(server.url, path, params, token)
  return performance.now() - start
}

/** A key read, a detail and a drawer, in turns. */
const measured = async (server, token, one, { list: [path, params], key, detail }) => {
  const ids = (await call(server.url, path, params, token)).list.map((row) => row[key])
  const times = { read: [], detail: [], drawer: [] }
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    const id = ids[Math.abs(round) % ids.length]
    const read = await timed(server, token, one)
    const alone = await timed(server, token, [detail, { [key]: id }])
    const drawer = await timed(server, token, [detail, { [key]: id, related: 1 }])
    if (round < 0) continue
    times.read.push(read)
    times.detail.push(alone)
    times.drawer.push(drawer)
  }
  return times
}

await bench('抽屉与按主键读', async () => {
  const dir = mkdtempSync(join('/var/tmp', 'anju-bench-detail-'))
  const server = await startServer({ dir, sample: process.env.BENCH_SAMPLE ?? 'small' })
  try {
    const token = await login(server.url)
    await tenYears(server.connection())
    const one = await keyRead(server, token)
    const found = []
    for (const drawer of DRAWERS) found.push({ ...drawer, times: await measured(server, token, one, drawer) })
    const row = (name, times) => [name, fixed(median(times)), fixed(quantile(times, 0.95))]
    printTable([
      ['一个客户端，依次', '中位 ms', 'p95 ms'],
      ...found.flatMap(({ label, times }) => [
        row('按主键读一次预约', times.read),
        row(`${label}：详情与要点`, times.detail),
        row(`${label}：抽屉，连同先打开的列表与经过`, times.drawer),
      ]),
    ])
    print()
    for (const { label, times, most = 2 } of found) {
      const [detail, drawer] = [times.detail, times.drawer].map((some) => median(some) / median(times.read))
      target(`${label}：详情与要点 ≤ ${most} × 按主键读`, detail <= most, `${fixed(detail)} ×`)
      target(`${label}：抽屉 ≤ ${most} × 按主键读`, drawer <= most, `${fixed(drawer)} ×`)
    }
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})
