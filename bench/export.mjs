// 1,000,000 flows to CSV against PostgreSQL's own COPY of the same plain query; memory of XLSX; what a list page costs meanwhile.
import { createWriteStream, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { call, login } from './lib/client.mjs'
import { fixed, median, print, printTable, quantile, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { startServer } from './lib/server.mjs'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const MB = 1024 * 1024
const XLSX = 1
const CSV = 2

/** The same rows, references and order as the export's, nothing made readable. */
const PLAIN = `select t.sn, t.type, t.price, t.custom_name, t."from", t.item, t.way, t.deal_time, o.region_name, o.unit_floor, t.start_date,
    t.end_date, t.state, p.name, t.imgs, t.note, a.name
  from flow_view t left join org o on o.org_id = t.org_id left join project p on p.p_id = t.p_id left join account a on a.user_id = t.created_by
  order by t.deal_time desc, t.flow_id desc`

const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024

/** Begins an export and gives its seconds once it is done, calling `meanwhile` over and over until then. */
const exportOnce = async (server, token, format, meanwhile) => {
  const start = performance.now()
  const { id } = await call(server.url, '/api/flow/export', { format, request_id: `${process.pid}-${start}` }, token)
  for (;;) {
    await meanwhile()
    const { list } = await call(server.url, '/api/message/index', { page: 1, page_rows: 1 }, token)
    const [record] = list
    if (record.id !== id) throw new Error('not the export that was begun')
    if (record.state === 'done') return { seconds: (performance.now() - start) / 1000, rows: record.total, handle: record.handle }
    if (record.state !== 'queued' && record.state !== 'running') throw new Error(record.error)
  }
}

const copyPlain = async (connection) => {
  const client = new pg.Client({ ...connection, options: '-c timezone=Asia/Shanghai -c max_parallel_workers_per_gather=0' })
  await client.connect()
  const start = performance.now()
  await pipeline(client.query(copyStreams.to(`copy (${PLAIN}) to stdout (format csv)`)), createWriteStream('/dev/null'))
  const seconds = (performance.now() - start) / 1000
  await client.end()
  return seconds
}

const pageTimes = async (server, token, wanted, times = []) => {
  for (let n = 0; n < wanted; n++) {
    const start = performance.now()
    await call(server.url, '/api/flow/index', { page: 1 + (n % 20), page_rows: 20 }, token)
    times.push(performance.now() - start)
  }
  return times
}

await bench('导出 1,000,000 条流水', async () => {
  const server = await startServer({})
  const token = await login(server.url)
  await pageTimes(server, token, 50)

  const runs = { export: [], plain: [] }
  let rows = 0
  for (let round = -1; round < ROUNDS; round++) {
    const plain = await copyPlain(server.connection())
    const done = await exportOnce(server, token, CSV, () => wait(50))
    rows = done.rows
    if (round < 0) continue
    runs.plain.push(plain)
    runs.export.push(done.seconds)
  }
  printTable([
    [`${rows} 行`, '秒（中位）', '各轮'],
    ['CSV 导出（从点下到可下载）', fixed(median(runs.export)), runs.export.map((s) => fixed(s)).join(' ')],
    ['参照：COPY 同样的行，不整理', fixed(median(runs.plain)), runs.plain.map((s) => fixed(s)).join(' ')],
  ])
  const speed = median(runs.plain.map((seconds, round) => seconds / runs.export[round]))
  print()
  target('CSV 速度 ≥ COPY 的 50 %', speed >= 0.5, `${fixed(speed * 100, 1)} %`)

  const base = residentMb(server.pid)
  let peak = base
  const sampler = setInterval(() => {
    peak = Math.max(peak, residentMb(server.pid))
  }, 50)
  const xlsx = await exportOnce(server, token, XLSX, () => wait(50))
  clearInterval(sampler)
  const bytes = Number((await fetch(server.url + xlsx.handle, { headers: { cookie: `token=${token}` } })).headers.get('content-length'))
  print(`XLSX：${fixed(xlsx.seconds, 1)} 秒，${fixed(bytes / MB, 1)} MB；常驻内存 ${fixed(base, 0)} → 最高 ${fixed(peak, 0)} MB`)
  target('XLSX 多占的内存 ≤ 300 MB', peak - base <= 300, `${fixed(peak - base, 0)} MB`)

  const idle = await pageTimes(server, token, 400)
  const table = [
    ['列表一页，ms', '中位', 'p95', '请求数'],
    ['没有导出时', fixed(median(idle)), fixed(quantile(idle, 0.95)), idle.length],
  ]
  const ratios = {}
  for (const [name, format] of Object.entries({ CSV, XLSX })) {
    const busy = []
    await exportOnce(server, token, format, () => pageTimes(server, token, 10, busy))
    table.push([`导出 ${name} 时`, fixed(median(busy)), fixed(quantile(busy, 0.95)), busy.length])
    ratios[name] = median(busy) / median(idle)
  }
  print()
  printTable(table)
  print()
  for (const [name, ratio] of Object.entries(ratios)) target(`导出 ${name} 时列表 ≤ 2 倍`, ratio <= 2, `${fixed(ratio)} 倍`)
  await server.stop()
})
