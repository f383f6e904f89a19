// kill -9 of node and of every PostgreSQL process during concurrent writes, again and again; then what is done, and done once.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { call, login } from './lib/client.mjs'
import { fixed, median, print, printTable, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { ended, postgresOf, startServer } from './lib/server.mjs'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 50)
const WRITERS = 8
const LIMIT_MS = 6 * 60_000

const flow = (request_id, from_id) => ({
  type: 1,
  price: 100 + (request_id.length % 7),
  custom_name: '断电测试',
  from: 2,
  from_id,
  start_date: '2026-11-01',
  end_date: '2026-11-30',
  way: 3,
  note: request_id,
  request_id,
})

const onStore = async (server, work) => {
  const client = new pg.Client(server.connection())
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Writes until the server is gone. What was answered goes to `done`, what was only sent to `open`. */
const writer = async (server, token, item, name, done, open, isOver) => {
  for (let turn = 0; !isOver(); turn++) {
    const id = `${name}-${turn}`
    open.add(id)
    try {
      const { flow_id } = await call(server.url, '/api/flow/add', flow(id, item), token)
      done.set(id, flow_id)
      open.delete(id)
    } catch (error) {
      if (error.answer && error.answer.code !== 500) throw error
      await pause(2)
    }
  }
}

/** Gives what is wrong with the rows of these ids: missing, twice, or another row than the answer said. */
const faults = async (server, done, open) =>
  onStore(server, async (client) => {
    const { rows } = await client.query(`select note, count(*)::int as n, min(flow_id) as flow_id from flow group by note`)
    const stored = new Map(rows.map((row) => [row.note, row]))
    const lost = [...done].filter(([id, key]) => stored.get(id)?.flow_id !== key).map(([id]) => id)
    const twice = rows.filter((row) => row.n > 1).map((row) => row.note)
    const unknown = rows.filter((row) => !done.has(row.note) && !open.has(row.note)).map((row) => row.note)
    return { lost, twice, unknown, unacknowledged: [...open].filter((id) => stored.has(id)).length }
  })

const rounds = async (dir) => {
  const begun = Date.now()
  const start = () => startServer({ dir, sample: 'none', env: { LOG_LEVEL: 'silent' } })
  let server = await start()
  const item = await onStore(
    server,
    async (client) => (await client.query(`insert into cost (name) values ('断电测试') returning id`)).rows[0].id,
  )
  const token = await login(server.url)
  const done = new Map()
  const total = { rounds: 0, lost: 0, twice: 0, unknown: 0, silent: 0, retried: 0, redone: 0 }
  const opening = []
  for (let round = 1; round <= ROUNDS && Date.now() - begun < LIMIT_MS; round++) {
    const open = new Set()
    let isOver = false
    const writers = Array.from({ length: WRITERS }, (_, index) =>
      writer(server, token, item, `r${round}w${index}`, done, open, () => isOver),
    )
    await pause(200 + Math.random() * 600)
    const wasWriting = open.size > 0
    await server.killHard()
    isOver = true
    await Promise.all(writers)
    if (postgresOf(dir).length > 0) throw new Error('a PostgreSQL process outlived the kill')

    const from = performance.now()
    server = await start()
    opening.push(performance.now() - from)
    const before = await faults(server, done, open)
    const sent = [...open]
    for (const id of sent) done.set(id, (await call(server.url, '/api/flow/add', flow(id, item), token)).flow_id)
    open.clear()
    // Once more: the same request again is answered the same and does nothing.
    for (const id of sent) if ((await call(server.url, '/api/flow/add', flow(id, item), token)).flow_id !== done.get(id)) total.redone++
    const after = await faults(server, done, open)
    total.rounds += wasWriting ? 1 : 0
    total.lost += before.lost.length + after.lost.length
    total.twice += before.twice.length + after.twice.length
    total.unknown += before.unknown.length + after.unknown.length
    total.silent += before.unacknowledged
    total.retried += sent.length
  }
  const stored = await onStore(server, async (client) => Number((await client.query('select count(*) as n from flow')).rows[0].n))
  printTable([
    ['量', '值'],
    ['kill -9 的轮数（均在写入途中）', total.rounds],
    ['已确认的写入', done.size - total.retried],
    ['杀死时未确认的请求', total.retried],
    ['　其中已落库、只是没来得及应答', total.silent],
    ['库中流水', stored],
    ['丢失', total.lost],
    ['重复', total.twice],
    ['来历不明', total.unknown],
    ['重试得到不同应答', total.redone],
    ['重新启动到可用，中位 ms', fixed(median(opening), 0)],
    ['用时 秒', fixed((Date.now() - begun) / 1000, 0)],
  ])
  print()
  const isClean = total.lost + total.twice + total.unknown + total.redone === 0 && stored === done.size
  target(`${ROUNDS} 轮，无丢失、无重复`, isClean && total.rounds >= ROUNDS, `${total.rounds} 轮，丢失 ${total.lost}，重复 ${total.twice}`)
  return { server, token, item }
}

const SETTINGS = [
  'fsync',
  'synchronous_commit',
  'wal_sync_method',
  'full_page_writes',
  'data_checksums',
  'wal_level',
  'commit_delay',
  'checkpoint_timeout',
]

const settings = async (server) => {
  const { rows } = await onStore(server, (client) => client.query('select name, setting from pg_settings where name = any($1)', [SETTINGS]))
  printTable([['PostgreSQL 设置', '值'], ...SETTINGS.map((name) => [name, rows.find((row) => row.name === name)?.setting ?? '—'])])
}

const nameOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

/** Five commits one after the other, and the calls by which each reaches the disk before it is answered. */
const trace = async ({ server, token, item }, dir) => {
  if (spawnSync('strace', ['-V']).status !== 0) return print('没有 strace，略去系统调用的记录')
  const output = join(dir, 'trace')
  const pids = postgresOf(dir).filter((pid) => nameOf(pid).startsWith('postgres:'))
  const strace = spawn(
    'strace',
    ['-f', '-tt', '-y', '-ff', '-e', 'trace=fdatasync,fsync,pwrite64', '-o', output, ...pids.flatMap((pid) => ['-p', String(pid)])],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  await new Promise((resolve) => strace.stderr.once('data', resolve))
  await pause(500)
  for (let turn = 0; turn < 5; turn++) {
    await call(server.url, '/api/flow/add', flow(`trace-${turn}`, item), token)
    await pause(50)
  }
  strace.kill('SIGINT')
  await ended(strace)
  const lines = readdirSync(dir)
    .filter((name) => name.startsWith('trace.'))
    .flatMap((name) =>
      readFileSync(join(dir, name), 'utf8')
        .split('\n')
        .map((line) => `${name.slice(6)} ${line}`),
    )
    .filter((line) => line.includes('('))
    .sort((a, b) => a.split(' ')[1].localeCompare(b.split(' ')[1]))
  print('5 次提交前后的系统调用（进程 时刻 调用）：')
  for (const line of lines.slice(0, 24))
    print(
      `  ${line
        .replaceAll(dir, '<DATA_DIR>')
        .replace(/, "(?:[^"\\]|\\.)*"\.*/, ', …')
        .slice(0, 150)}`,
    )
  const synced = lines.filter((line) => /fdatasync\(.*pg_wal/.test(line) && line.includes('= 0')).length
  print()
  target('每次提交在应答前 fdatasync 到 WAL', synced >= 5, `5 次提交，${synced} 次 fdatasync(pg_wal)`)
}

await bench('断电与 kill -9：已确认的写入', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'anju-durability-'))
  try {
    const state = await rounds(dir)
    print()
    await settings(state.server)
    print()
    await trace(state, dir)
    await state.server.stop()
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
