import { withSource } from './source.mjs'

/** Fills a table without its rules and indexes, which are made again over all its rows. */
export const inBulk = async (client, table, work) => {
  const { rows } = await client.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index i where indrelid = $1::regclass
     and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [`"${table}"`],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  // No trigger runs, and what its rows refer to is not looked up row by row: they are made of what is there.
  await client.query(`set session_replication_role = replica`)
  await work()
  await client.query(`set session_replication_role = origin`)
  await client.query(`set maintenance_work_mem = '1GB'`)
  for (const { made } of rows) await client.query(made)
  await client.query(`reset maintenance_work_mem`)
  await client.query(`vacuum analyze "${table}"`)
}

/** Counts anew what the store keeps counted of these tables, whose rows came past its triggers; without a name, of all. */
export const countAnew = async (client, ...tables) => {
  await withSource(async (load) => {
    const { plan } = await load('/server/store/bringUp/plan.ts')
    const { recount } = await load('/server/store/facts/tallies.ts')
    const { kyselyOn } = await load('/server/store/connection/database.ts')
    const connection = { query: (...asked) => client.query(...asked), release: () => {} }
    const db = kyselyOn({ connect: async () => connection, end: async () => {} })
    for (const tally of plan.tallies.filter(({ of }) => tables.length === 0 || tables.includes(of))) await recount(db, tally)
  })
  const { rows } = await client.query(`select tablename as name from pg_tables where schemaname = 'public' and tablename ~ '^tally_'`)
  for (const { name } of rows) await client.query(`vacuum analyze "${name}"`)
}
