// What is kept instead of derived, at 100,000 rooms and at ten times as many: lists by a kept column, workbench, spans, the whole map.
import pg from 'pg'
import { call, login, timeInTurns } from './lib/client.mjs'
import { fixed, median, print, printTable, quantile, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { dataDir, startServer } from './lib/server.mjs'
import { tenfold } from './lib/tenfold.mjs'

const CALLS = 15
const LIMITS_MS = { workbench: 150, spans: 150, map: 600 }

const countOf = async (connection, text) => {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return Number(rows[0].n)
}

/** Gives medians in ms by name, and how long the very first workbench of the process took. The whole map grows with the rooms, whoever reads it. */
const measure = async (server, { hasMap }) => {
  const token = await login(server.url)
  const ask = (path, params) => () => call(server.url, path, params, token)
  const page = { page: 1, page_rows: 20 }
  const works = {
    'room by its key': ask('/api/org/detail', { org_id: 50_000 }),
    'rooms, first page': ask('/api/org/list', page),
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((state) => [`rooms of state ${state}`, ask('/api/org/list', { ...page, state: [state] })]),
    ),
    workbench: ask('/api/workbench/index', {}),
    spans: ask('/api/occupancy/index', page),
    ...(hasMap ? { 'rooms of one project': ask('/api/org/map', { p_id: 1 }), map: ask('/api/org/map', {}) } : {}),
  }
  const began = performance.now()
  await works.workbench()
  const cold = performance.now() - began
  const names = Object.keys(works)
  const times = await timeInTurns(Object.values(works), CALLS, 2)
  return { cold, of: Object.fromEntries(names.map((name, index) => [name, times[index]])) }
}

const report = (rooms, { cold, of }) => {
  const first = median(of['rooms, first page'])
  print(`\n${rooms.toLocaleString('en')} 间\n`)
  printTable([
    [`每项 ${CALLS} 次，轮流`, '中位 ms', 'p95 ms', '÷ 房源第一页'],
    ...Object.entries(of).map(([name, times]) => [
      name,
      fixed(median(times), 1),
      fixed(quantile(times, 0.95), 1),
      fixed(median(times) / first),
    ]),
    ['workbench, the first of the process', fixed(cold, 1), '', ''],
  ])
}

await bench('由数据库维护的事实：100,000 间与 1,000,000 间', async () => {
  const small = await startServer()
  const hundred = await measure(small, { hasMap: true })
  report(await countOf(small.connection(), 'select count(*) as n from org'), hundred)
  print()
  const states = Object.entries(hundred.of).filter(([name]) => name.startsWith('rooms of state'))
  const [slowest, times] = states.reduce((a, b) => (median(b[1]) > median(a[1]) ? b : a))
  const ratio = median(times) / median(hundred.of['rooms, first page'])
  target('按房态筛选 ≤ 第一页的 3 倍', ratio <= 3, `${slowest}：${fixed(ratio)} 倍`)
  for (const [name, limit] of Object.entries(LIMITS_MS)) {
    const own = median(hundred.of[name])
    target(`${name} ≤ ${limit} ms`, own <= limit, `${fixed(own, 1)} ms`)
  }
  await small.stop()
  if (!process.argv.includes('--tenfold')) return

  const dir = await tenfold(dataDir)
  // The first start keeps the facts of a million rooms, which takes minutes.
  const large = await startServer({ dir, patienceMs: 1_800_000 })
  const million = await measure(large, { hasMap: false })
  report(await countOf(large.connection(), 'select count(*) as n from org'), million)
  print()
  for (const name of ['rooms, first page', slowest, 'workbench', 'spans']) {
    const [few, many] = [hundred, million].map(({ of }) => median(of[name]))
    target(`${name}：十倍的房间 ≤ 1.5 倍`, many / few <= 1.5, `${fixed(few, 1)} → ${fixed(many, 1)} ms，${fixed(many / few)} 倍`)
  }
})
