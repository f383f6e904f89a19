// How many payments the system matches in a second by itself, beside the same rows put bare into tables without rules; and sixty-four people who match at once: all
// of one receipt, and each of one of his own, in turns.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { call, login } from './lib/client.mjs'
import { fixed, median, print, printTable, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { startServer } from './lib/server.mjs'

const PAYMENTS = Number(process.env.BENCH_PAYMENTS ?? 100_000)
const LEAST = 5000
const PEOPLE = 64
const EACH = 6
const ROUNDS = 3
const LEAST_OF = 0.3

/** So many bills, each of an amount that no other of its tenant has, and of each a receipt of its tenant. */
const FILL = `
  with given as (
    select c.*, o.unit_id, row_number() over () as place, count(*) over () as many from contract c join org o using (org_id) where kind = 1 and custom_id is not null
  ),
  made as (
    insert into bill (sn, type, org_id, unit_id, p_id, custom_id, custom_name, "from", from_id, price, bill_date, start_date, end_date, payer, payment_ratio)
    select 'BENCH' || n, 2, g.org_id, g.unit_id, g.p_id, g.custom_id, '测', 2, 1, 100000 + n, date '2031-01-01' + (n / g.many)::integer,
      date '2031-01-01' + (n / g.many)::integer, date '2031-01-31' + (n / g.many)::integer, 1, 100
    from generate_series(1, $1::integer) n join given g on g.place = 1 + n % g.many
    returning bill_id, price, p_id, custom_id
  ),
  shared as (insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, price, p_id from made returning share_id)
  insert into flow (type, "from", from_id, price, custom_name, custom_id, way, start_date, end_date, deal_time, sn, p_id)
  select 1, 2, 1, price, '测', custom_id, 3, '2031-01-01', '2031-01-31', 1790000000 + bill_id, 'BENCH' || bill_id, p_id from made`

const one = async (client, text, values) => (await client.query(text, values)).rows[0]
const TABLES = { match: 'match_id', allocation: 'allocation_id', journal_line: 'line_id' }

/** The rows that came, bare: seconds. */
const bareCopy = async (client, since) => {
  let seconds = 0
  for (const [table, key] of Object.entries(TABLES)) {
    await client.query(`create table bare_${table} (like ${table} including defaults, primary key (${key}))`)
    const start = performance.now()
    await client.query(`insert into bare_${table} select * from ${table} where ${key} > $1`, [since[table]])
    seconds += (performance.now() - start) / 1000
  }
  return seconds
}

const lastKeys = async (client) => {
  const last = {}
  for (const [table, key] of Object.entries(TABLES))
    last[table] = (await one(client, `select coalesce(max(${key}), 0) as n from ${table}`)).n
  return last
}

const byItself = async (client, url, token) => {
  const since = await lastKeys(client)
  const start = performance.now()
  await call(url, '/api/match_run/start', {}, token)
  for (;;) {
    const { state } = await one(client, "select state from job where kind = 'match_money' order by job_id desc limit 1")
    if (state !== 'queued' && state !== 'running') break
    await wait(200)
  }
  const { n } = await one(client, 'select count(*)::integer as n from match where match_id > $1', [since.match])
  const seconds = (performance.now() - start) / 1000
  return { n, seconds, bare: await bareCopy(client, since) }
}

/** Calls a second of so many people at once, each with receipts and shares of his own, or all with one receipt; and how many were not taken. */
const together = async (client, url, token, isOne) => {
  const { rows: shares } = await client.query(
    'select s.share_id, b.custom_id, s.p_id from bill_share s join bill b using (bill_id) where s.paid = 0 and b.is_void = 0 and s.party = 1 and s.price > 100 order by random() limit $1',
    [PEOPLE * EACH],
  )
  const receipts = isOne ? 1 : PEOPLE
  const { rows: flows } = await client.query(
    `insert into flow (type, "from", from_id, price, custom_name, way, start_date, end_date, deal_time, sn)
     select 1, 2, 1, 90000000000, '多人', 3, '2031-01-01', '2031-01-31', 1790000000, 'MANY' || gen_random_uuid() from generate_series(1, $1) returning flow_id`,
    [receipts],
  )
  const start = performance.now()
  const people = Array.from({ length: PEOPLE }, async (_, person) => {
    for (let n = 0; n < EACH; n++)
      await call(
        url,
        '/api/open_receipt/match',
        { flow_id: flows[person % receipts].flow_id, shares: [shares[person * EACH + n].share_id], request_id: crypto.randomUUID() },
        token,
      )
  })
  await Promise.all(people)
  const seconds = (performance.now() - start) / 1000
  const { lost } = await one(
    client,
    `select coalesce(sum(f.price - f.unused), 0)::bigint - (select coalesce(sum(price), 0) from allocation where flow_id = any($1)) as lost from flow f where flow_id = any($1)`,
    [flows.map(({ flow_id }) => flow_id)],
  )
  return { rate: (PEOPLE * EACH) / seconds, lost: Number(lost) }
}

await bench('核销', async () => {
  const dir = mkdtempSync(join('/var/tmp', 'anju-bench-matching-'))
  const server = await startServer({ dir, sample: 'small' })
  const client = new pg.Client(server.connection())
  try {
    await client.connect()
    const token = await login(server.url)
    await client.query(FILL, [PAYMENTS])
    await client.query('vacuum analyze bill, bill_share, flow, allocation')
    const rates = { one: [], own: [] }
    let lost = 0
    for (let round = -1; round < ROUNDS; round++)
      for (const name of round % 2 === 0 ? ['one', 'own'] : ['own', 'one']) {
        const done = await together(client, server.url, token, name === 'one')
        lost += Math.abs(done.lost)
        if (round >= 0) rates[name].push(done.rate)
      }
    const [shared, own] = [median(rates.one), median(rates.own)]
    const { n, seconds, bare } = await byItself(client, server.url, token)
    printTable([
      ['', '每秒'],
      [`系统自己核销 ${n} 笔`, fixed(n / seconds, 0)],
      ['同样的行照抄进空表', fixed(n / bare, 0)],
      [`${PEOPLE} 人，各核各的收款`, fixed(own, 0)],
      [`${PEOPLE} 人，同核一笔收款`, fixed(shared, 0)],
    ])
    print()
    target(`系统核销 ≥ ${LEAST} 笔/秒`, n / seconds >= LEAST, `${fixed(n / seconds, 0)} 笔/秒，空表照抄的 1/${fixed(seconds / bare, 1)}`)
    target(`${PEOPLE} 人同核一笔 ≥ 各核各的 ${LEAST_OF * 100}%`, shared / own >= LEAST_OF, `${fixed((shared / own) * 100, 0)}%`)
    target('没有丢失的更新', lost === 0, `相差 ${lost} 分`)
  } finally {
    await client.end()
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})
