// A page of 租金收缴台账 over 10,000,000 rent bills through the whole server, beside a plain indexed page of as many bills in the same run; then its filters.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inBulk } from './lib/bulk.mjs'
import { call, login, timeInTurns } from './lib/client.mjs'
import { fixed, median, print, printTable, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { startServer } from './lib/server.mjs'

const BILLS = Number(process.env.BENCH_BILLS ?? 10_000_000)
const CALLS = Number(process.env.BENCH_CALLS ?? 30)
const MOST = 3
/** Whose bills they are. */
const OF = 'contract where kind = 1 and custom_id is not null'
const PAGE = { page: 1, page_rows: 20 }

/** So many rent bills of the last four years, one in ten of a quarter; of a hundred three are paid in part or not at all. A number tells those of one contract and month apart. */
const fill = async (client) => {
  const months = 48
  await inBulk(client, 'bill', () =>
    client.query(`
      insert into bill (sn, type, contract_id, org_id, unit_id, p_id, custom_id, custom_name, "from", from_id, price, paid, reduced, bad, bill_date, start_date, end_date, payer, payment_ratio)
      select 'BENCH' || n, 1, c.contract_id, c.org_id, o.unit_id, c.p_id, c.custom_id, '测', 1, n, 100000 * part.months,
        case n % 100 when 1 then 0 when 2 then 50000 when 3 then 100000 else 100000 * part.months end, 0, 0, m.first, m.first,
        (m.first + part.months * interval '1 month')::date - 1, 1, 100
      from generate_series(1, ${BILLS}) n
      cross join lateral (select n / (select count(*) from ${OF}) as turn, n % (select count(*) from ${OF}) as place) at
      join (select *, row_number() over (order by contract_id) - 1 as place from ${OF}) c on c.place = at.place
      join org o using (org_id)
      cross join lateral (select case at.turn % 10 when 0 then 3 else 1 end as months) part
      cross join lateral (select (date_trunc('month', current_date) - n::bigint * ${months} / ${BILLS} * interval '1 month')::date as first) m`),
  )
  await inBulk(client, 'bill_line', () =>
    client.query(`
      insert into bill_line (bill_id, month, start_date, end_date, days, rent, price, kind, heads, p_id)
      select b.bill_id, to_char(m, 'YYYY-MM'), m::date, (m + interval '1 month')::date - 1, 30, 100000, 100000, 1, 1, b.p_id
      from bill b cross join lateral generate_series(b.start_date::timestamp, b.end_date, interval '1 month') m
      where b.sn like 'BENCH%' order by b.bill_id`),
  )
}

const casesOf = async (client) => {
  const { rows } = await client.query(
    `select contract_id, p_id, to_char(start_date, 'YYYY-MM') as month from bill where sn like 'BENCH%' order by bill_id offset ${BILLS >> 1} limit 1`,
  )
  const [{ contract_id, p_id, month }] = rows
  return {
    '第 100 页': { page: 100 },
    最早的在前: { order: 'month' },
    '一个月，两年前': { month },
    一个项目: { p_id: [p_id] },
    一个项目的一个月: { p_id: [p_id], month },
    未到期: { state: [1] },
    欠缴: { state: [2] },
    已缴清: { state: [3] },
    一份合同: { contract_id: [contract_id] },
  }
}

await bench(`租金收缴台账：${BILLS} 张房租账单`, async () => {
  const dir = mkdtempSync(join('/var/tmp', 'anju-bench-ledger-'))
  const server = await startServer({ dir, sample: process.env.BENCH_SAMPLE ?? 'small' })
  const client = new pg.Client(server.connection())
  try {
    await client.connect()
    await fill(client)
    const token = await login(server.url)
    const ask = (path, params) => () => call(server.url, path, { ...PAGE, ...params }, token)
    const [bills, ledger] = (await timeInTurns([ask('/api/bill/index', {}), ask('/api/ledger/index', {})], CALLS)).map(median)
    const rows = []
    for (const [label, params] of Object.entries(await casesOf(client))) {
      const page = await ask('/api/ledger/index', params)()
      const [own] = await timeInTurns([ask('/api/ledger/index', params)], CALLS)
      rows.push([label, page.more ? `${page.count}+` : page.count, fixed(median(own), 1), fixed(median(own) / bills)])
    }
    printTable([
      ['台账，逐个请求', '命中', '中位 ms', '账单第 1 页的倍数'],
      ['参照：账单第 1 页', '10000+', fixed(bills, 1), '1.00'],
      ['第 1 页', '10000+', fixed(ledger, 1), fixed(ledger / bills)],
      ...rows,
    ])
    print()
    target(`台账第 1 页 ≤ ${MOST} × 账单第 1 页`, ledger / bills <= MOST, `${fixed(ledger / bills)} ×`)
  } finally {
    await client.end()
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})
