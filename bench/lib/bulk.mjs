/** Fills a table without its rules and indexes, which are made again over all its rows. */
export const inBulk = async (client, table, work) => {
  await client.query(`alter table "${table}" disable trigger user`)
  const { rows } = await client.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index i where indrelid = $1::regclass
     and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [`"${table}"`],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  for (const { made } of rows) await client.query(made)
  await client.query(`alter table "${table}" enable trigger user`)
  await client.query(`vacuum analyze "${table}"`)
}

/** What the store sums of its journal lines, which came past its triggers. */
export const sumLines = async (client) => {
  await client.query('delete from tally_posted')
  await client.query(
    `insert into tally_posted (ledger_account_id, p_id, day, n, debit, credit, is_pending)
     select ledger_account_id, p_id, day, count(*), sum(case side when 1 then price else 0 end), sum(case side when 2 then price else 0 end), false
     from journal_line group by 1, 2, 3`,
  )
  await client.query('vacuum analyze tally_posted')
}
