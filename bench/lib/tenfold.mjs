import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import pg from 'pg'
import { startServer } from './server.mjs'

const COPIES = 9
/** What rooms, their contracts and what is owed for them are kept from, each after what it names. */
const TABLES = ['community', 'unit', 'org', 'lessee', 'contract', 'bill', 'bill_share', 'waiting', 'reserve']
/** Unique across the store: each copy has its own. */
const NUMBERS = new Set(['sn', 'region_number', 'receipt'])
const SPAN = 10_000_000

const columnsOf = async (client, table) =>
  (
    await client.query(
      `select attname as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [table],
    )
  ).rows

/** Gives by column of a table which copied table it names, its own key included. */
const namedBy = async (client, table) => {
  const { rows } = await client.query(
    `select a.attname as name, c.confrelid::regclass::text as target from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.conrelid = $1::regclass and c.contype = 'f' and cardinality(c.conkey) = 1
     union select a.attname, $1::text from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.conrelid = $1::regclass and c.contype = 'p'`,
    [table],
  )
  return new Map(rows.map(({ name, target }) => [name, target]))
}

const copy = async (client, table, spans) => {
  const [columns, named] = [await columnsOf(client, table), await namedBy(client, table)]
  const cell = ({ name }) => {
    if (spans.has(named.get(name))) return `t."${name}" + n * ${spans.get(named.get(name))}`
    if (NUMBERS.has(name)) return `t."${name}" || '-' || n`
    if (name.endsWith('$hash')) return `sha256(t."${name}" || n::text::bytea)`
    return `t."${name}"`
  }
  const names = columns.map(({ name }) => `"${name}"`).join()
  await client.query(`insert into ${table} (${names}) select ${columns.map(cell).join()} from ${table} t, generate_series(1, ${COPIES}) n`)
}

/**
 * Gives a data directory with ten times the rooms of the sample's, made from it by copying what rooms' facts are made of; made once.
 * Indexes and triggers are put off meanwhile, and everything that the store keeps is kept anew.
 */
export const tenfold = async (dir) => {
  const large = `${dir}-tenfold`
  // With its owners: PostgreSQL runs as nobody else.
  if (!existsSync(large) && spawnSync('cp', ['-a', dir, large], { stdio: 'inherit' }).status !== 0)
    throw new Error(`${dir} could not be copied`)
  const server = await startServer({ dir: large })
  const client = new pg.Client(server.connection())
  await client.connect()
  const { rows } = await client.query('select count(*) as n from org')
  if (Number(rows[0].n) < 1_000_000) {
    const spans = new Map(TABLES.map((table) => [table, SPAN]))
    await client.query('begin')
    await client.query("set local session_replication_role = replica; set local maintenance_work_mem = '1GB'")
    const { rows: indexes } = await client.query(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index i
       where indrelid = any($1::text[]::regclass[]) and not exists (select from pg_constraint where conindid = i.indexrelid)`,
      [[...TABLES, 'occupancy']],
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const table of TABLES) await copy(client, table, spans)
    for (const { text } of indexes) await client.query(text)
    await client.query('commit')
    await client.query('vacuum analyze')
    // A declaration that reads as changed makes the next start keep all facts anew, as an upgrade does.
    await client.query("update applied set hash = '' where name = 'declarations'")
  }
  await client.end()
  await server.stop()
  return large
}
