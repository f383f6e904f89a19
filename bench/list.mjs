// A list page of 1,000,000 flows through the whole server, against a bare route that runs the same SQL; then every page and filter against page 1.
import autocannon from 'autocannon'
import pg from 'pg'
import { call, FORM, login, signedBody, timeInTurns } from './lib/client.mjs'
import { fixed, median, print, printTable, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { launch, startServer } from './lib/server.mjs'
import { listSql } from './lib/source.mjs'

const PATH = '/api/flow/index'
const POOL = 10
const PAGE = { page: 1, page_rows: 20, way: 3 }
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6)
const CALLS = 30

const load = async (url, body) => {
  const result = await autocannon({ url, method: 'POST', headers: FORM, body, connections: 32, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return { rate: result.requests.total / result.duration, p50: result.latency.p50, p99: result.latency.p99 }
}

const throughput = async (server, token) => {
  const BARE_LIST = JSON.stringify({
    connection: server.connection(),
    poolSize: POOL,
    ...(await listSql('flow', { ...PAGE, way: [PAGE.way] })),
  })
  const { match } = await launch(
    [new URL('lib/bareList.mjs', import.meta.url).pathname],
    { BARE_LIST, NODE_ENV: 'production' },
    /ready (http:\S+)/,
  )
  const bare = `${match[1]}/list`
  const through = await call(server.url, PATH, PAGE, token)
  const direct = (await (await fetch(bare, { method: 'POST', headers: FORM, body: '' })).json()).data
  const keys = (page) => page.list.map((row) => row.flow_id).join()
  if (keys(through) !== keys(direct) || through.list.length !== 20) throw new Error('the two routes do not answer the same page')

  const runs = { server: [], bare: [] }
  for (let round = -1; round < ROUNDS; round++) {
    const one = { server: await load(server.url + PATH, signedBody(PAGE, token)), bare: await load(bare, '') }
    if (round < 0) continue
    runs.server.push(one.server)
    runs.bare.push(one.bare)
  }
  const middle = (name, figure) => median(runs[name].map((run) => run[figure]))
  const rows = ['server', 'bare'].map((name) => [
    name === 'server' ? `整个服务 ${PATH}` : '参照：裸 Fastify，同一条 SQL',
    fixed(middle(name, 'rate'), 0),
    fixed(middle(name, 'p50'), 1),
    fixed(middle(name, 'p99'), 1),
    runs[name].map((run) => fixed(run.rate, 0)).join(' '),
  ])
  printTable([['32 个连接', '请求/秒', 'p50 ms', 'p99 ms', '各轮'], ...rows])
  const [rate, p99] = ['rate', 'p99'].map((figure) => median(runs.server.map((run, round) => run[figure] / runs.bare[round][figure])))
  print('\n比值取各轮（相邻的一对）之比的中位数')
  print()
  target('吞吐 ≥ 参照的 70 %', rate >= 0.7, `${fixed(rate * 100, 1)} %`)
  target('p99 ≤ 参照的 3 倍', p99 <= 3, `${fixed(p99, 2)} 倍`)
}

const cases = async (connection) => {
  const client = new pg.Client(connection)
  await client.connect()
  const one = async (text) => (await client.query(text)).rows[0]
  const some = await one(
    'select org_id, unit_id, p_id, sn, custom_name, deal_time from flow where org_id is not null order by flow_id offset 500000 limit 1',
  )
  const times = await one(
    'select min(deal_time) as first, max(deal_time) as last, percentile_disc(0.5) within group (order by price) as middle from flow',
  )
  const rareName = await one('select custom_name from flow group by 1 order by count(*), 1 limit 1')
  const commonName = await one(
    `select left(custom_name, 2) as custom_name from flow where length(custom_name) >= 2 group by 1 order by count(*) desc limit 1`,
  )
  await client.end()
  const [first, last] = [Number(times.first), Number(times.last)]
  const day = 86_400
  const filters = {
    'type=1': { type: 1 },
    'type=2': { type: 2 },
    'from=2': { from: 2 },
    'from=3': { from: 3 },
    'from=4': { from: 4 },
    'way=3': { way: 3 },
    'way=7': { way: 7 },
    'way=11': { way: 11 },
    'way=3,7（多选）': { way: '3,7' },
    '交易时间：最近 30 天': { deal_time_start: last - 30 * day },
    '交易时间：最早 30 天': { deal_time_end: first + 30 * day },
    '交易时间：中间 1 天': { deal_time_start: first + (last - first) / 2, deal_time_end: first + (last - first) / 2 + day },
    '金额：一半以上': { price_start: Number(times.middle) },
    '金额：一半以下': { price_end: Number(times.middle) },
    '金额：恰好': { price_start: Number(times.middle), price_end: Number(times.middle) },
    '金额：无此值': { price_start: 900_000_000_000 },
    [`交易人含 ${rareName.custom_name}（罕见）`]: { custom_name: rareName.custom_name },
    [`交易人含 ${commonName.custom_name}（常见）`]: { custom_name: commonName.custom_name },
    [`交易人含 ${some.custom_name.slice(0, 1)}（一字）`]: { custom_name: some.custom_name.slice(0, 1) },
    '交易人：无此人': { custom_name: '龘龘' },
    org_id: { org_id: some.org_id },
    unit_id: { unit_id: some.unit_id },
    p_id: { p_id: some.p_id },
    '收据号：整号': { sn: some.sn },
    '收据号：前缀（一天）': { sn: some.sn.slice(0, 10) },
    '收据号：前缀 SJ（全部）': { sn: 'SJ' },
    '周期开始：一年': { start_date_start: '2025-01-01', start_date_end: '2025-12-31' },
  }
  const rounded = (params) =>
    Object.fromEntries(Object.entries(params).map(([key, value]) => [key, typeof value === 'number' ? Math.floor(value) : value]))
  return [
    ...[2, 50, 250, 500].map((page) => [`第 ${page} 页`, { page }]),
    ...[2, 50, 250, 500].map((page) => [`way=3 第 ${page} 页`, { page, way: 3 }]),
    ...['deal_time', '-deal_time', 'price', '-price', 'flow_id', '-flow_id'].map((order) => [`排序 ${order}`, { order }]),
    ...['deal_time', 'price', '-price', '-flow_id'].map((order) => [`way=3 排序 ${order}`, { order, way: 3 }]),
    ...Object.entries(filters).map(([label, params]) => [label, rounded(params)]),
  ]
}

const pagesAndFilters = async (server, token) => {
  const list = await cases(server.connection())
  const ask = (params) => () => call(server.url, PATH, { page: 1, page_rows: 20, ...params }, token)
  const rows = []
  for (const [label, params] of list) {
    const page = await ask(params)()
    const [base, own] = await timeInTurns([ask({}), ask(params)], CALLS)
    rows.push({ label, found: page.more ? '10000+' : page.count, base: median(base), own: median(own) })
  }
  printTable([
    ['/api/flow/index，逐个请求', '命中', '中位 ms', '第 1 页 ms', '倍数'],
    ...rows.map(({ label, found, base, own }) => [label, found, fixed(own), fixed(base), fixed(own / base)]),
  ])
  const worst = rows.reduce((a, b) => (b.own / b.base > a.own / a.base ? b : a))
  print()
  target(
    '任一页、任一筛选、任一排序 ≤ 第 1 页的 3 倍',
    worst.own / worst.base <= 3,
    `最慢 ${worst.label}：${fixed(worst.own / worst.base)} 倍`,
  )
}

await bench('列表：1,000,000 条流水', async () => {
  const server = await startServer({ env: { POOL_SIZE: String(POOL) } })
  const token = await login(server.url)
  if (!process.argv.includes('--pages')) await throughput(server, token)
  print()
  if (!process.argv.includes('--load')) await pagesAndFilters(server, token)
})
