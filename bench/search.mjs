// Search by two Chinese characters in 1,000,000 rooms, through the real calls, against reading one room by its key.
import pg from 'pg'
import { call, login, timeInTurns } from './lib/client.mjs'
import { fixed, median, print, printTable, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { startServer } from './lib/server.mjs'

const DATABASE = 'bench_search'
const COPIES = 10
const CALLS = 30
const PREFIXES = ['东', '西', '南', '北', '中', '新', '金', '银', '春', '秋']

const connect = async (connection) => {
  const client = new pg.Client(connection)
  await client.connect()
  return client
}

const urlOf = ({ host, port, user, password }) =>
  `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${DATABASE}?host=${encodeURIComponent(host)}`

/** Copies the sample's rooms ten times over, each copy with other communities and buildings. '麒麟' names 8 rooms, '凤凰' 5,000. */
const fill = async (from, to) => {
  const { rows: columns } = await to.query(
    `select column_name as name from information_schema.columns where table_name = 'org' and column_name not in ('org_id', 'tag', 'imgs', 'simple')`,
  )
  const names = columns.map(({ name }) => `"${name}"`)
  const { rows: indexes } = await to.query(
    `select indexname as name, indexdef as text from pg_indexes where tablename = 'org' and indexdef not like '%UNIQUE%'`,
  )
  for (const { name } of indexes) await to.query(`drop index "${name}"`)
  // Rooms alone are copied: what they refer to is not what is measured.
  await to.query(`alter table org disable trigger all`)
  await to.query(`create table source (like org)`)
  for (let after = 0; ; ) {
    const { rows } = await from.query('select * from org where org_id > $1 order by org_id limit 10000', [after])
    if (rows.length === 0) break
    await to.query('insert into source select * from json_populate_recordset(null::org, $1)', [JSON.stringify(rows)])
    after = rows.at(-1).org_id
  }
  const prefix = `($1::text[])[n + 1]`
  const cell = {
    '"region_name"': `case when nth % 125000 = 7 then '麒麟里' when nth % 200 = 11 then '凤凰' || region_name else ${prefix} || region_name end`,
    '"building"': `${prefix} || building`,
    '"unit_floor"': `case when nth % 125000 = 9 then '麒麟阁-' || number when nth % 200 = 13 then '凤凰楼' || unit_floor else ${prefix} || unit_floor end`,
    '"sn"': `sn || '-' || n`,
  }
  await to.query(
    `insert into org (${names.join()}) select ${names.map((name) => cell[name] ?? name).join()}
     from (select s.*, n, row_number() over () as nth from source s, generate_series(0, ${COPIES - 1}) n) many`,
    [PREFIXES],
  )
  for (const { text } of indexes) await to.query(text)
  await to.query('drop table source')
  await to.query('alter table org enable trigger all')
  await to.query('vacuum analyze org')
}

const measured = async (server, token, client) => {
  const count = async (column, term) =>
    Number((await client.query(`select count(*) as n from org where position($1 in ${column}) > 0`, [term])).rows[0].n)
  const common = (await client.query(`select substr(region_name, 2, 2) as term from org group by 1 order by count(*) desc limit 1`)).rows[0]
    .term
  const middle = (await client.query('select org_id from org order by org_id offset 500000 limit 1')).rows[0].org_id
  const terms = [
    ['region_name', '麒麟'],
    ['region_name', '凤凰'],
    ['region_name', common],
    ['unit_number', '麒麟'],
    ['unit_number', '凤凰'],
    ['unit_number', '单元'],
    ['unit_number', '龘龘'],
  ]
  const ask = (path, params) => () => call(server.url, path, params, token)
  const detail = ask('/api/org/detail', { org_id: middle })
  const rows = []
  for (const [name, term] of terms) {
    const column = name === 'region_name' ? 'region_name' : 'unit_floor'
    const found = await count(column, term)
    const list = { [column]: term, page: 1, page_rows: 20 }
    const cases = [
      ['/api/org/find', { [name]: term }],
      ['/api/org/find 每页 20', { [name]: term, page: 1, page_rows: 20 }],
      ['/api/unit/find', { [name]: term, page: 1, page_rows: 20 }],
      ['/api/org/list', list],
    ]
    const times = await timeInTurns([detail, ...cases.map(([label, params]) => ask(label.split(' ')[0], params))], CALLS, 6)
    const base = median(times[0])
    for (const [index, [label]] of cases.entries()) rows.push({ label, name, term, found, base, own: median(times[index + 1]) })
  }
  printTable([
    ['接口', '参数', '词', '命中行', '中位 ms', '主键读取 ms', '倍数'],
    ...rows.map(({ label, name, term, found, base, own }) => [label, name, term, found, fixed(own), fixed(base), fixed(own / base)]),
  ])
  print()
  for (const [title, of] of [
    ['查找（find）≤ 主键读取的 5 倍', rows.filter(({ label }) => label.includes('find'))],
    ['列表加筛选（list，含计数）≤ 主键读取的 5 倍', rows.filter(({ label }) => label.includes('list'))],
  ]) {
    const worst = of.reduce((a, b) => (b.own / b.base > a.own / a.base ? b : a))
    target(title, worst.own / worst.base <= 5, `最慢 ${worst.label} ${worst.name}=${worst.term}：${fixed(worst.own / worst.base)} 倍`)
  }
}

await bench('搜索：1,000,000 间房，两个汉字', async () => {
  const store = await startServer()
  const connection = store.connection()
  const from = await connect(connection)
  const { rows } = await from.query('select from pg_database where datname = $1', [DATABASE])
  if (rows.length > 0 && process.argv.includes('--anew')) await from.query(`drop database ${DATABASE} with (force)`)
  if (rows.length === 0 || process.argv.includes('--anew')) await from.query(`create database ${DATABASE}`)
  // The second node uses the first one's PostgreSQL, with a database of its own.
  const server = await startServer({ dir: `${store.dir}/search`, sample: 'none', env: { DATABASE_URL: urlOf(connection) } })
  const client = await connect({ ...connection, database: DATABASE })
  const rooms = Number((await client.query('select count(*) as n from org')).rows[0].n)
  if (rooms < 1_000_000) {
    print(`现有 ${rooms} 间，复制示例房间……`)
    await fill(from, client)
  }
  await from.end()
  const token = await login(server.url)
  await measured(server, token, client)
  await client.end()
})
