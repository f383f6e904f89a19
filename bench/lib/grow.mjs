import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { countAnew, inBulk } from './bulk.mjs'
import { print } from './figures.mjs'
import { startServer } from './server.mjs'
import { withSource } from './source.mjs'

/** So many years do the rows of money go back, the copies of each spread over them; their keys grow with their days, as in life. Fewer where a small store has not a copy for each. */
let YEARS = 10
const YEAR_SECONDS = 31_557_600

/** Rows to one flow. What is not named here grows with the rooms; what shares a word has as many copies. */
const TO_A_FLOW = { flow: 1, bill: 1 / 3, journal_line: 0.3, bill_line: 0.2, recognition: 0.1 }
const COPIED_AS = { bill_share: 'bill', allocation: 'bill' }
const ROOMS_TO_A_FLOW = 1 / 30
const LOGS_TO_A_FLOW = 0.1

/** By what the days of a row of money go back, beside which copy it is: nothing, so that the bills of a contract stay apart, or what belongs together. */
const BACK_WITH = {
  flow: 'flow_id',
  bill: null,
  bill_share: null,
  allocation: null,
  bill_line: 'bill_id',
  recognition: 'share_id',
  journal_line: 'source_id',
}
const backOf = (table, value) => (BACK_WITH[table.name] ? value : 0)

/** Numbers of something that is told apart by what stands beside them. */
const NUMBERS = new Set(['source_id', 'record_id', 'seq', 'object_id'])

/** What an office has few of, however much it grows, and what keeps itself. */
const FEW = new Set(
  `account applied backup_copy backup_place book_check cash_day close_item closing closing_day cost declared_version file invoice_line invoice_request job job_kind job_run kind last_number ledger_account
   lottery lottery_round lottery_row material_rule month_report operation_log own_account pledge post_holder posting_rule project publication publication_row
   published_text region reminder_day role row_history row_history_begun screen screen_version session setting setting_version simple structure tags
   template template_version`.split(/\s+/),
)

const rowsOf = async (client, text, values) => (await client.query(text, values)).rows

/** What the store has of tables that grow: rows, columns, the only key, the last key, what each column names and which columns tell rows apart. */
const tablesOf = async (client, references) => {
  const found = await rowsOf(
    client,
    `select c.relname as name, (select attname from pg_attribute where attrelid = c.oid and attnum = p.conkey[1] and cardinality(p.conkey) = 1) as key
     from pg_class c left join pg_constraint p on p.conrelid = c.oid and p.contype = 'p'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname !~ '^tally_' order by 1`,
  )
  const tables = new Map()
  for (const { name, key } of found) {
    if (FEW.has(name)) continue
    const [{ n }] = await rowsOf(client, `select count(*)::integer as n from "${name}"`)
    if (n === 0) continue
    const columns = await rowsOf(
      client,
      `select attname as name, format_type(atttypid, null) as type from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [`"${name}"`],
    )
    if (!key && !['audit_person', 'audit_event'].includes(name)) continue
    if (key && columns.find((column) => column.name === key).type !== 'integer') continue
    tables.set(name, { name, key, n, columns })
  }
  const keys = new Map()
  for (const { name, key } of tables.values()) if (key) keys.set(key, keys.has(key) ? null : name)
  for (const table of tables.values()) {
    const named = await rowsOf(
      client,
      `select a.attname as name, c.confrelid::regclass::text as target from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.conrelid = $1::regclass and c.contype = 'f'`,
      [`"${table.name}"`],
    )
    const known = new Map([...named.map(({ name, target }) => [name, target.replaceAll('"', '')]), ...(references.get(table.name) ?? [])])
    // What a copied row of no declaration names is known by the name of the key alone.
    table.names = new Map(
      table.columns
        .map(({ name }) => [name, known.get(name) ?? keys.get(name)])
        .filter(([name, to]) => name !== table.key && tables.has(to)),
    )
    table.apart = await rowsOf(
      client,
      `select array(select attname::text from unnest(indkey::smallint[]) k join pg_attribute a on a.attrelid = indrelid and a.attnum = k) as columns
       from pg_index where indrelid = $1::regclass and indisunique and not indisprimary`,
      [`"${table.name}"`],
    )
    table.last = {}
    for (const { name } of table.columns)
      if (name === table.key || NUMBERS.has(name))
        table.last[name] = (await rowsOf(client, `select coalesce(max("${name}"), 0)::integer as n from "${table.name}"`))[0].n
  }
  return tables
}

/** How many there shall be of each row: no more than of the rows it is the only one of. */
const setCopies = (tables, flows) => {
  const rooms = Math.round((flows * ROOMS_TO_A_FLOW) / tables.get('org').n)
  for (const table of tables.values()) {
    const like = tables.get(COPIED_AS[table.name] ?? table.name)
    const share = TO_A_FLOW[like.name]
    table.copies = share ? Math.ceil((flows * share) / like.n) : rooms
  }
  for (const table of tables.values())
    for (const { columns } of table.apart) {
      const named = columns.flatMap((name) => (table.names.has(name) ? [tables.get(table.names.get(name)).copies] : []))
      if (named.length > 0 && !columns.some((name) => NUMBERS.has(name))) table.copies = Math.min(table.copies, Math.max(...named))
    }
}

const isMoney = ({ name }) => name in BACK_WITH

/** The number that the copy `m` of something has: of money by years first, the oldest first. */
const numberOf = (table, value, m, last) =>
  isMoney(table)
    ? `(((${backOf(table, value)} + ${m}) % ${YEARS} * ${last + 1} + ${value}) * ${Math.ceil(table.copies / YEARS)} + ${m} / ${YEARS})`
    : `(${value} * ${table.copies} + ${m})`

const cellOf = (table, tables, { name, type }) => {
  const value = `t."${name}"`
  if (name === table.key || NUMBERS.has(name)) return numberOf(table, value, 'n', table.last[name])
  const target = tables.get(table.names.get(name))
  if (target?.key) return numberOf(target, value, `(n % ${target.copies})`, target.last[target.key])
  if (name.endsWith('$hash')) return `sha256(${value} || n::text::bytea)`
  const years = isMoney(table) && `(${YEARS - 1} - (${backOf(table, `t."${BACK_WITH[table.name]}"`)} + n) % ${YEARS})`
  if (years && type === 'date') return `(${value} - ${years} * interval '1 year')::date`
  if (years && ['deal_time', 'created_at', 'updated_at'].includes(name)) return `${value} - ${years} * ${YEAR_SECONDS}`
  if (years && name === 'month') return `to_char((${value} || '-01')::date - ${years} * interval '1 year', 'YYYY-MM')`
  const alone = table.apart.some(({ columns }) => {
    const changed = columns.some((one) => one === table.key || NUMBERS.has(one) || table.names.has(one) || one.endsWith('$hash'))
    return !changed && columns.find((one) => table.columns.find((column) => column.name === one).type === 'text') === name
  })
  return alone ? `${value} || '-' || n` : value
}

/** The copies beside the row itself, in the order of their new keys. The row itself goes: all keys are new. */
const copy = async (client, table, tables) => {
  const names = table.columns.map(({ name }) => `"${name}"`).join()
  const cells = table.columns.map((column) => cellOf(table, tables, column)).join()
  const order = table.key ? `order by "${table.key}"` : ''
  const rows = `(select * from "${table.name}_before" ${order} offset 0) t`
  const copies = isMoney(table)
    ? `generate_series(0, ${YEARS - 1}) e cross join lateral (select * from "${table.name}_before" where e >= 0 ${order} offset 0) t
       cross join lateral generate_series((e - ${backOf(table, `t."${table.key}"`)} % ${YEARS} + ${YEARS}) % ${YEARS} + 0 * t.version, ${table.copies - 1}, ${YEARS}) n`
    : `${rows} cross join lateral generate_series(0, ${table.copies - 1} + 0 * t.version) n`
  const from = table.columns.some(({ name }) => name === 'version')
    ? copies
    : `${rows} cross join generate_series(0, ${table.copies - 1}) n`
  await client.query(`create temp table "${table.name}_before" as table "${table.name}"`)
  await client.query(`delete from "${table.name}"`)
  await client.query(`insert into "${table.name}" (${names}) overriding system value select ${cells} from ${from}`)
  await client.query(`drop table "${table.name}_before"`)
}

/** What was done to flows, bills and rooms, in the order of its time. */
const addLogs = (client, flows) =>
  client.query(
    `insert into operation_log (label, resource, record_id, record_title, deed, area, path, changes, p_id, created_by, created_at, updated_at)
     select done.label, done.resource, done.record_id, done.record_title, done.deed, done.area, done.path, c.changes, p_id, 1 + at % 3, at, at from (
       select * from (
         select '新增流水' as label, 'flow' as resource, flow_id as record_id, sn as record_title, 1 as deed, 3 as area, '/api/flow/add' as path, created_at as at, p_id from flow where flow_id % 10 = 0
         union all select '编辑账单', 'bill', bill_id, sn, 2, 3, '/api/bill/edit', created_at, p_id from bill where bill_id % 10 > 5
         union all select '编辑房间', 'org', org_id, sn, 2, 1, '/api/org/edit', created_at, p_id from org
       ) every order by at limit ${Math.round(flows * LOGS_TO_A_FLOW)}
     ) done, (select coalesce((select changes from operation_log where deed = 1 limit 1), '[]') as changes) c`,
  )

/** The next key is after the last one, and after whatever has been posted of one: what is posted of the next is told apart by its key. */
const countOn = (client, table, key, posted) =>
  client.query(`select setval(pg_get_serial_sequence($1, $2), greatest((select max("${key}") from "${table}"), $3::bigint))`, [
    `"${table}"`,
    key,
    posted,
  ])

/** By table, which table each reference of its declaration leads to. */
const referencesDeclared = () =>
  withSource(async (load) => {
    const { resources, resourceNamed } = await load('/src/declared/declared.ts')
    const entries = resources.map(({ table, columns }) => [
      table,
      columns
        .filter(({ is, target, isStored }) => is === 'ref' && target && isStored)
        .map(({ name, target }) => [name, resourceNamed(target).table]),
    ])
    return new Map(entries)
  })

const fill = async (client, flows) => {
  const tables = await tablesOf(client, await referencesDeclared())
  setCopies(tables, flows)
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set wal_compression = off; set maintenance_work_mem = '1GB'`,
  )
  await client.query("set work_mem = '512MB'")
  const began = performance.now()
  const done = (name) => print(`  ${name}（${Math.round((performance.now() - began) / 1000)} 秒）`)
  for (const table of tables.values()) {
    await inBulk(client, table.name, () => copy(client, table, tables))
    if (table.n * table.copies > flows / 20) done(`${table.name} ${table.n * table.copies} 行`)
  }
  const [{ posted }] = await rowsOf(client, 'select max(source_id) as posted from journal_line')
  for (const table of tables.values()) if (table.key) await countOn(client, table.name, table.key, posted)
  await inBulk(client, 'operation_log', () => addLogs(client, flows))
  await countOn(client, 'operation_log', 'log_id', posted)
  done('operation_log')
  await client.query('set session_replication_role = origin; delete from cash_day')
  await countAnew(client)
  await client.query('vacuum analyze cash_day')
  await client.query('checkpoint')
}

/** Works while no job of the server does: at night one would read tables that are half full and know nothing of how full. Those that run are waited for. */
const withoutJobs = async (connection, work) => {
  const client = new pg.Client(connection)
  await client.connect()
  for (;;) {
    await client.query('begin; lock table job in share row exclusive mode')
    if ((await client.query("select from job where state = 'running'")).rowCount === 0) break
    await client.query('commit')
    await new Promise((done) => setTimeout(done, 200))
  }
  await work()
  await client.query('commit')
  await client.end()
}

/** What is due today is done in the sample: in its copies the day's jobs would find thirty times as much, bill it, and slow all that is measured. */
const doneForToday = async ({ connection }) => {
  const client = new pg.Client(connection())
  await client.connect()
  const isBusy = async () =>
    (await client.query("select from job where state = 'running' or (state = 'queued' and due_at <= extract(epoch from now()))")).rowCount >
    0
  // A job may follow another: ten looks in a row find none.
  for (let quiet = 0; quiet < 10; quiet = (await isBusy()) ? 0 : quiet + 1) await new Promise((done) => setTimeout(done, 500))
  await client.end()
}

/** The small sample is made once; each store begins as its copy, with its owners: PostgreSQL runs as nobody else. */
const copySample = async (dir) => {
  const from = join(dirname(dir), 'small')
  if (!existsSync(from)) {
    const server = await startServer({ dir: from, sample: 'small' })
    await doneForToday(server)
    await server.stop()
  }
  rmSync(dir, { recursive: true, force: true })
  if (spawnSync('cp', ['-a', from, dir], { stdio: 'inherit' }).status !== 0) throw new Error(`${from} could not be copied`)
}

/**
 * Gives the running server of a store with so many flows, and of everything else in proportion, made of the small sample's rows: once, and kept in `dir`. One that was not
 * finished is begun anew.
 */
export const grown = async (dir, flows, years, env = {}) => {
  YEARS = years
  const mark = join(dir, 'grown.json')
  if (!existsSync(mark)) await copySample(dir)
  const server = await startServer({ dir, sample: 'small', env })
  if (existsSync(mark)) return server
  print(`做一个 ${flows} 笔流水的库：`)
  const client = new pg.Client(server.connection())
  await client.connect()
  for (const text of ["set max_wal_size = '6GB'", "set checkpoint_timeout = '20min'"]) await client.query(`alter system ${text}`)
  await client.query('select pg_reload_conf()')
  await withoutJobs(server.connection(), () => fill(client, flows))
  for (const name of ['max_wal_size', 'checkpoint_timeout']) await client.query(`alter system reset ${name}`)
  await client.query('select pg_reload_conf()')
  await client.end()
  writeFileSync(mark, JSON.stringify({ flows }))
  return server
}
