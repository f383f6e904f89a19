// How many bills of rent the store makes in a second, each with its share and what it posts, beside the same rows put bare into tables that have
// no rule, no index but the key and nothing that follows from them. All of it is taken back.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { fixed, median, print, printTable, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { dataDir, startServer } from './lib/server.mjs'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const BILLS = Number(process.env.BENCH_BILLS ?? 100_000)
/** So many by one statement. */
const AT_ONCE = 20_000
const LEAST = 10_000

/** Bills as makeBills has them (server/domain/bill/makeBills.ts), one after the other of each contract, in the order of the contracts. */
const MAKE = `
  with made as (
    insert into bill (sn, type, contract_id, org_id, unit_id, p_id, custom_id, custom_name, "from", price, bill_date, start_date, end_date, payer, payment_ratio)
    select 'BENCH' || $1 || '-' || row_number() over (), 1, c.contract_id, c.org_id, o.unit_id, c.p_id, c.custom_id, coalesce(l.name, '测'), 1, 100000,
      date '2031-01-01' + m, date '2031-01-01' + m * 30, date '2031-01-01' + m * 30 + 29, 1, 100
    from (select *, row_number() over (order by contract_id) - 1 as place, count(*) over () as many from contract where kind = 1 and custom_id is not null) c
    join org o using (org_id) join lessee l using (custom_id)
    cross join lateral (select (n / c.many)::integer as m from generate_series(c.place, ${BILLS} - 1, c.many) n where n / ${AT_ONCE} = $1::integer) periods
    order by c.contract_id, m
    on conflict (contract_id, "from", coalesce(from_id, 0), start_date, end_date) where contract_id is not null and is_void = 0 and of_bill is null do nothing
    returning bill_id, price, p_id
  ) insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, price, p_id from made order by bill_id`

const TABLES = { bill: 'bill_id', bill_share: 'share_id', journal_line: 'line_id' }

const WAYS = {
  without: 'alter table bill_share disable trigger posts_bill_share',
  posting: '',
  // What the night's work does: the system makes them, and 操作日志 says so of each.
  logged: "select set_config('anju.system', 'on', true), set_config('anju.label', '生成房租账单', true)",
}

/** Seconds of making all, with nothing left to be asked. */
const make = async (client, way) => {
  if (WAYS[way]) await client.query(WAYS[way])
  const start = performance.now()
  for (let part = 0; part * AT_ONCE < BILLS; part++) await client.query(MAKE, [part])
  await client.query('set constraints all immediate')
  return (performance.now() - start) / 1000
}

/** The same rows, bare. */
const copy = async (client, since) => {
  for (const [table, key] of Object.entries(TABLES))
    await client.query(`create table bare_${table} (like ${table} including defaults); alter table bare_${table} add primary key (${key})`)
  let seconds = 0
  for (const [table, key] of Object.entries(TABLES)) {
    const start = performance.now()
    await client.query(`insert into bare_${table} select * from ${table} where ${key} > $1`, [since[table]])
    seconds += (performance.now() - start) / 1000
  }
  return seconds
}

const lastKeys = async (client) => {
  const { rows } = await client.query(
    `select ${Object.entries(TABLES)
      .map(([table, key]) => `(select coalesce(max(${key}), 0) from ${table}) as ${table}`)
      .join()}`,
  )
  return rows[0]
}

const rounds = async (client) => {
  const times = { without: [], posting: [], logged: [], bare: [] }
  let made = 0
  for (let round = -1; round < ROUNDS; round++) {
    for (const way of Object.keys(WAYS)) {
      // What was taken back is in nobody's way.
      await client.query('vacuum bill, bill_share, journal_line, operation_log')
      const since = await lastKeys(client)
      await client.query('begin')
      const seconds = await make(client, way)
      const bare = way === 'posting' ? await copy(client, since) : null
      const { rows } = await client.query('select count(*)::integer as n from bill where bill_id > $1', [since.bill])
      made = rows[0].n
      await client.query('rollback')
      if (round < 0) continue
      times[way].push(made / seconds)
      if (bare !== null) times.bare.push(made / bare)
    }
  }
  return { made, ...Object.fromEntries(Object.entries(times).map(([name, rates]) => [name, median(rates)])) }
}

await bench('成批开账', async () => {
  const sample = process.env.BENCH_SAMPLE ?? 'large'
  const dir = sample === 'large' ? dataDir : mkdtempSync(join('/var/tmp', 'anju-bench-bills-'))
  const server = await startServer({ dir, sample })
  const client = new pg.Client(server.connection())
  try {
    await client.connect()
    const { made, without, posting, logged, bare } = await rounds(client)
    printTable([
      [`${made} 张账单，连分摊`, '张/秒', '对空表照抄'],
      ...Object.entries({ 空表照抄: bare, 不记账: without, 记账: posting, '记账，写操作日志': logged }).map(([name, rate]) => [
        name,
        fixed(rate, 0),
        `1/${fixed(bare / rate, 1)}`,
      ]),
    ])
    print()
    target(`成批开账，连记账 ≥ ${LEAST} 张/秒`, posting >= LEAST, `${fixed(posting, 0)} 张/秒，空表照抄的 1/${fixed(bare / posting, 1)}`)
  } finally {
    await client.end()
    await server.stop()
    if (sample !== 'large') rmSync(dir, { recursive: true, force: true })
  }
})
