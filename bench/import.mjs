// 50,000 applications from an XLSX against PostgreSQL's COPY of the same rows into the same table and the rules alone, run over the same values.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import xlsx from '@e965/xlsx'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { call, login, signedBody } from './lib/client.mjs'
import { fixed, median, print, printTable, quantile, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { startServer } from './lib/server.mjs'
import { withSource } from './lib/source.mjs'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const ROWS = 50_000
const PATH = '/api/qualification/import'
const HEADS = [
  '申请人',
  '身份证号',
  '手机号',
  '申请项目',
  '性质',
  '保障类别',
  '申请户型',
  '家庭人数',
  '家庭月收入',
  '人均住房面积',
  '工作单位',
]
const COLUMNS = [
  'custom_name',
  'card',
  'phone',
  'p_id',
  'nature',
  'priority',
  'room_type',
  'family_size',
  'income',
  'housing_area',
  'employer',
]

/** One application as the add call takes it; `round` makes it another one each time. */
const valuesOf = (cardOf, round, n) => ({
  custom_name: `王${n}`,
  card: cardOf(`310101${1950 + round}${String(1 + (Math.floor(n / 1000) % 12)).padStart(2, '0')}01${String(n % 1000).padStart(3, '0')}`),
  phone: `138${String(round * 100_000 + n).padStart(8, '0')}`,
  p_id: 1,
  nature: 1 + (n % 3),
  priority: 1 + (n % 2),
  room_type: 1 + (n % 3),
  family_size: 1 + (n % 6),
  income: 300_000 + n,
  housing_area: (n % 2000) / 100,
  employer: `上海市第${n % 97}工厂`,
})

const WORDS = { nature: ['区筹公租房', '市筹公租房', '廉租房'], priority: ['优先保障', '一般保障'], room_type: ['一室', '二室', '三室'] }
const cellOf = (project, name, value) =>
  name === 'p_id' ? project : name === 'income' ? value / 100 : name in WORDS ? WORDS[name][value - 1] : value

const fileOf = (project, rows) => {
  const cells = rows.map((row) => COLUMNS.map((name) => cellOf(project, name, row[name])))
  return xlsx.write(xlsx.utils.book_new(xlsx.utils.aoa_to_sheet([HEADS, ...cells]), '导入'), { type: 'buffer', compression: true })
}

const send = async (server, token, bytes) => {
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(signedBody({ request_id: `${process.pid}-${performance.now()}` }, token)))
    form.append(name, value)
  form.append('file', new Blob([bytes]), '申请.xlsx')
  const answer = await (await fetch(server.url + PATH, { method: 'POST', body: form })).json()
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data.import_id
}

/** Waits for a state, calling `meanwhile` over and over. */
const becomes = async (server, token, import_id, state, meanwhile = () => wait(20)) => {
  for (;;) {
    await meanwhile()
    const record = await call(server.url, '/api/import/detail', { import_id }, token)
    if (record.state === state) return record
    if (record.state !== 'running') throw new Error(`${record.state}: ${record.error || JSON.stringify(record.errors[0])}`)
  }
}

const timed = async (work) => {
  const start = performance.now()
  const result = await work()
  return { seconds: (performance.now() - start) / 1000, result }
}

const text = (value) => String(value).replaceAll('\\', '\\\\')

/** COPY into the table itself, with its indexes and rules; as somebody, so that the log is written as it is for an import, or as nobody. */
const copyRows = async (connection, rows, isLogged) => {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('begin')
  if (isLogged) await client.query("select set_config('anju.actor', '1', true), set_config('anju.label', '导入', true)")
  const lines = rows.map((row) => `${COLUMNS.map((name) => text(row[name])).join('\t')}\n`)
  const done = await timed(async () => {
    await pipeline(Readable.from(lines), client.query(copyStreams.from(`copy qualification (${COLUMNS.join()}) from stdin`)))
    if (isLogged) await client.query('commit')
  })
  if (isLogged) await client.query('delete from qualification where phone = any($1)', [rows.map((row) => row.phone)])
  else await client.query('rollback')
  await client.end()
  return done.seconds
}

const pages = async (server, token, wanted, times) => {
  for (let n = 0; n < wanted; n++)
    times.push((await timed(() => call(server.url, '/api/org/list', { page: 1 + (n % 20), page_rows: 20 }, token))).seconds * 1000)
}

await bench('导入 50,000 份准入申请', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'anju-import-'))
  const server = await startServer({ dir, sample: 'small' })
  try {
    const token = await login(server.url)
    const [{ name: project }] = (await call(server.url, '/api/project/index', { order: 'p_id' }, token)).list
    const runs = { trial: [], real: [], undo: [], copy: [], plain: [], rules: [] }
    const [idle, busy] = [[], []]
    await withSource(async (load) => {
      const { resourceNamed } = await load('/src/declared/declared.ts')
      const { addFormOf } = await load('/src/derive/imports/importColumns.ts')
      const { validateForm } = await load('/src/derive/forms/validateForm.ts')
      const { checkDigitOf } = await load('/src/protocol/idCard.ts')
      const cardOf = (digits) => digits + checkDigitOf(digits)
      const form = addFormOf(resourceNamed('qualification'))
      await pages(server, token, 300, idle)
      for (let round = -1; round < ROUNDS; round++) {
        const rows = Array.from({ length: ROWS }, (_, n) => valuesOf(cardOf, round + 1, n))
        const bytes = fileOf(project, rows)
        const { seconds: rules } = await timed(() => rows.forEach((row) => void validateForm(form, row)))
        const copy = await copyRows(server.connection(), rows, true)
        const plain = await copyRows(server.connection(), rows, false)
        const trial = await timed(async () => {
          const id = await send(server, token, bytes)
          await becomes(server, token, id, 'right')
          return id
        })
        const id = trial.result
        // What others feel of an import is measured in the round that does not count.
        const isWarmUp = round < 0
        const real = await timed(async () => {
          await call(server.url, '/api/import/run', { import_id: id }, token)
          return becomes(server, token, id, 'done', isWarmUp ? () => pages(server, token, 5, busy) : undefined)
        })
        if (real.result.rows !== ROWS) throw new Error('not every row came in')
        const undo = await timed(() => call(server.url, '/api/import/undo', { import_id: id }, token))
        if (undo.result.count !== ROWS) throw new Error('not every row went')
        if (isWarmUp) continue
        for (const [name, value] of Object.entries({ trial: trial.seconds, real: real.seconds, undo: undo.seconds, copy, plain, rules }))
          runs[name].push(value)
      }
    })
    const line = (label, name) => [label, fixed(median(runs[name])), runs[name].map((s) => fixed(s)).join(' ')]
    printTable([
      [`${ROWS} 行，11 列`, '秒（中位）', '各轮'],
      line('试导入（从发送文件到看见结果）', 'trial'),
      line('导入（从点下到完成，写操作日志）', 'real'),
      line('撤销', 'undo'),
      line('参照：COPY 同样的行到同一张表，写操作日志', 'copy'),
      line('参照：COPY 同样的行到同一张表，不写日志', 'plain'),
      line('参照：只校验', 'rules'),
    ])
    print()
    const against = (name) => median(runs.real.map((seconds, round) => seconds / (runs[name][round] + runs.rules[round])))
    target('导入 ≤ 3 ×（COPY 加校验，两边都写日志）', against('copy') <= 3, `${fixed(against('copy'))} 倍`)
    print(`与不写日志的 COPY 加校验相比：${fixed(against('plain'))} 倍`)
    print(
      `列表一页：平时 ${fixed(median(idle), 1)}（p95 ${fixed(quantile(idle, 0.95), 1)}）ms，导入时 ${fixed(median(busy), 1)}（p95 ${fixed(quantile(busy, 0.95), 1)}）ms`,
    )
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})
