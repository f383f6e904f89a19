// Many people recording money at once, each the next as soon as the last is answered: on an empty store and on a full one, embedded and
// (with DATABASE_URL) outside; then all of them taking back what had settled one bill.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { call, FORM, login, signedBody } from './lib/client.mjs'
import { fixed, print, printTable, quantile, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { dataDir, startServer } from './lib/server.mjs'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    writers: { type: 'string', default: '64' },
    sample: { type: 'string', default: 'none' },
  },
})
const SECONDS = Number(values.seconds)
const WRITERS = Number(values.writers)
const OUTSIDE = process.env.DATABASE_URL ?? ''
const LEAST = 300

const agent = new Agent({ keepAlive: true, maxSockets: WRITERS })

/** Sends one call and gives its answer's code and data; a connection that breaks is an error. */
const send = (url, path, params, token) =>
  new Promise((resolve, reject) => {
    const sent = request(url + path, { method: 'POST', headers: FORM, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve(JSON.parse(text)))
    })
    sent.on('error', reject)
    sent.end(signedBody(params, token))
  })

const all = (work) => Promise.all(Array.from({ length: WRITERS }, (_, writer) => work(writer)))

const flow = (item, name) => ({
  type: 1,
  price: 12_345,
  custom_name: name,
  from: 2,
  from_id: item,
  start_date: '2026-11-01',
  end_date: '2026-11-30',
  way: 3,
  request_id: name,
})

/** Writes for so many seconds; gives how often each code was answered, and the milliseconds of each call. */
const write = async (url, item, token, mark) => {
  const codes = {}
  const times = []
  const end = performance.now() + SECONDS * 1000
  await all(async (writer) => {
    for (let n = 0; performance.now() < end; n++) {
      const start = performance.now()
      const { code } = await send(url, '/api/flow/add', flow(item, `${mark}-${writer}-${n}`), token)
      codes[code] = (codes[code] ?? 0) + 1
      times.push(performance.now() - start)
    }
  })
  return { codes, times }
}

/** A bill that as many receipts have settled as there are writers. */
const settledBill = async (client, item) => {
  const { rows } = await client.query(
    `with made as (
      insert into bill (sn, type, "from", from_id, price, bill_date, start_date, end_date, payer, payment_ratio, custom_name)
      values ('writers-' || epoch_now(), 2, 2, $1, $2::bigint * 100, current_date, current_date, current_date, 1, 100, '写者') returning bill_id, price
    ), share as (insert into bill_share (bill_id, party, price) select bill_id, 1, price from made returning share_id, bill_id)
    select share_id, bill_id from share`,
    [item, WRITERS],
  )
  const { share_id, bill_id } = rows[0]
  const flows = await client.query(
    `insert into flow (type, "from", from_id, price, custom_name, way, start_date, end_date, deal_time, sn)
     select 1, 2, $1, 100, '写者', 3, current_date, current_date, epoch_now(), 'writers-' || epoch_now() || '-' || n from generate_series(1, $2::integer) n
     returning flow_id`,
    [item, WRITERS],
  )
  const keys = flows.rows.map((row) => row.flow_id)
  await client.query('insert into allocation (flow_id, share_id, price) select unnest($1::integer[]), $2, 100', [keys, share_id])
  return { bill_id, keys }
}

/** All reverse a receipt of the same bill at once: the bill owes exactly as much as was taken back. */
const fight = async (url, client, item, token) => {
  const { bill_id, keys } = await settledBill(client, item)
  const paid = async () => Number((await client.query('select paid from bill where bill_id = $1', [bill_id])).rows[0].paid)
  const before = await paid()
  const start = performance.now()
  const codes = await all(async (writer) => (await send(url, '/api/flow/reverse', { flow_id: keys[writer], note: '压测' }, token)).code)
  const seconds = (performance.now() - start) / 1000
  return { before, after: await paid(), refused: codes.filter((code) => code !== 200).length, seconds }
}

const counted = (client) =>
  client.query("select count(*)::integer as n from flow where custom_name like 'w-%'").then(({ rows }) => rows[0].n)

const measure = async (name, server, connection) => {
  const token = await login(server.url)
  const item = (await call(server.url, '/api/cost/add', { name: `压测${Date.now()}` }, token)).id
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const was = await counted(client)
    const { codes, times } = await write(server.url, item, token, `w-${Date.now()}`)
    const there = (await counted(client)) - was
    const one = await fight(server.url, client, item, token)
    return { name, codes, times, there, one }
  } finally {
    await client.end()
  }
}

/** A database of its own on the outside server, which goes with the run. */
const onOutside = async (work) => {
  const name = `anju_writers_${process.pid}`
  const admin = new pg.Client(OUTSIDE)
  await admin.connect()
  await admin.query(`create database ${name}`)
  try {
    const url = new URL(OUTSIDE)
    url.pathname = `/${name}`
    return await work(url.href)
  } finally {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}

const inFolder = async (work) => {
  const dir = mkdtempSync(join(tmpdir(), 'anju-writers-'))
  try {
    return await work(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const run = async (name, options, connectionOf) => {
  const server = await startServer(options)
  const measured = await measure(name, server, connectionOf(server))
  await server.stop()
  return measured
}

const embedded = (sample) => {
  // What is in the environment for the outside store is not for this one.
  const on = (dir) =>
    run(`内置，${sample === 'none' ? '空' : '满'}`, { dir, sample, env: { DATABASE_URL: '' } }, (server) => server.connection())
  return sample === 'none' ? inFolder(on) : on(dataDir)
}

const outside = (sample) =>
  onOutside((url) =>
    inFolder((dir) =>
      run(`外部，${sample === 'none' ? '空' : '满'}`, { dir, sample, env: { DATABASE_URL: url } }, () => ({ connectionString: url })),
    ),
  )

await bench(`${WRITERS} 人同时记账，各 ${SECONDS} 秒`, async () => {
  const samples = values.sample.split(',')
  const results = []
  for (const sample of samples) results.push(await embedded(sample))
  if (OUTSIDE !== '') for (const sample of samples) results.push(await outside(sample))
  printTable([
    ['数据库', '登记/秒', 'p50 ms', 'p99 ms', '成功', '其他回答', '同一账单全部红冲，秒'],
    ...results.map(({ name, codes, times, one }) => [
      name,
      fixed((codes[200] ?? 0) / SECONDS, 0),
      fixed(quantile(times, 0.5), 0),
      fixed(quantile(times, 0.99), 0),
      codes[200] ?? 0,
      Object.entries(codes)
        .filter(([code]) => code !== '200')
        .map(([code, n]) => `${code}×${n}`)
        .join(' ') || '无',
      fixed(one.seconds),
    ]),
  ])
  print()
  for (const { name, codes, there, one } of results) {
    const done = codes[200] ?? 0
    target(`${name}：只有成功的回答`, Object.keys(codes).join() === '200', JSON.stringify(codes))
    target(`${name}：登记/秒 ≥ ${LEAST}`, done / SECONDS >= LEAST, fixed(done / SECONDS, 0))
    target(`${name}：回答成功的都在，一笔不多`, there === done, `${there} / ${done}`)
    target(
      `${name}：${WRITERS} 人同时红冲同一账单的收款，一笔不丢`,
      one.refused === 0 && one.before === WRITERS * 100 && one.after === 0,
      `已付 ${one.before} → ${one.after} 分，${one.refused} 个被拒`,
    )
  }
})
agent.destroy()
