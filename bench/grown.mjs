// Every list, search and deed over 30,000,000 flows and 1,000,000 rooms, against the same over a thirtieth of it: two stores, two servers, asked in turns.
import { join } from 'node:path'
import pg from 'pg'
import { call, login, timeInTurns } from './lib/client.mjs'
import { fixed, median, print, printTable, target } from './lib/figures.mjs'
import { grown } from './lib/grow.mjs'
import { listsDeclared, readsOf } from './lib/grownCases.mjs'
import { deedsOf } from './lib/grownDeeds.mjs'
import { bench } from './lib/run.mjs'
import { dataDir } from './lib/server.mjs'

const FLOWS = Number(process.env.BENCH_GROWN ?? 30_000_000)
const TIMES = 30
const MOST = 1.5
/** A first look at all; what is beyond this is asked again, more often. */
const LOOKED = { calls: 5, most: 1.3 }
const CALLS = Number(process.env.BENCH_CALLS ?? 31)
const DEEDS = Number(process.env.BENCH_DEEDS ?? 40)
/** Below so many milliseconds the machine's own moods are half of a time: asked more often, but judged alike. */
const SHORT_MS = 4
/** What takes longer than this is asked once. */
const LONG_MS = 3000
/** Only the lists of these resources, a pattern, for a look at some. */
const ONLY = new RegExp(process.env.BENCH_ONLY ?? '')

const COUNTED = ['org', 'contract', 'lessee', 'bill', 'bill_share', 'flow', 'allocation', 'journal_line', 'bill_line', 'operation_log']

const printSizes = async (stores) => {
  const sizes = await Promise.all(
    stores.map(async ({ server }) => {
      const client = new pg.Client(server.connection())
      await client.connect()
      const { rows } = await client.query(
        `select relname as name, reltuples::bigint as n from pg_class where relname = any($1) and relkind = 'r' and relnamespace = 'public'::regnamespace union all select 'GB', pg_database_size(current_database()) / 1000000000`,
        [COUNTED],
      )
      await client.end()
      return new Map(rows.map(({ name, n }) => [name, Number(n)]))
    }),
  )
  printTable([
    ['表', '三十分之一', '全部'],
    ...[...COUNTED, 'GB'].map((name) => [name, ...sizes.map((one) => one.get(name)?.toLocaleString('en'))]),
  ])
  print()
}

/** 月结检查 shows what its job found last: it is done before the list is asked. */
const checkMonth = async ({ server, token }) => {
  // One that waits already is as good.
  await call(server.url, '/api/close_item/run', {}, token).catch((error) => {
    if (!error.message.includes(' 409 ')) throw error
  })
  const client = new pg.Client(server.connection())
  await client.connect()
  const began = performance.now()
  while ((await client.query("select from job where kind = 'check_month' and state in ('queued', 'running')")).rowCount > 0)
    await new Promise((done) => setTimeout(done, 50))
  const { rows } = await client.query('select count(*)::integer as n from close_item')
  await client.end()
  print(`月结检查：未清 ${rows[0].n} 件，整个重新检查 ${fixed((performance.now() - began) / 1000)} 秒`)
}

const row = (label, [small, large]) => ({ label, small: median(small), large: median(large), ratio: median(large) / median(small) })

const timedReads = async ([small, large]) => {
  const rows = []
  for (const [label, one] of small.reads) {
    const other = large.reads.get(label)
    if (!other) continue
    const asks = [
      () => call(small.server.url, one.path, one.params, small.token),
      () => call(large.server.url, other.path, other.params, large.token),
    ]
    try {
      const once = row(label, await timeInTurns(asks, 1, 0))
      if (once.large > LONG_MS) {
        rows.push(once)
        print(`  ${label}：${fixed(once.small, 1)} → ${fixed(once.large, 1)} ms`)
        continue
      }
      const looked = row(label, await timeInTurns(asks, LOOKED.calls, 1))
      if (looked.ratio <= LOOKED.most) rows.push(looked)
      else {
        const again = row(label, await timeInTurns(asks, looked.small < SHORT_MS ? 3 * CALLS : CALLS, 3))
        rows.push(again)
        if (again.ratio > MOST) print(`  ${label}：${fixed(again.small, 1)} → ${fixed(again.large, 1)} ms`)
      }
    } catch (error) {
      rows.push({ label: `${label}：${error.message.slice(0, 80)}`, small: Number.NaN, large: Number.NaN, ratio: Number.POSITIVE_INFINITY })
    }
  }
  return rows
}

const timedDeeds = async ([small, large]) => {
  const [own, others] = await Promise.all([small, large].map(({ server, token }) => deedsOf(server.url, token, server.connection())))
  const works = Object.keys(own).flatMap((label) => [own[label], others[label]])
  const times = await timeInTurns(works, DEEDS, 5)
  return Object.keys(own).map((label, place) => row(label, times.slice(2 * place, 2 * place + 2)))
}

const judge = (what, rows) => {
  const worst = [...rows].sort((a, b) => b.ratio - a.ratio)
  const beyond = worst.filter(({ ratio }) => ratio > MOST)
  printTable([
    [`${what}（${rows.length} 项），最慢的在前`, '三十分之一 ms', '全部 ms', '倍'],
    ...worst
      .slice(0, Math.max(25, beyond.length))
      .map(({ label, small, large, ratio }) => [label, fixed(small, 1), fixed(large, 1), fixed(ratio)]),
  ])
  print()
  target(
    `${what} ≤ ${MOST} × 三十分之一时`,
    beyond.length === 0,
    `${rows.length - beyond.length} / ${rows.length} 项，最慢 ${worst[0]?.label} ${fixed(worst[0]?.ratio)} ×`,
  )
  print()
}

await bench(`长大以后：${FLOWS} 笔流水，与它的三十分之一`, async () => {
  const home = join(dataDir, 'grown')
  // As many years as the smaller store has copies of each bill for.
  const years = Math.max(1, Math.min(10, Math.ceil(FLOWS / TIMES / 100_000)))
  const lists = (await listsDeclared()).filter(({ name }) => ONLY.test(name))
  const stores = []
  for (const flows of [Math.round(FLOWS / TIMES), FLOWS]) {
    const server = await grown(join(home, String(flows)), flows, years)
    const token = await login(server.url)
    stores.push({ server, token })
  }
  await printSizes(stores)
  for (const store of stores) await checkMonth(store)
  for (const store of stores) Object.assign(store, await readsOf(lists, store.server.url, store.token))
  for (const text of new Set(stores.flatMap(({ refused }) => refused))) print(`没有读出：${text}`)
  const reads = await timedReads(stores)
  judge('列表、筛选、抽屉、查找', reads)
  if (DEEDS > 0) judge('记账的操作', await timedDeeds(stores))
})
