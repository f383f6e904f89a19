import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { rounds } from '../../help/depth.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addTenant, flat, flowOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { call, ask } = at
const { rowsOf } = jobNodes(at)

let org_id: number
let custom_id: number
beforeAll(async () => {
  org_id = done(await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  custom_id = await addTenant(at.server, { name: '尾差户' })
  await save(100, 2)
})

/** 核销设置 as an accountant saves it. */
const save = async (tolerance: number, short: number, more: Record<string, unknown> = {}): Promise<void> => {
  const { version } = done(await call('/api/cancelVerificationSetting/detail')).data
  done(await ask('/api/cancelVerificationSetting/save', { mode: 1, sure: 90, order: 1, tolerance, short, reversal: 1, ...more, version }))
}
const bill = async (price: number, from = 2): Promise<{ bill_id: number; share_id: number }> => {
  const { bill_id } = done(
    await ask('/api/bill/create', {
      ...{
        org_id,
        from,
        from_id: from === 3 ? at.ground.pledge : at.ground.cost,
        price,
        bill_date: '2026-01-01',
        payer: 1,
        payment_ratio: 100,
      },
      ...{ custom_id, custom_name: '尾差户', late: 0, contract_id: 0, type: 2, start_date: '2026-01-01', end_date: '2026-12-31' },
    }),
  ).data
  const [share] = await rowsOf<{ share_id: number }>(`select share_id from bill_share where bill_id = ${bill_id}`)
  return { bill_id, share_id: share?.share_id ?? 0 }
}
const money = async (price: number): Promise<number> =>
  done(await ask('/api/flow/add', flowOf(at.ground, { custom_name: '尾差户', price, way: 3, p_id: 1 }))).data.flow_id
const match = async (flow_id: number, ...shares: number[]): Promise<number> => {
  done(await ask('/api/open_receipt/match', { flow_id, shares }))
  const [row] = await rowsOf<{ match_id: number }>('select max(match_id) as match_id from match')
  return row?.match_id ?? 0
}
const stateOf = async (bill_id: number) => {
  const { state, price, paid, owed } = done(await call('/api/bill/detail', { bill_id })).data
  return { state, price, paid, owed }
}
const balance = async (code: string): Promise<number> => {
  const [row] = await rowsOf<{ price: number }>(
    `select coalesce(sum(case side when 1 then j.price else -j.price end), 0)::bigint as price from journal_line j join ledger_account a using (ledger_account_id) where a.code = '${code}'`,
  )
  return row?.price ?? 0
}

test('a payment short by no more than is allowed settles its bill; undone, all of it is owed again', async () => {
  const { bill_id, share_id } = await bill(100_000)
  const match_id = await match(await money(99_900), share_id)
  expect(await stateOf(bill_id)).toEqual({ state: 3, price: 99_900, paid: 99_900, owed: 0 })
  expect(await balance('6711.01')).toBe(100)
  expect(await wrongInBooks(at.server.db)).toEqual([])
  done(await ask('/api/match/undo', { match_id }))
  expect(await stateOf(bill_id)).toEqual({ state: 4, price: 100_000, paid: 0, owed: 100_000 })
  expect(await balance('6711.01')).toBe(0)
  expect(await wrongInBooks(at.server.db)).toEqual([])
  // And again: a later match has a difference of its own.
  await match(await money(99_950), share_id)
  expect(await balance('6711.01')).toBe(50)
})

test('a fen more than is allowed stays owed; so does what is short of a deposit, and all where the setting says so', async () => {
  const [over, deposit] = [await bill(100_000), await bill(100_000, 3)]
  await match(await money(99_899), over.share_id)
  await match(await money(99_950), deposit.share_id)
  expect([(await stateOf(over.bill_id)).owed, (await stateOf(deposit.bill_id)).owed]).toEqual([101, 50])
  await save(100, 1)
  const kept = await bill(100_000)
  await match(await money(99_950), kept.share_id)
  expect((await stateOf(kept.bill_id)).owed).toBe(50)
  await save(100, 2)
})

test('a reversal of the money takes the difference with it', async () => {
  const { bill_id, share_id } = await bill(50_000)
  const flow_id = await money(49_999)
  await match(flow_id, share_id)
  expect((await stateOf(bill_id)).state).toBe(3)
  done(await ask('/api/flow/reverse', { flow_id, note: '试' }))
  expect(await stateOf(bill_id)).toMatchObject({ price: 50_000, paid: 0, owed: 50_000 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test.each([
  ['of one match', true],
  ['of two matches', false],
])('a bill that two payments %s settled, one of which is reversed, owes the difference again', async (_how, isOne) => {
  const { bill_id, share_id } = await bill(50_000)
  const [first, last] = [await money(30_000), await money(19_950)]
  if (isOne) done(await ask('/api/open_receipt/match', { ids: [first, last], shares: [share_id] }))
  else for (const flow_id of [first, last]) await match(flow_id, share_id)
  expect(await stateOf(bill_id)).toMatchObject({ price: 49_950, owed: 0 })
  done(await ask('/api/flow/reverse', { flow_id: first, note: '试' }))
  expect(await stateOf(bill_id)).toMatchObject({ price: 50_000, paid: 19_950, owed: 30_050 })
  await match(await money(30_000), share_id)
  expect(await stateOf(bill_id)).toMatchObject({ price: 49_950, owed: 0 })
  done(await ask('/api/flow/reverse', { flow_id: last, note: '试' }))
  expect(await stateOf(bill_id)).toMatchObject({ price: 50_000, paid: 30_000, owed: 20_000 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('whatever is paid, matched, undone and reversed, the books hold and nothing more than the tolerance is ever given', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          price: fc.integer({ min: 200, max: 5_000 }),
          short: fc.integer({ min: -50, max: 150 }),
          ends: fc.constantFrom('keep', 'undo', 'reverse'),
        }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      fc.boolean(),
      async (deeds, isOver) => {
        await save(100, 2, isOver ? { over: 2 } : {})
        for (const { price, short, ends } of deeds) {
          const { bill_id, share_id } = await bill(price)
          const flow_id = await money(price - short)
          const match_id = await match(flow_id, share_id)
          const given = short > 0 && short <= 100 ? short : 0
          expect((await stateOf(bill_id)).owed).toBe(Math.max(0, short) - given)
          expect(await unused(flow_id)).toBe(isOver ? 0 : Math.max(0, -short))
          if (ends === 'undo') done(await ask('/api/match/undo', { match_id }))
          if (ends === 'reverse') done(await ask('/api/flow/reverse', { flow_id, note: '试' }))
          if (ends !== 'keep') expect((await stateOf(bill_id)).owed).toBe(price)
        }
        expect(await wrongInBooks(at.server.db)).toEqual([])
      },
    ),
    { numRuns: rounds(6, 200) },
  )
})

test('what a taxed bill is short of is taxed all the same', async () => {
  const rates = [{ from: 2, code: '3040801010000000000', rate: 6, kind: 1 }]
  const { version } = done(await call('/api/invoice/detail')).data
  done(await ask('/api/invoice/save', { title: '安居房屋运营有限公司', city: '上海市', rates, paid_first: 2, by: 1, version }))
  const { bill_id, share_id } = await bill(106_000)
  const match_id = await match(await money(105_950), share_id)
  expect(await stateOf(bill_id)).toMatchObject({ state: 3 })
  const vat = async () =>
    (await rowsOf<{ price: number }>(`select sum(price)::bigint as price from bill_vat where bill_id = ${bill_id}`))[0]?.price
  expect(await vat()).toBe(6_000)
  expect(await wrongInBooks(at.server.db)).toEqual([])
  done(await ask('/api/match/undo', { match_id }))
  expect(await vat()).toBe(6_000)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

/** Bills before this one are other tests'. */
let since = 0
/** Has what is over booked, or not, in a test of its own. */
const begin = async (): Promise<void> => {
  await save(100, 2, { over: 2 })
  since = (await rowsOf<{ bill_id: number }>('select max(bill_id) as bill_id from bill'))[0]?.bill_id ?? 0
}
/** What of an entry is not used, and the bills that were made of what was left of money and stand. */
const unused = async (flow_id: number): Promise<number> =>
  (await rowsOf<{ unused: number }>(`select unused from flow where flow_id = ${flow_id}`))[0]?.unused ?? 0
const overs = async (): Promise<number[]> =>
  (
    await rowsOf<{ price: number }>(
      `select b.price from bill b join cost c on c.id = b.from_id where b."from" = 2 and c.income = 6 and b.is_void = 0 and b.bill_id > ${since} order by b.bill_id`,
    )
  ).map(({ price }) => Number(price))

test('what is paid too much by no more than is allowed is booked with its match, untaxed, and undone or reversed with it', async () => {
  await begin()
  const one = await bill(10_000)
  const [flow_id, before] = [await money(10_070), await balance('6301.03')]
  const match_id = await match(flow_id, one.share_id)
  expect([await unused(flow_id), await overs(), (await balance('6301.03')) - before]).toEqual([0, [70], -70])
  expect(done(await call('/api/match/detail', { match_id })).data).toMatchObject({ price: 10_070, shares: 2, receipts: 1 })
  const { list } = done(await call('/api/bill/index', { custom_name: '尾差户', page_rows: 100, order: '-bill_id' })).data
  expect(list[0]).toMatchObject({ item: '尾差（多付）', price: 70, state: 3, contract_id: null, custom_name: '尾差户' })
  expect(await rowsOf(`select from bill_vat v join bill b using (bill_id) where b.price = 70`)).toEqual([])
  expect(await wrongInBooks(at.server.db)).toEqual([])
  done(await ask('/api/match/undo', { match_id }))
  expect([await unused(flow_id), await overs(), (await stateOf(one.bill_id)).owed]).toEqual([10_070, [], 10_000])
  expect(await balance('6301.03')).toBe(before)
  await match(flow_id, one.share_id)
  expect(await overs()).toEqual([70])
  done(await ask('/api/flow/reverse', { flow_id, note: '试' }))
  expect([await overs(), (await stateOf(one.bill_id)).owed]).toEqual([[], 10_000])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('it stays on account where it is a fen more, where something is owed still, of a deposit, and where nobody chose otherwise', async () => {
  await begin()
  const [much, first, second, deposit] = [await bill(10_000), await bill(300), await bill(400), await bill(10_000, 3)]
  const [a, b, c, d] = [await money(10_101), await money(350), await money(10_050), await money(10_050)]
  await match(a, much.share_id)
  await match(b, first.share_id, second.share_id)
  await match(c, deposit.share_id)
  await save(100, 2)
  await match(d, (await bill(10_000)).share_id)
  expect([await unused(a), await unused(b), await unused(c), await unused(d)]).toEqual([101, 0, 50, 50])
  expect(await overs()).toEqual([])
})

test('of two entries the second’s rest is booked, and one reversed takes back just its own', async () => {
  await begin()
  const one = await bill(10_000)
  const [a, b] = [await money(6_000), await money(4_020)]
  done(await ask('/api/open_receipt/match', { ids: [a, b], shares: [one.share_id] }))
  expect([await unused(b), await overs()]).toEqual([0, [20]])
  done(await ask('/api/flow/reverse', { flow_id: b, note: '试' }))
  expect([await overs(), (await stateOf(one.bill_id)).owed]).toEqual([[], 4_000])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('an item that was retired is told, and nothing is matched', async () => {
  await begin()
  await rowsOf('update cost set retired = 1, version = version + 1 where income = 6')
  const [one, flow_id] = [await bill(10_000), await money(10_001)]
  expect(await ask('/api/open_receipt/match', { flow_id, shares: [one.share_id] })).toMatchObject({
    code: 409,
    msg: '费用项“尾差（多付）”已停用或改了科目：请启用并记入“小额差异、长款”，或在核销设置选“留作预收”',
  })
  expect(await unused(flow_id)).toBe(10_001)
  await rowsOf('update cost set retired = 0, version = version + 1 where income = 6')
})
