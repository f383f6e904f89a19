// A screen made at run time against one that a file declares: the same columns, the same 1,000,000 records, the same calls in turns;
// then a field comes, is renamed and is retired while others read and write.
import { mkdtempSync, rmSync } from 'node:fs'
import pg from 'pg'
import { call, login, timeInTurns } from './lib/client.mjs'
import { fixed, median, print, printTable, quantile, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { startServer } from './lib/server.mjs'

const RECORDS = 1_000_000
const CALLS = 40

/** src/resources/broker/entrust.ts, as an admin would declare it. */
const made = {
  name: 'entrust2',
  label: '委托二',
  path: '/screens/entrust2',
  access: null,
  key: 'entrust2_id',
  title: 'custom_name',
  columns: {
    entrust2_id: { label: '编号', is: 'int', list: 'never' },
    kind: { label: '类型', is: 'enum', of: { 1: '委托', 2: '求租' }, required: true, filter: 'more' },
    custom_name: { label: '委托人', required: true, max: 60, filter: true },
    phone: { label: '手机号', is: 'phone', required: true, filter: true },
    address: { label: '房屋地址', required: true, max: 200, filter: true },
    room_type: { label: '户型', is: 'enum', of: { 1: '一居室', 2: '两居室', 3: '三居室' }, filter: 'more' },
    area: { label: '面积', is: 'decimal', scale: 2, unit: '㎡' },
    price: { label: '月租金', is: 'fen', required: true },
    start_date: { label: '委托起', is: 'date' },
    end_date: { label: '委托止', is: 'date' },
    status: {
      label: '状态',
      is: 'enum',
      of: { 1: '待受理', 2: '已受理', 3: '已签约', 4: '已取消' },
      filter: true,
      fixed: true,
      default: 1,
    },
    note: { label: '备注', is: 'note', list: false },
    created_at: { label: '登记时间', is: 'datetime', fixed: true, sort: true },
  },
  sort: ['created_at', 'desc'],
  form: ['kind', 'custom_name', 'phone', 'address', 'room_type', 'area', 'price', 'start_date', 'end_date', 'note'],
}

const fill = async (client, table) => {
  await client.query(
    `insert into ${table} (kind, custom_name, phone, address, room_type, area, price, start_date, end_date, status, created_at)
     select 1 + n % 2, (array['王','李','张','刘','陈'])[1 + n % 5] || (array['芳','伟','敏','静','强'])[1 + n / 5 % 5] || n % 97,
       '13' || lpad((n % 1000000000)::text, 9, '0'), (array['张杨路','江湾路','凤凰路'])[1 + n % 3] || n % 2000 || '号', 1 + n % 3, 30 + n % 70, 100000 + n % 9000 * 10,
       date '2026-01-01' + (n % 300)::integer, date '2027-01-01', 1 + n % 4, 1700000000 + n * 7
     from generate_series(1::bigint, ${RECORDS}) n`,
  )
  await client.query(`vacuum analyze ${table}`)
}

const publish = async (url, token, id, declaration) => {
  const { version } = await call(url, '/api/screen/draft', { screen_id: id }, token)
  const saved = await call(url, '/api/screen/save', { screen_id: id, version, declaration: JSON.stringify(declaration) }, token)
  if (saved.problems.length > 0) throw new Error(JSON.stringify(saved.problems))
  const start = performance.now()
  await call(url, '/api/screen/publish', { screen_id: id }, token)
  return performance.now() - start
}

const pages = [
  ['第 1 页', {}],
  ['第 500 页', { page: 500 }],
  ['状态', { status: [2] }],
  ['委托人含“王芳”', { custom_name: '王芳' }],
  ['手机号开头', { phone: '1300012' }],
  ['地址含“凤凰”', { address: '凤凰' }],
  ['登记时间升序', { order: 'created_at' }],
]

const compare = async (url, token) => {
  const ask = (name, params) => () => call(url, `/api/${name}/index`, { page: 1, page_rows: 20, ...params }, token)
  const rows = []
  for (const [label, params] of pages) {
    const [file, row] = await timeInTurns([ask('entrust', params), ask('entrust2', params)], CALLS)
    rows.push({ label, file: median(file), row: median(row) })
  }
  printTable([
    ['列表', '文件声明，中位 ms', '运行时声明，中位 ms', '倍数'],
    ...rows.map(({ label, file, row }) => [label, fixed(file, 1), fixed(row, 1), fixed(row / file)]),
  ])
  print()
  const worst = rows.reduce((a, b) => (b.row / b.file > a.row / a.file ? b : a))
  target('运行时声明的列表 ≤ 文件声明的 1.5 倍', worst.row / worst.file <= 1.5, `最慢 ${worst.label}：${fixed(worst.row / worst.file)} 倍`)
}

/** Four people add and read without a pause; gives their times and how to end them. */
const people = (url, token) => {
  let isOver = false
  const times = []
  const lost = []
  const work = async (who) => {
    for (let turn = 0; !isOver; turn++) {
      const start = performance.now()
      const record = { kind: 1, custom_name: `边改边录${who}-${turn}`, phone: '13800000000', address: '张杨路1号', price: 100 }
      await call(url, '/api/entrust2/add', record, token).catch((error) => lost.push(error.message))
      await call(url, '/api/entrust2/index', { page: 1, page_rows: 20 }, token).catch((error) => lost.push(error.message))
      times.push(performance.now() - start)
    }
  }
  const all = Promise.all([0, 1, 2, 3].map(work))
  return {
    times,
    lost,
    end: async () => {
      isOver = true
      await all
    },
  }
}

const changeWhileWorking = async (url, token, id) => {
  const { columns } = made
  const { note, ...rest } = columns
  const changes = [
    ['加一个能筛选的字段', { ...columns, source: { label: '来源', max: 20, filter: true } }],
    ['改名', { ...rest, remark: { ...note, was: ['note'] }, source: { label: '来源', max: 20, filter: true } }],
    ['停用', { ...rest, remark: { ...note, was: ['note'] }, source: { label: '来源', max: 20, retired: true } }],
  ]
  const rows = []
  for (const [label, next] of changes) {
    const working = people(url, token)
    await new Promise((done) => setTimeout(done, 1500))
    const before = working.times.length
    const form = made.form.map((name) => (name === 'note' && !next.note ? 'remark' : name))
    const ms = await publish(url, token, id, { ...made, form, columns: next })
    await new Promise((done) => setTimeout(done, 500))
    await working.end()
    rows.push([
      label,
      fixed(ms, 0),
      fixed(median(working.times.slice(0, before)), 0),
      fixed(quantile(working.times.slice(before), 1), 0),
      working.lost.length,
    ])
  }
  printTable([['1,000,000 条时', '发布 ms', '平时一录一读，中位 ms', '发布期间最长 ms', '失败'], ...rows])
  print()
  target(
    '改字段时没有一次失败',
    rows.every((row) => row[4] === 0),
    `${rows.reduce((sum, row) => sum + row[4], 0)} 次`,
  )
}

await bench('运行时声明的页面：1,000,000 条', async () => {
  const dir = mkdtempSync('/var/tmp/anju-runtime-')
  const server = await startServer({ dir, sample: 'none' })
  const client = new pg.Client(server.connection())
  await client.connect()
  const token = await login(server.url)
  const { screen_id } = await call(server.url, '/api/screen/add', { name: made.name, label: made.label }, token)
  await publish(server.url, token, screen_id, made)
  print('写入 2 × 1,000,000 条……')
  for (const table of ['entrust', 'entrust2']) await fill(client, table)
  await compare(server.url, token)
  await changeWhileWorking(server.url, token, screen_id)
  await client.end()
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
})
