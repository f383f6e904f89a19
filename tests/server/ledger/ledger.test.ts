import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeBills } from '../../../server/domain/bill/index.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { auditAllFacts } from '../../../server/store/facts/keepFacts.ts'
import { allOf, filtersOf } from '../../../server/store/reading/filters.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { adminServer } from '../../help/adminServer.ts'
import { proof, rounds } from '../../help/depth.ts'
import { addTenant, flat } from '../../help/store/ground.ts'
import { planOf } from '../../help/store/plans.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const rowsOf = async <T>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(at.server.db)).rows

let org_id: number
let custom_id: number
beforeAll(async () => {
  org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  custom_id = await addTenant(at.server, { name: '王小明' })
})

let made = 0
/** A rent bill that nobody counted by rents: its months follow from its days. */
const bill = async (price: number, start: string, end: string, day = '2026-01-05'): Promise<{ bill_id: number; share_id: number }> => {
  made += 1
  const [row] = await rowsOf<{ bill_id: number; share_id: number }>(`with made as (
      insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_id, custom_name, org_id, p_id)
      values ('LG${made}', 1, 1, ${price}, '${day}', '${start}', '${end}', 1, 100, ${custom_id}, '王小明', ${org_id}, 1) returning bill_id
    ) insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, ${price}, 1 from made returning bill_id, share_id`)
  if (!row) throw new Error('no bill was made')
  return row
}

const adjust = async ({ bill_id, share_id }: { bill_id: number; share_id: number }, kind: number, price: number): Promise<void> => {
  if (price === 0) return
  made += 1
  await rowsOf(`insert into bill_adjust (sn, bill_id, share_id, kind, price, reason, p_id)
    values ('LA${made}', ${bill_id}, ${share_id}, ${kind}, ${price}, '试', 1)`)
}

const pay = async ({ share_id }: { share_id: number }, price: number): Promise<void> => {
  if (price === 0) return
  made += 1
  await rowsOf(`with came as (
      insert into flow (type, "from", from_id, price, custom_name, way, start_date, end_date, deal_time, sn, p_id)
      values (1, 2, ${at.ground.cost}, ${price}, '王小明', 3, '2026-01-01', '2026-01-31', 1790000000, 'LF${made}', 1) returning flow_id
    ) insert into allocation (flow_id, share_id, price, p_id) select flow_id, ${share_id}, ${price}, 1 from came`)
}

interface Month {
  month: string
  receivable: number
  reduced: number
  received: number
  bad: number
  arrears: number
  rate: number
  state: number
}
const ledger = async (bill_id: number): Promise<Month[]> =>
  done(await at.call('/api/ledger/index', { bill_id: [bill_id], order: 'month', page_rows: 100 })).data.list
const figures = (months: readonly Month[]) =>
  months.map(({ month, receivable, received, arrears }) => [month, receivable, received, arrears])

test('a quarter’s bill has three rows, and what is paid of it goes to its months from the first on', async () => {
  const quarter = await bill(30_000, '2025-10-01', '2025-12-31')
  await pay(quarter, 15_000)
  expect(figures(await ledger(quarter.bill_id))).toEqual([
    ['2025-10', 10_000, 10_000, 0],
    ['2025-11', 10_000, 5000, 5000],
    ['2025-12', 10_000, 0, 10_000],
  ])
  expect((await ledger(quarter.bill_id)).map(({ state, rate }) => [state, rate])).toEqual([
    [3, 100],
    [2, 50],
    [2, 0],
  ])
  for (const [state, months] of [
    [2, ['2025-11', '2025-12']],
    [3, ['2025-10']],
    [1, []],
  ] as const) {
    const { list } = done(await at.call('/api/ledger/index', { bill_id: [quarter.bill_id], state: [state], order: 'month' })).data
    expect([state, list.map(({ month }: Month) => month)]).toEqual([state, months])
  }
})

test('a row opens: what its bill is for and what came for it', async () => {
  const one = await bill(20_000, '2025-08-01', '2025-09-30')
  await pay(one, 100)
  const { list } = done(await at.call('/api/ledger/index', { bill_id: [one.bill_id], month: '2025-08' })).data
  expect(list).toHaveLength(1)
  const { data } = done(await at.call('/api/ledger/detail', { ledger_id: list[0].ledger_id }))
  expect(data).toMatchObject({ month: '2025-08', receivable: 10_000, received: 100, bill_id: one.bill_id })
  for (const [name, count] of [
    ['bill_line', 2],
    ['allocation', 1],
  ] as const)
    expect(done(await at.call(`/api/${name}/index`, { bill_id: [data.bill_id] })).data.list).toHaveLength(count)
})

test('a rent that changes within a month is one row of that month', async () => {
  const line = (start_date: string, end_date: string, days: number, rent: number, price: number) => ({
    ...{ month: start_date.slice(0, 7), start_date, end_date, days, rent, price },
  })
  const contract = await rowsOf<{
    contract_id: number
  }>(`insert into contract (sn, org_id, custom_id, p_id, start_date, end_date, rent, deposit, status)
    values ('HTL', ${org_id}, ${custom_id}, 1, '2025-03-01', '2025-04-30', 100, 0, 9) returning contract_id`)
  const contract_id = contract[0]?.contract_id ?? 0
  await inTransaction(at.server.db, null, (tx) =>
    makeBills(
      tx,
      [
        {
          ...{ contract_id, org_id, unit_id: org_id, p_id: 1, custom_id, company_id: null, custom_name: '王小明', from: 1, from_id: null },
          ...{ price: 350, bill_date: '2025-03-01', start_date: '2025-03-01', end_date: '2025-04-30', payer: 1 },
          lines: [
            line('2025-03-01', '2025-03-15', 15, 100, 50),
            line('2025-03-16', '2025-03-31', 16, 200, 100),
            line('2025-04-01', '2025-04-30', 30, 200, 200),
          ],
        },
      ],
      null,
    ),
  )
  const { list } = done(await at.call('/api/ledger/index', { contract_id: [contract_id], order: 'month' })).data
  expect(list).toMatchObject([
    { month: '2025-03', start_date: '2025-03-01', end_date: '2025-03-31', receivable: 150 },
    { month: '2025-04', receivable: 200 },
  ])
})

const deed = fc.oneof(
  fc.record({ deed: fc.constant('pay' as const), part: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ deed: fc.constantFrom('reduce' as const, 'cut' as const, 'writeOff' as const), part: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ deed: fc.constant('void' as const), part: fc.constant(0) }),
)
const KINDS = { cut: 2, reduce: 3, writeOff: 4 } as const

test('whatever is paid, reduced, cut short, written off and voided, the months of a bill sum to it, and so does the whole ledger', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 900_000 }),
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 1, max: 200 }),
      fc.array(deed, { maxLength: 6 }),
      async (price, from, days, deeds) => {
        const day = (n: number): string => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10)
        const one = await bill(price, day(from), day(from + days))
        const now = async () =>
          (
            await rowsOf<{ price: number; paid: number; reduced: number; bad: number; is_void: number }>(
              `select * from bill where bill_id = ${one.bill_id}`,
            )
          )[0]
        for (const { deed: name, part } of deeds) {
          const bill = await now()
          const open = Math.floor((((bill?.price ?? 0) - (bill?.paid ?? 0)) * part) / 100)
          if (bill?.is_void === 1) break
          if (name === 'pay') await pay(one, open)
          else if (name !== 'void') await adjust(one, KINDS[name], -open)
          else if (bill?.paid === 0 && bill.bad === 0) await rowsOf(`update bill set is_void = 1 where bill_id = ${one.bill_id}`)
        }
        const bill_ = await now()
        const months = await ledger(one.bill_id)
        const sum = (of: (month: Month) => number): number => months.reduce((total, month) => total + of(month), 0)
        if (bill_?.is_void === 1) expect(months).toEqual([])
        else
          expect([
            sum((m) => m.receivable - m.reduced - m.bad),
            sum((m) => m.received),
            sum((m) => m.reduced),
            sum((m) => m.bad),
            sum((m) => m.arrears),
          ]).toEqual([...[bill_?.price, bill_?.paid, bill_?.reduced, bill_?.bad], (bill_?.price ?? 0) - (bill_?.paid ?? 0)])
        expect(new Set(months.map(({ month }) => month)).size).toBe(months.length)
      },
    ),
    { numRuns: rounds(40, 300) },
  )
  const { sums } = done(await at.call('/api/ledger/index', { sums: 1 })).data
  const [all] = await rowsOf<
    Record<string, number>
  >(`select sum(price + reduced + bad)::bigint as receivable, sum(reduced)::bigint as reduced,
      sum(paid)::bigint as received, sum(bad)::bigint as bad, sum(price - paid) filter (where bill_date < current_date)::bigint as arrears
    from bill where "from" = 1 and is_void = 0`)
  expect(sums).toMatchObject(all ?? {})
  // 收缴率 and the workbench say the same of the whole.
  const [others] = await rowsOf<Record<string, number>>(`select
      (select all_due from collection_view where p_id = 1 order by month desc limit 1) as due,
      (select sum(receivable)::bigint from tally_rent) as tallied, (select sum(received)::bigint from tally_rent) as received,
      (select sum(price)::bigint from rents_paid()) as came`)
  const due = sums.receivable - sums.reduced
  expect(others).toEqual({ due, tallied: due, received: sums.received, came: sums.received })
  expect((await auditAllFacts(at.server.db)).filter(({ wrong }) => wrong > 0)).toEqual([])
})

test('a page is the beginning of an index, of all projects, of one, of a month, and of both', async () => {
  await sql`analyze bill, bill_line`.execute(at.server.db)
  await at.server.db.connection().execute(async (db) => {
    await sql`set enable_seqscan = off`.execute(db)
    await sql`set enable_sort = off`.execute(db)
    for (const [params, scope, index] of [
      [{}, null, 'bill_line_heads_by_month'],
      [{}, [1], 'bill_line_heads_of_project'],
      [{ month: '2024-05' }, null, 'bill_line_heads_by_month'],
      [{ month: '2024-05' }, [1], 'bill_line_heads_of_project'],
      [{ month: '2024-05', p_id: [1] }, null, 'bill_line_heads_of_project'],
    ] as const) {
      const plan = await planOf(db as typeof at.server.db, resourceNamed('ledger'), params, { scope })
      expect([params, scope, plan]).toEqual([params, scope, expect.stringContaining(index)])
      expect(plan).not.toMatch(/Sort/)
    }
  })
})

test('as of a day that has passed it has what was known then: what was reduced since is not in it', async () => {
  const one = await bill(20_000, '2025-05-01', '2025-06-30')
  await rowsOf('update row_history_begun set day = current_date - 30')
  const ago = 'extract(epoch from current_date - 10)::bigint'
  await at.server.db.transaction().execute(async (tx) => {
    await sql.raw('set local session_replication_role = replica').execute(tx)
    for (const table of ['bill', 'bill_share', 'bill_line'])
      await sql.raw(`update ${table} set created_at = ${ago} where bill_id = ${one.bill_id}`).execute(tx)
  })
  done(await at.ask('/api/bill/reduce', { bill_id: one.bill_id, how: 1, amount: 5000, why: '减' }))
  const [row] = await rowsOf<{ day: string }>('select (current_date - 5)::text as day')
  const seen = async (more: Record<string, unknown>) =>
    done(await at.call('/api/ledger/index', { bill_id: [one.bill_id], order: 'month', ...more })).data.list.map(
      ({ receivable, reduced, arrears }: Month) => [receivable, reduced, arrears],
    )
  expect(await seen({})).toEqual([
    [10_000, 2500, 7500],
    [10_000, 2500, 7500],
  ])
  expect(await seen({ as_of: row?.day })).toEqual([
    [10_000, 0, 10_000],
    [10_000, 0, 10_000],
  ])
})

proof('the planner knows that few of many bills owe: it looks for the months that are owed among those', async () => {
  await rowsOf('alter table bill disable trigger user; alter table bill_line disable trigger user')
  await rowsOf(`insert into bill (sn, type, "from", price, paid, bill_date, start_date, end_date, payer, payment_ratio, custom_id, custom_name, org_id, p_id)
    select 'LM' || n, 1, 1, 1000, case n % 100 when 0 then 0 else 1000 end, '2019-01-05', '2019-01-01', '2019-01-31', 1, 100, ${custom_id}, '王小明', ${org_id}, 1
    from generate_series(1, 20000) n`)
  await rowsOf(`insert into bill_line (bill_id, month, start_date, end_date, days, rent, price, kind, heads, p_id)
    select bill_id, '2019-01', start_date, end_date, 31, 1000, 1000, 1, 1, p_id from bill where sn like 'LM%'`)
  await rowsOf('alter table bill enable trigger user; alter table bill_line enable trigger user')
  await rowsOf('analyze bill; analyze bill_line')
  const owed = (await at.ask('/api/ledger/index', { state: [2], month: '2019-01', p_id: [1] })).data.count
  expect(owed).toBe(200)
  const filters = filtersOf(resourceNamed('ledger'), { state: [2] })
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>`
    explain (format json) select ledger_id from ledger_view as t where ${allOf(filters.conditions)}`.execute(at.server.db)
  // How many the planner reckons with: a third of all if it is not told.
  expect(rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows']).toBeLessThan(owed * 2)
})
