import { type Kysely, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { proof } from '../../help/depth.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addTenant, cardOf, flat } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()

type Line = Record<string, number>
type Run = (text: string) => Promise<Line[]>
const running =
  (db: unknown): Run =>
  async (text) =>
    (await sql.raw<Line>(text).execute(db as Kysely<never>)).rows
const run = (text: string) => running(at.server.db)(text)

/** What the store refuses of a statement: the constraint's name, or nothing. */
const refusal = (text: string): Promise<string | undefined> =>
  run(text).then(
    () => undefined,
    (error) => error.constraint ?? error.message,
  )

let org_id: number
let custom_id: number
beforeAll(async () => {
  org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  custom_id = await addTenant(at.server, { name: '李雷', card: cardOf(900) })
})

let made = 0
const keys = (rows: Line[], name: string): number[] => rows.map((row) => Number(row[name]))
/** Bills of so much each, with one share of the tenant's; gives the shares. */
const owe = async (n: number, price: number, more = '2, null::integer'): Promise<number[]> =>
  keys(
    await run(`with made as (
      insert into bill (sn, type, "from", contract_id, price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, custom_id, org_id, p_id)
      select 'SET' || ${made++} || '-' || n, 1, ${more}, ${price}, current_date, date '2026-01-01' + n, date '2026-12-31' + n, 1, 100, '李雷', ${custom_id}, ${org_id}, 1
      from generate_series(1, ${n}) n returning bill_id, price
    ) insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, price, 1 from made returning share_id`),
    'share_id',
  )
const receive = async (n: number, price: number, more = '1, null::integer'): Promise<number[]> =>
  keys(
    await run(`insert into flow (type, reverses, "from", from_id, price, custom_name, way, start_date, end_date, deal_time, sn, p_id)
      select ${more}, 2, ${at.ground.cost}, ${price}, '李雷', 3, '2026-01-01', '2026-01-31', 1790000000, 'SET' || ${made++} || '-' || n, 1
      from generate_series(1, ${n}) n returning flow_id`),
    'flow_id',
  )

type Part = readonly [from: number | undefined, share: number | undefined, price: number]
const settling = (parts: readonly Part[], source = 'flow_id') =>
  `insert into allocation (${source}, share_id, price, p_id) values ${parts.map(([from, share, price]) => `(${from}, ${share}, ${price}, 1)`).join(', ')}`
/** Gives what settles as it is written here: from what, to which share, how much. */
const saying = (names: Record<string, number | undefined>) => (text: string, source?: string) =>
  settling(
    text.split(', ').map((one): Part => {
      const [from = '', share = '', price] = one.split(' ')
      return [names[from], names[share], Number(price)]
    }),
    source,
  )
const left = async (flows: readonly (number | undefined)[]) =>
  keys(await run(`select unused from flow where flow_id in (${flows.join(', ')}) order by flow_id`), 'unused')
const paid = async (shares: readonly (number | undefined)[]) => {
  const rows = await run(
    `select s.paid as share, b.paid as bill from bill_share s join bill b using (bill_id) where share_id in (${shares.join(', ')}) order by share_id`,
  )
  for (const { share, bill } of rows) expect(bill).toBe(share)
  return keys(rows, 'share')
}

test('several of one entry and of one share in one statement come to their sum, in the books too', async () => {
  const [flows, shares] = [await receive(2, 100), await owe(2, 80)]
  const [[f, g], [s, t]] = [flows, shares]
  const said = saying({ f, g, s, t })
  expect(await refusal(said('f s 30, g t 10, f s 20, f t 40, g s 30'))).toBeUndefined()
  expect(await left(flows)).toEqual([10, 60])
  expect(await paid(shares)).toEqual([80, 50])
  // What a statement takes back it may give anew, also where nothing was left before.
  expect(await refusal(said('f t 10, f s -50, f t 20, g s 50'))).toBeUndefined()
  expect(await left(flows)).toEqual([30, 10])
  expect(await paid(shares)).toEqual([80, 80])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('too much by the sum of a statement is refused, of an entry and of a share, and nothing of it is done', async () => {
  const [flows, shares] = [await receive(2, 100), await owe(3, 80)]
  const [[f, g], [s, t, u]] = [flows, shares]
  const said = saying({ f, g, s, t, u })
  const refused = async (constraint: string, ...all: string[]) => {
    for (const text of all) expect([text, await refusal(said(text))]).toEqual([text, constraint])
  }
  await refused('allocation_within_flow', 'g u 1, f s 60, f t 41', 'f s 60, f s 10, f t 31')
  await refused('bill_share_paid', 'g u 1, f s 50, g s 31', 'f s 50, f s 31')
  await run(said('f s 50'))
  await refused('allocation_taken_back', 'f s -30, f s -21', 'f t 60, f s -51', 'g u 5, g s -1')
  expect(await left(flows)).toEqual([50, 100])
  expect(await paid(shares)).toEqual([50, 0, 0])
})

test('a deposit that is used settles no more than it was; of a contract’s deposit each payment is held', async () => {
  const contracts = keys(
    await run(`insert into contract (sn, org_id, custom_id, p_id, start_date, end_date, rent, deposit, status)
      select 'SET' || n, ${org_id}, ${custom_id}, 1, '2026-01-01', '2026-12-31', 100, 100, 8 from generate_series(1, 2) n returning contract_id`),
    'contract_id',
  )
  const [[s], [t]] = [await owe(1, 80, `3, ${contracts[0]}`), await owe(1, 80, `3, ${contracts[1]}`)]
  const [f] = await receive(1, 200)
  const said = saying({ f, s, t })
  expect(await refusal(said('f s 50, f t 80, f s 30'))).toBeUndefined()
  expect(await refusal(said('f t -10, f t -20'))).toBeUndefined()
  const held = await run(`
    select sum(price)::integer as sum, count(*)::integer as n from deposit_entry where contract_id in (${contracts.join()})
    group by contract_id order by contract_id`)
  expect([keys(held, 'sum'), keys(held, 'n')]).toEqual([
    [80, 50],
    [2, 3],
  ])
  const deposit = `insert into deposit_entry (kind, contract_id, price, day, p_id) values (4, ${contracts[0]}, -60, current_date, 1) returning entry_id`
  const [e] = keys(await run(deposit), 'entry_id')
  const [v, w] = await owe(2, 80)
  const using = (text: string) => refusal(saying({ e, v, w })(text, 'entry_id'))
  expect(await using('e v 40, e w 21')).toBe('allocation_within_deposit')
  expect(await using('e v 40, e w 20')).toBeUndefined()
  expect(await using('e w 1')).toBe('allocation_within_deposit')
  expect(await paid([v, w])).toEqual([40, 20])
})

test('one wrong entry among others is refused by its own rule; a reversed one gets nothing back that it could use', async () => {
  const [[f], [reversed], [out]] = [await receive(1, 100), await receive(1, 100), await receive(1, 100, '2, null::integer')]
  const shares = await owe(3, 80)
  const [s, t, u] = shares
  await run(settling([[reversed, s, 70]]))
  const red = await at.server.db.transaction().execute(async (tx) => {
    const within = running(tx)
    const [made] =
      await within(`insert into flow (type, reverses, "from", from_id, price, custom_name, way, start_date, end_date, deal_time, sn, p_id)
      values (1, ${reversed}, 2, ${at.ground.cost}, -100, '李雷', 3, '2026-01-01', '2026-01-31', 1790000000, 'RED', 1) returning flow_id`)
    await within(saying({ f, reversed, s, t })('f t 60, reversed s -30, f s 10, reversed s -40'))
    return made?.flow_id
  })
  expect(await left([f, reversed])).toEqual([30, 0])
  expect(await paid(shares)).toEqual([10, 60, 0])
  const among = (wrong: number | undefined) => refusal(saying({ f, wrong, s, t, u })('f t 5, wrong u 1, f s 5'))
  expect(await among(reversed)).toBe('allocation_of_standing')
  expect(await among(red)).toBe('allocation_of_entry')
  expect(await among(out)).toBe('allocation_of_receipt')
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('statements at once over the same entries and shares, in orders that cross, wait for each other and lose nothing', async () => {
  const [flows, shares] = [await receive(60, 1000), await owe(60, 1000)]
  const orders = [(n: number) => n, (n: number) => 59 - n, (n: number) => (n * 7) % 60, (n: number) => (n * 53 + 11) % 60]
  const asked = Array.from({ length: 5 }, () => orders).flat()
  const refused = await Promise.all(
    asked.map((at, round) =>
      refusal(settling(flows.map((_, n): Part => [flows[at(n)], shares[at(59 - ((n + round) % 60))], 1 + (n % 3)]))),
    ),
  )
  expect(refused).toEqual(asked.map(() => undefined))
  const sum = (all: number[]) => all.reduce((total, one) => total + one, 0)
  expect(sum(await paid(shares))).toBe(20 * 120)
  expect(sum(await left(flows))).toBe(60 * 1000 - 20 * 120)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

proof('after thousands by one statement, the next one on the same connection reads no table from end to end', async () => {
  const [flows, shares] = [await receive(2001, 100), await owe(2001, 100)]
  await run('analyze flow, bill, bill_share, allocation')
  const pairs = flows.map((flow, n): Part => [flow, shares[n], 100])
  await at.server.db.transaction().execute(async (tx) => {
    const within = running(tx)
    const read = () =>
      within(
        `select relname, seq_scan::integer as n from pg_stat_xact_user_tables where relname in ('flow', 'bill', 'bill_share', 'allocation', 'contract') order by 1`,
      )
    await within(settling(pairs.slice(1)))
    const before = await read()
    await within(settling(pairs.slice(0, 1)))
    expect(await read()).toEqual(before)
  })
})
