import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { rowsQuery } from '../../../server/store/reading/list.ts'
import { pageQuery } from '../../../server/store/reading/pageQuery.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { adminServer } from '../../help/adminServer.ts'
import { proof } from '../../help/depth.ts'
import { addTenant, cardOf } from '../../help/store/ground.ts'
import { planOf } from '../../help/store/plans.ts'

// Of many bills few owe, of many entries few have no line: what is few is found without going through what is many.
const at = adminServer()
const tenant = 7
/** Days until which bills of one who has signed for being debited are due: at both ends of each age, and not yet. */
const dues = [-1, -30, -31, -60, -61, -90, -91, -180, -181, -365, -366, 0, 1]

beforeAll(async () => {
  const signer = await addTenant(at.server, { card: cardOf(7), withhold: 1 })
  await at.server.db.transaction().execute(async (tx) => {
    // What they are made of is not asked of here.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      with b as (
        insert into bill (sn, type, "from", price, paid, bill_date, start_date, end_date, payer, payment_ratio, custom_name, custom_id, org_id, p_id, is_void)
        select 'ZD' || n, 1, 1 + n % 2, 100, case when n % 100 = 0 then 0 else 100 end, current_date - 3 - n % 900, '2026-01-01', '2026-01-31', 1, 100, '欠费人', ${tenant}::integer + n % 500,
          1, 1, 0 from generate_series(1, 20000) n returning bill_id, paid
      ) insert into bill_share (bill_id, party, price, paid, p_id) select bill_id, 1, 100, paid, 1 from b
    `.execute(tx)
    const { rows: contracts } = await sql<{ contract_id: number }>`
      insert into contract (sn, org_id, custom_id, p_id, start_date, end_date, rent, deposit, status)
      select 'HT' || status, 1, ${signer}::integer, 1, '2026-01-01', '2026-12-31', 100, 100, status from unnest(array[4, 7]) status returning contract_id
    `.execute(tx)
    await sql`
      with b as (
        insert into bill (sn, type, "from", price, paid, bill_date, start_date, end_date, payer, payment_ratio, custom_name, custom_id, org_id, p_id, is_void, contract_id)
        select 'DK' || n || due, 1, 1, 100, n, current_date + due, current_date + due * 2 - n - 9, current_date, 1, 100, '代扣人', ${signer}::integer, 1, 1, 0, (${contracts.map(({ contract_id }) => contract_id)}::integer[])[1 + -due % 3]
        from unnest(${dues}::integer[]) due, unnest(array[0, 40]) n returning bill_id, paid
      ) insert into bill_share (bill_id, party, price, paid, p_id) select bill_id, 1, 100, paid, 1 from b
    `.execute(tx)
    await sql`insert into flow (sn, type, "from", price, deal_time, own_account_id, line_id, p_id, way, custom_name, unused, start_date, end_date, from_id)
      select 'LS' || n, 1, 2, 100, 1700000000 + n * 1000, 900001 + n % 3, case when n > 15000 and n % 50 > 2 then n end, 1, 3, '某人', 0, '2026-01-01', '2026-01-31', 1 from generate_series(1, 20000) n`.execute(
      tx,
    )
    // VAT is new here: all of it is at the end.
    await sql`insert into journal_line (day, event, ledger_account_id, side, source_id, place, price, p_id)
      select current_date - 1000 + n / 20, 1, case when n > 19000 and n % 5 = 0 then (array[34, 36, 40])[1 + n % 3] else 10 + n % 3 end, 1, n, 1, 100, 1 from generate_series(1, 20000) n`.execute(
      tx,
    )
    await sql`insert into statement (own_account_id, from_day, to_day, lines, known, income, outgo, enters, file_name, sha256, p_id)
      values (900001, '2024-05-07', '2024-05-31', 1, 0, 100, 0, 2, '对账单.csv', 'a', 1)`.execute(tx)
  })
  for (const table of ['bill', 'bill_share', 'flow', 'journal_line']) await sql`analyze ${sql.table(table)}`.execute(at.server.db)
})

test.each(['open_share', 'arrears_share'])('%s begins at the bills that owe, and counts by them', async (name) => {
  const plan = await planOf(at.server.db, resourceNamed(name), {})
  expect(plan).toMatch(/bill_rest_by_date|bill_owed/)
  expect(plan).not.toMatch(/Seq Scan on bill|bill_pkey|bill_bill_date_order|Merge Join/)
})

test.each(['open_share', 'arrears_share'])('%s of a kind of bills of which none owes looks at no bill', async (name) => {
  const plan = await planOf(at.server.db, resourceNamed(name), { from: [4] })
  expect(plan).toContain('bill_rest_by_kind')
})

test.each(['open_share', 'arrears_share', 'billWithhold'])(
  '%s by the beginning of a number looks at no bill that is paid',
  async (name) => {
    const plan = await planOf(at.server.db, resourceNamed(name), { sn: 'ZD12' })
    expect(plan).toContain('bill_rest_by_sn')
    expect(plan).not.toContain('bill_sn_starts_at')
  },
)

test.each([
  ['arrears_share', 'age', [1, 2, 3, 4, 5, 6]],
  ['arrears_share', 'ended', [1, 2, 3]],
  ['billWithhold', 'state', [1, 2, 4]],
] as const)('%s by %s is of the bills of its days, which are those that the view says it of', async (name, column, choices) => {
  const resource = resourceNamed(name)
  for (const choice of choices) {
    const plan = await planOf(at.server.db, resource, { [column]: [choice] })
    expect(plan).toMatch(/Index Cond: [^\n]*bill_date/)
    expect(plan).not.toContain('CASE')
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from ${sql.table(resource.source)} where ${sql.ref(column)} = ${choice}
    `.execute(at.server.db)
    expect(rows[0]?.n, `${choice}`).toBeGreaterThan(0)
    expect((await pageQuery(resource, { [column]: [choice] }, null).execute(at.server.db)).rows[0]?.total_, `${choice}`).toBe(rows[0]?.n)
  }
})

test.each(['day', '-day'])('the lines that VAT is made of are in the order of their own days: %s', async (order) => {
  const plan = await planOf(at.server.db, resourceNamed('vat_line'), { order })
  expect(plan).toContain('using journal_line_vat')
  expect(plan).not.toMatch(/Sort|journal_line_day/)
})

test.each(['open_share', 'arrears_share'])('%s of a tenant is of his own bills', async (name) => {
  const plan = await planOf(at.server.db, resourceNamed(name), { custom_id: [tenant] })
  expect(plan).toMatch(new RegExp(`Index Cond: \\(+custom_id = ${tenant}\\)`))
})

test.each(['ledger', 'bill_line', 'recognition'])('%s of a year is in the order of an index, by its months', async (name) => {
  const plan = await planOf(at.server.db, resourceNamed(name), { month: '2025-1' })
  expect(plan).toContain("Index Cond: (month = ANY ('{2025-10,2025-11,2025-12}'::text[]))")
})

test('deposits by a name are those of the tenants who have it: a view has no bands to look through', async () => {
  const plan = await planOf(at.server.db, resourceNamed('deposit'), { custom_name: '欠费人' })
  expect(plan).not.toContain('CTE wide')
  expect(plan).toContain('on lessee named')
})

test.each(['deposit', 'contract'])(
  'whose a %s is, is asked of the row at hand: nobody goes through all tenants for those of the name',
  async (name) => {
    const plan = await planOf(at.server.db, resourceNamed(name), { custom_name: '欠费人' })
    const walk = plan.slice(plan.lastIndexOf('->  Result'))
    expect(walk).toContain('Index Scan using lessee_pkey on lessee named')
    expect(walk).not.toMatch(/hashed|Seq Scan on lessee/)
  },
)

/** The plan of what reads a page's rows by their keys, where it has the choice between indexes alone. */
const rowsPlan = (name: string) =>
  at.server.db.transaction().execute(async (tx) => {
    for (const way of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin']) await sql`set local enable_${sql.raw(way)} = off`.execute(tx)
    const asked = rowsQuery(tx, resourceNamed(name), [101, 102], null, resourceNamed).compile(tx)
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>({ ...asked, sql: `explain (costs off) ${asked.sql}` } as never)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })

test.each([
  ['the meters of a page are read by their rooms', 'meter_due', /Index Cond: .*org_id = ANY \(\(InitPlan/],
  ['the parts of a page are read by their keys', 'plan_part', /Index Cond: \(part_id = ANY/],
  ['the contracts of a page of plans are read by these plans', 'plan_contract', /Index Cond: .*plan_id = ANY \(\(InitPlan/],
])('%s, and not of all there are', async (_what, name, found) => {
  expect(await rowsPlan(name)).toMatch(found)
})

test('what is paid of plans is reckoned in the query that asks, once a plan, and of none that does not ask', async () => {
  const planned = async (query: string) => {
    const { rows } = await sql.raw<{ 'QUERY PLAN': string }>(`explain (verbose, costs off) ${query}`).execute(at.server.db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const asking = await planned('select settled, rest, next_due, late_owed from payment_plan_view')
  expect(asking.match(/ on public.plan_share /g)).toHaveLength(1)
  expect(asking).not.toContain('plan_settled')
  expect(await planned('select plan_id, first_day from payment_plan_view')).not.toMatch(/plan_share|plan_part/)
})

test('deposits by the beginning of a number are found by an index that has all they are found by', async () => {
  const plan = await at.server.db.transaction().execute(async (tx) => {
    for (const way of ['seqscan', 'bitmapscan']) await sql`set local enable_${sql.raw(way)} = off`.execute(tx)
    return planOf(tx as unknown as typeof at.server.db, resourceNamed('deposit'), { sn: 'HT2026' })
  })
  expect(plan.slice(0, plan.indexOf('SubPlan'))).toMatch(/Index Only Scan using contract_sn_starts_at/)
})

/** How many rows of these tables a query looks at, where it has the choice between indexes alone: of so few rows it would rather read all. */
const lookedAt = (query: string, tables: readonly string[]) =>
  at.server.db.transaction().execute(async (tx) => {
    const counts = async () => {
      const { rows } = await sql<{ n: number }>`
        select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as n from pg_stat_xact_user_tables
        where schemaname = 'public' and relname = any(${tables}::text[]) order by relname
      `.execute(tx)
      return rows.map(({ n }) => n)
    }
    for (const name of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'])
      await sql`select set_config(${name}, 'off', true)`.execute(tx)
    const before = await counts()
    await sql.raw(query).execute(tx)
    return (await counts()).map((n, place) => n - (before[place] ?? 0))
  })

test('what has no line is looked for among that alone', async () => {
  const scans = await at.server.db.transaction().execute(async (tx) => {
    await sql`select count(*) from open_items(current_date)`.execute(tx)
    const { rows } = await sql<{ n: number }>`select pg_stat_get_xact_numscans('flow_unlined'::regclass)::integer as n`.execute(tx)
    return rows[0]?.n
  })
  expect(scans).toBe(1)
})

proof(
  'the entries of a line are looked for by the line, also where the planner knows of none that has one: the first statement of a large store',
  async () => {
    const plan = await at.server.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = 'replica'`.execute(tx)
      await sql`insert into flow (type, "from", from_id, price, custom_name, way, start_date, end_date, deal_time, sn, own_account_id, line_id)
      select 1, 2, 1, 100, '赵六', 3, current_date, current_date, 1790000000 + n, 'LINED' || n, 1, n from generate_series(1, 2000) n`.execute(
        tx,
      )
      await sql`update flow set line_id = null`.execute(tx)
      await sql`analyze flow`.execute(tx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off) select sum(price) from flow where line_id = 5`.execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('Index Cond: (line_id = 5)')
  },
)

test('rates of rents, rooms let and vacant and the figures of the month are sums that are kept', async () => {
  await sql`insert into occupancy (occupancy_id, org_id, p_id, state, start_date, last_date) select n, n, 1, 1 + n % 2, current_date - n % 500, '2999-12-31' from generate_series(900001, 902000) n`.execute(
    at.server.db,
  )
  await sql`insert into closing (month, status) select to_char(current_date, 'YYYY-MM'), 1 where not exists (select from closing)`.execute(
    at.server.db,
  )
  for (const view of ['collection_view', 'month_now_view', 'vacancy_view']) {
    const looked = await lookedAt(`select * from ${view}`, ['bill', 'bill_share', 'allocation', 'flow', 'occupancy', 'org'])
    expect(looked.filter((n) => n > 100)).toEqual([])
  }
})
