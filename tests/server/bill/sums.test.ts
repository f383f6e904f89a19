import { type Kysely, sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { proof } from '../../help/depth.ts'
import { flat } from '../../help/store/ground.ts'
import { untilOneWaits } from '../../help/store/locks.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()

type Run = (text: string) => Promise<Record<string, number>[]>
const running =
  (db: Kysely<never>): Run =>
  async (text) =>
    (await sql.raw<Record<string, number>>(text).execute(db)).rows
const outside = (text: string) => running(at.server.db as unknown as Kysely<never>)(text)

/** Does statements in one transaction, and says what the store refuses of it: the constraint's name, or nothing. */
const inOne = async (work: (run: Run) => Promise<unknown>): Promise<string | undefined> => {
  try {
    await at.server.db.transaction().execute((tx) => work(running(tx as unknown as Kysely<never>)))
    return undefined
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? String(error)
  }
}

let org_id: number
beforeAll(async () => {
  org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
})

let made = 0
const bills = (n: number, price = 100) => `
  insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, org_id, p_id)
  select 'SUM' || ${made++} || '-' || n, 1, 1, ${price}, current_date, current_date, current_date, 1, 100, '李雷', ${org_id}, 1 from generate_series(1, ${n}) n
  returning bill_id, price`
const shares = (from: string, price = 'price', party = 1) =>
  `insert into bill_share (bill_id, party, price, p_id) select bill_id, ${party}, ${price}, 1 from ${from}`
const share = (bill_id: number, price: number, party = 1) => shares(`(values (${bill_id})) b (bill_id)`, String(price), party)
const billIn = async (run: Run): Promise<number> => (await run(bills(1)))[0]?.bill_id ?? 0

/** A bill of 100 that stands with its share. */
let bill_id: number
beforeEach(async () => {
  bill_id = (await outside(`with made as (${bills(1)}) ${shares('made')} returning bill_id`))[0]?.bill_id ?? 0
})
const SUMS = 'bill_shares_sum'

test('bills and shares of one statement, of two, the shares one by one, and an amount that comes and goes are taken', async () => {
  expect(await inOne((run) => run(`with made as (${bills(50)}) ${shares('made')}`))).toBeUndefined()
  expect(
    await inOne(async (run) => {
      const id = await billIn(run)
      await run(share(id, 30))
      await run(share(id, 70, 2))
      await run(share(id, 5, 3))
      await run(`delete from bill_share where bill_id = ${id} and party = 3`)
    }),
  ).toBeUndefined()
  expect(await outside('select * from bill_sum_due')).toEqual([])
})

test('a bill without shares is refused, alone and among others', async () => {
  expect(await inOne((run) => run(bills(1)))).toBe(SUMS)
  expect(await inOne((run) => run(bills(20)))).toBe(SUMS)
  const most = `(select * from made where bill_id > (select min(bill_id) from made)) others`
  expect(await inOne((run) => run(`with made as (${bills(20)}) ${shares(most)}`))).toBe(SUMS)
  expect(await inOne(async (run) => [await run(share(await billIn(run), 100)), await run(bills(1))])).toBe(SUMS)
})

test('too little and too much are refused, by one statement and by several', async () => {
  for (const price of [99, 101, 0]) {
    expect([price, await inOne((run) => run(`with made as (${bills(3)}) ${shares('made', String(price))}`))]).toEqual([price, SUMS])
    expect([price, await inOne(async (run) => run(share(await billIn(run), price)))]).toEqual([price, SUMS])
  }
  const oneWrong = "case when sn like '%-7' then 99 else price end"
  const wider = `with made as (${bills(20)}, sn) ${shares('made', oneWrong)}`
  expect(await inOne((run) => run(wider))).toBe(SUMS)
  expect(await inOne((run) => run(`with made as (${bills(3)}), first as (${shares('made')}) ${shares('made', '1', 2)}`))).toBe(SUMS)
})

test('a share that comes later is refused, in the same transaction and in another, also where its amount is the bill’s', async () => {
  for (const price of [1, 100]) {
    expect(
      await inOne(async (run) => {
        const [later] = await run(`with made as (${bills(1)}) ${shares('made')} returning bill_id`)
        await run(share(later?.bill_id ?? 0, price, 2))
      }),
    ).toBe(SUMS)
    expect(await inOne((run) => run(share(bill_id, price, 2)))).toBe(SUMS)
  }
})

const line = (bill_id: number, price: number): string =>
  `insert into bill_line (bill_id, month, start_date, end_date, days, price, kind, p_id) values (${bill_id}, '2026-01', '2026-01-01', '2026-01-31', 31, ${price}, 1, 1)`

test('a price, a share, or whose share it is, that changes, and a share that goes, are refused', async () => {
  const other = (await outside(`with made as (${bills(1)}) ${shares('made')} returning bill_id`))[0]?.bill_id
  for (const wrong of [
    `update bill set price = 101 where bill_id = ${bill_id}`,
    `update bill_share set price = 99 where bill_id = ${bill_id}`,
    `delete from bill_share where bill_id = ${bill_id}`,
    `update bill_share set bill_id = ${other}, party = 2 where bill_id = ${bill_id}`,
    // The bill that gets it is right then, and the one that lost it is not.
    `with more as (update bill set price = 200 where bill_id = ${other}) update bill_share set bill_id = ${other}, party = 2 where bill_id = ${bill_id}`,
  ])
    expect([wrong, await inOne((run) => run(wrong))]).toEqual([wrong, SUMS])
  expect(
    await inOne(async (run) => {
      await run(`update bill set price = 150 where bill_id = ${bill_id}`)
      await run(share(bill_id, 50, 2))
      await run(line(bill_id, 50))
    }),
  ).toBeUndefined()
  for (const wrong of [`update bill set price = 151 where bill_id = ${bill_id}`, line(bill_id, 1)])
    expect(
      await inOne(async (run) => {
        await run(wrong)
        await run(share(bill_id, 1, 3))
      }),
    ).toBe(wrong.startsWith('update') ? 'bill_lines_sum' : SUMS)
  expect(await inOne((run) => run(line(bill_id, 1)))).toBe('bill_lines_sum')
})

test('what was right for a moment and is not at the end is refused; a step that is taken back is not looked at', async () => {
  expect(
    await inOne(async (run) => {
      const id = await billIn(run)
      await run(share(id, 100))
      await run(`update bill_share set price = 50 where bill_id = ${id}`)
    }),
  ).toBe(SUMS)
  expect(
    await inOne(async (run) => {
      await run('savepoint before')
      await run(bills(1))
      await run('rollback to before')
    }),
  ).toBeUndefined()
  expect(
    await inOne(async (run) => {
      await run(bills(1))
      // Whoever takes the note of it away is asked all the same.
      await run('delete from bill_sum_due')
    }),
  ).toBe(SUMS)
})

test('asked at once, each statement is refused by itself', async () => {
  expect(await inOne(async (run) => [await run('set constraints all immediate'), await run(bills(1)), await run('rollback')])).toBe(SUMS)
  expect(
    await inOne(async (run) => {
      await run('set constraints all immediate')
      await run(`with made as (${bills(3)}) ${shares('made')}`)
    }),
  ).toBeUndefined()
})

test('two at once: each adds what alone would be right, and only one of them is taken', async () => {
  let [first, second] = [() => {}, () => {}]
  const [added, looked] = [new Promise<void>((resolve) => (first = resolve)), new Promise<void>((resolve) => (second = resolve))]
  const raised = (party: number) => async (run: Run) => {
    const raised = await run(`update bill set price = price + 50 where bill_id = ${bill_id} and price = 100 returning bill_id`)
    await run(share(bill_id, 50, party))
    if (raised.length > 0) await run(line(bill_id, 50))
  }
  const one = inOne(async (run) => {
    await raised(2)(run)
    first()
    await looked
  })
  await added
  // The other finds the price raised already when it is its turn, and adds a share that is too much.
  const other = inOne(raised(3))
  await untilOneWaits(at.server)
  second()
  expect([await one, await other]).toEqual([undefined, SUMS])
  const [{ price, sum } = {}] = await outside(
    `select price, (select sum(price)::integer from bill_share s where s.bill_id = b.bill_id) as sum from bill b where bill_id = ${bill_id}`,
  )
  expect([price, sum]).toEqual([150, 150])
})

test('two at once: a share comes while the price changes, neither knowing of the other; both are refused', async () => {
  let go = () => {}
  const both = new Promise<void>((resolve) => (go = resolve))
  const share_alone = inOne(async (run) => [await run(share(bill_id, 50, 2)), await both])
  const price_alone = inOne(async (run) => [await run(`update bill set price = 150 where bill_id = ${bill_id}`), go()])
  expect([await share_alone, await price_alone]).toEqual([SUMS, SUMS])
})

proof('after thousands by one statement, the next bill on the same connection reads no table from end to end', async () => {
  const many = () => `with made as (${bills(3000)}) ${shares('made')}`
  await outside(many())
  await outside('analyze bill, bill_share')
  const read = async (run: Run) =>
    (
      await run(`select relname, seq_scan::integer as n from pg_stat_xact_user_tables where relname in ('bill', 'bill_share') order by 1`)
    ).map(({ n }) => n)
  expect(
    await inOne(async (run) => {
      await run(many())
      const before = await read(run)
      await run(`with made as (${bills(1)}) ${shares('made')}`)
      await run(share(await billIn(run), 100))
      expect(await read(run)).toEqual(before)
    }),
  ).toBeUndefined()
})

test('the months of many bills are told apart by one plan: none is planned for a bill of its own', async () => {
  const called = await at.server.db.transaction().execute(async (tx) => {
    const run = running(tx as unknown as Kysely<never>)
    await run("set local track_functions = 'all'")
    await run(`with made as (${bills(50, 3100)}) ${shares('made')}`)
    return run(`select funcname, calls::integer from pg_stat_xact_user_functions where funcname in ('by_months', 'bills_get_lines')`)
  })
  expect(called).toEqual([{ funcname: 'bills_get_lines', calls: 1 }])
})
