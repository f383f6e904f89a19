// Calling people up for rooms out of a queue of 100,000, against one page of that queue by its index, in turns on the same server; and what else
// is asked of such a queue: whose turn it is, and the rank of the last.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { call, login } from './lib/client.mjs'
import { fixed, median, print, printTable, quantile, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { startServer } from './lib/server.mjs'

const WAITERS = Number(process.env.BENCH_WAITERS ?? 100_000)
const CALLS = Number(process.env.BENCH_ROUNDS ?? 200)
const WARM_UPS = 10
const TYPE = 1

/** Puts so many into the queue of one project and kind of room, after those who are there, each like one of them. */
const fillQueue = async (client, p_id) => {
  const { rows } = await client.query(
    `select attname as name from pg_attribute where attrelid = 'waiting'::regclass and attnum > 0 and not attisdropped
     and attname not in ('wait_id', 'receipt', 'queue_order', 'qualified_at')`,
  )
  const names = rows.map(({ name }) => `"${name}"`).join(', ')
  await client.query(
    `insert into waiting (${names}, qualified_at)
     select ${names}, 1790000000 + n from (select * from waiting where status = 1 and p_id = $1 and room_type = $2 limit 1) one, generate_series(1, $3) n`,
    [p_id, TYPE, WAITERS],
  )
  // Whom a bureau's file speaks against is called for a reason, which is not what is timed here.
  await client.query(`update doubt set status = 5, reason = '实测' where status < 5`)
  await client.query('vacuum analyze waiting')
}

const timed = async (work) => {
  const start = performance.now()
  const answer = await work()
  return [performance.now() - start, answer]
}

await bench(`叫号：${WAITERS} 人的队列`, async () => {
  const dir = mkdtempSync(join('/var/tmp', 'anju-bench-queue-'))
  const server = await startServer({ dir, sample: 'small' })
  const client = new pg.Client(server.connection())
  client.on('error', () => {})
  await client.connect()
  try {
    const token = await login(server.url)
    const rooms = (await call(server.url, '/api/org/list', { state: [1], shi: TYPE, page: 1, page_rows: 100 }, token)).list
    const { p_id } = rooms[0]
    const own = rooms.filter((room) => room.p_id === p_id)
    await fillQueue(client, p_id)
    const page = () =>
      call(server.url, '/api/Waiting/index', { p_id: [p_id], room_type: [TYPE], status: [1], page: 1, page_rows: 20 }, token)
    const { rows: last } = await client.query(
      'select wait_id from waiting where status = 1 and p_id = $1 and room_type = $2 order by queue_order desc limit 1',
      [p_id, TYPE],
    )
    const times = { page: [], call: [], next: [], rank: [] }
    let n = 0
    for (let round = -WARM_UPS; round < CALLS; round++) {
      const [pageTime, { list }] = await timed(page)
      const { wait_id } = list[0]
      const deed = (name, params) =>
        call(server.url, `/api/Waiting/${name}`, { wait_id, ...params, request_id: `queue-${process.pid}-${++n}` }, token)
      const [callTime] = await timed(() => deed('call', { org_id: own[Math.abs(round) % own.length].org_id, days: 7 }))
      await deed('decline', { reason: '太远' })
      const [nextTime] = await timed(() => call(server.url, '/api/Waiting/next', { p_id }, token))
      const [rankTime] = await timed(() => call(server.url, '/api/Waiting/detail', { wait_id: last[0].wait_id }, token))
      if (round < 0) continue
      times.page.push(pageTime)
      times.call.push(callTime)
      times.next.push(nextTime)
      times.rank.push(rankTime)
    }
    const row = (name, some) => [name, fixed(median(some)), fixed(quantile(some, 0.95))]
    printTable([
      ['一个客户端，依次', '中位 ms', 'p95 ms'],
      row('队列的一页（走索引）', times.page),
      row('叫一个号', times.call),
      row('轮到谁', times.next),
      row('最后一位的详情：位次与依据', times.rank),
    ])
    print()
    const ratioOf = (some) => median(some) / median(times.page)
    target('叫一个号 ≤ 10 × 队列的一页', ratioOf(times.call) <= 10, `${fixed(ratioOf(times.call))} ×`)
    target('轮到谁 ≤ 10 × 队列的一页', ratioOf(times.next) <= 10, `${fixed(ratioOf(times.next))} ×`)
    target('最后一位的详情 ≤ 20 × 队列的一页', ratioOf(times.rank) <= 20, `${fixed(ratioOf(times.rank))} ×`)
  } finally {
    await client.end()
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})
