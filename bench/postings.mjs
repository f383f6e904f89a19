// What posting to the journal costs: bills made by the ten thousand and receipts one by one, each with and without it, in turns; then the balance of all accounts as
// of a day, over many lines.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { countAnew } from './lib/bulk.mjs'
import { call, login } from './lib/client.mjs'
import { fixed, median, print, printTable, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { startServer } from './lib/server.mjs'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const BILLS = 20_000
const RECEIPTS = 300
const LINES = Number(process.env.BENCH_LINES ?? 30_000_000)
const MOST = 1.5
const MOST_MS = 500

const MAKE_BILLS = `
  with made as (
    insert into bill (sn, type, contract_id, org_id, unit_id, p_id, custom_id, custom_name, "from", price, bill_date, start_date, end_date, payer, payment_ratio)
    select 'BENCH' || row_number() over (), 1, c.contract_id, c.org_id, o.unit_id, c.p_id, c.custom_id, '测', 1, 100000, date '2031-01-01' + m,
      date '2031-01-01' + m * 30, date '2031-01-01' + m * 30 + 29, 1, 100
    from (select * from contract where kind = 1 and custom_id is not null order by contract_id limit 2000) c join org o using (org_id),
      generate_series(1, ${BILLS / 2000}) m
    returning bill_id, price, p_id
  ) insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, price, p_id from made`

const OWED = `
  select s.share_id, s.price, b.org_id, b.unit_id, b.p_id, b.custom_id from bill_share s join bill b using (bill_id)
  where s.paid = 0 and b.is_void = 0 and b."from" = 1 order by 1 limit ${RECEIPTS}`

const receive = async (client, shares) => {
  for (const [index, { share_id, price, org_id, unit_id, p_id, custom_id }] of shares.entries()) {
    const { rows } = await client.query(
      `insert into flow (type, "from", from_id, price, custom_name, custom_id, way, start_date, end_date, deal_time, sn, org_id, unit_id, p_id)
       values (1, 2, 1, $1, '测', $2, 3, '2026-01-01', '2026-01-01', 1790000000, $3, $4, $5, $6) returning flow_id`,
      [price, custom_id, `BENCH${index}`, org_id, unit_id, p_id],
    )
    await client.query('insert into allocation (flow_id, share_id, price, p_id) values ($1, $2, $3, $4)', [
      rows[0].flow_id,
      share_id,
      price,
      p_id,
    ])
  }
}

/** Milliseconds of a work that is taken back, with the journal or without. */
const timed = async (client, isPosting, work) => {
  await client.query('begin')
  const { rows } = await client.query(
    `select tgrelid::regclass as of, tgname as name from pg_trigger where tgname ~ '^posts_' and tgrelid::regclass::text = any('{bill_share,flow,allocation}')`,
  )
  if (!isPosting) for (const { of, name } of rows) await client.query(`alter table ${of} disable trigger ${name}`)
  const start = performance.now()
  await work(client)
  await client.query('set constraints all immediate')
  const ms = performance.now() - start
  await client.query('rollback')
  return ms
}

const inTurns = async (client, work) => {
  const times = { without: [], posting: [] }
  for (let round = -1; round < ROUNDS; round++) {
    // What was taken back is in nobody's way.
    await client.query('vacuum bill, bill_share, flow, allocation, journal_line')
    for (const name of round % 2 === 0 ? ['without', 'posting'] : ['posting', 'without']) {
      const ms = await timed(client, name === 'posting', work)
      if (round >= 0) times[name].push(ms)
    }
  }
  return times
}

/** So many lines, over three years, all accounts and projects, and what the store sums of them. */
const fill = async (client) => {
  await client.query('alter table journal_line disable trigger user')
  const { rows } = await client.query(
    `select indexrelid::regclass::text as name from pg_index i where indrelid = 'journal_line'::regclass
     and not exists (select from pg_constraint where conindid = i.indexrelid)`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await client.query('alter table journal_line drop constraint journal_posted_once')
  await client.query(
    `insert into journal_line (event, source_id, place, day, ledger_account_id, side, price, p_id)
     select 1, n / 2, n % 2 + 1, current_date - (n / 2 % 1095)::integer, case n % 2 when 0 then 5 + n / 2 % 3 else 11 + n / 6 % 12 end, n % 2 + 1, 1000 + n / 2 % 9000,
       1 + n / 2 % 3 from generate_series(0, ${LINES - 1}::bigint) n`,
  )
  await countAnew(client, 'journal_line')
}

/** The balance of all accounts as of days of the last three years. */
const balances = async (url, token) => {
  const times = []
  for (let back = 1; back <= 40; back++) {
    const as_of = new Date(Date.now() - back * 2 * 86_400_000).toISOString().slice(0, 10)
    const start = performance.now()
    await call(url, '/api/trial/index', { as_of, page: 1, page_rows: 100 }, token)
    if (back > 5) times.push(performance.now() - start)
  }
  return times
}

await bench('记账', async () => {
  const dir = mkdtempSync(join('/var/tmp', 'anju-bench-postings-'))
  const server = await startServer({ dir, sample: process.env.BENCH_SAMPLE ?? 'small' })
  const client = new pg.Client(server.connection())
  try {
    await client.connect()
    const bills = await inTurns(client, (one) => one.query(MAKE_BILLS))
    const { rows: shares } = await client.query(OWED)
    const receipts = await inTurns(client, (one) => receive(one, shares))
    printTable([
      ['中位 ms', '不记账', '记账'],
      [`${BILLS} 张账单，一次`, fixed(median(bills.without), 0), fixed(median(bills.posting), 0)],
      [`${shares.length} 笔收款并核销，一笔一笔`, fixed(median(receipts.without), 0), fixed(median(receipts.posting), 0)],
    ])
    const [many, single] = [bills, receipts].map(({ without, posting }) => median(posting) / median(without))
    target(`成批开账，连记账 ≤ ${MOST} × 不记账`, many <= MOST, `${fixed(many)} ×`)
    target(`收款核销，连记账 ≤ ${MOST} × 不记账`, single <= MOST, `${fixed(single)} ×`)
    await fill(client)
    const asOf = await balances(server.url, await login(server.url))
    print()
    target(`${LINES} 行分录，任何一天的科目余额表 ≤ ${MOST_MS} ms`, median(asOf) <= MOST_MS, `${fixed(median(asOf), 0)} ms`)
  } finally {
    await client.end()
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})
