import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resourceNamed } from '../../../src/declared/declared.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import { SUM_CAP } from '../../../src/protocol/envelope.ts'
import { MAX_FEN } from '../../../src/protocol/fen.ts'
import { rounds } from '../../help/depth.ts'
import { addAccount, addRow, fillGround, type Ground, tokenOf } from '../../help/store/ground.ts'
import { planOf } from '../../help/store/plans.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const ROWS = SUM_CAP + 500
const NAMES = ['张三丰', '张无忌', '李四', '王五']
const WAYS = [3, 7, 8, 11]

interface Flow {
  type: number
  way: number
  price: number
  p_id: number
  custom_name: string
  deal_time: number
}

let server: TestServer
let ground: Ground
let admin: string
let ofOne: string
let flows: Flow[]

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  admin = await tokenOf(server)
  ofOne = await tokenOf(server, await addAccount(server, 'one', ['/api/flow/index'], [1]))
  const { rows } = await sql<Flow>`
    insert into flow (type, "from", from_id, price, p_id, custom_name, way, deal_time, sn, start_date, end_date)
    select 1 + (n % 3 = 0)::integer, 2, ${ground.cost}, 1 + n * 7919 % 10007, 1 + n % 2, (${NAMES}::text[])[1 + n * 31 % 4], (${WAYS}::integer[])[1 + n * 17 % 4],
      1700000000 + n * 3600, 'T' || n, '2026-01-01', '2026-01-31'
    from generate_series(1, ${ROWS}::integer) n
    returning type, way, price, p_id, custom_name, deal_time
  `.execute(server.db)
  flows = rows
  await sql`analyze flow`.execute(server.db)
})
afterAll(() => server.close())

const sumsOf = (rows: readonly Flow[]) => {
  const of = (type: number) => rows.reduce((sum, row) => sum + (row.type === type ? row.price : 0), 0)
  // What came in has not been used for anything.
  return { price: { 1: of(1), 2: of(2) }, unused: of(1), input_tax: 0 }
}

const filters = fc.record(
  {
    type: fc.subarray([1, 2], { minLength: 1 }),
    way: fc.subarray(WAYS, { minLength: 1 }),
    custom_name: fc.constantFrom('张', '张三', '无忌', '四', '没有'),
    price_start: fc.integer({ min: 0, max: 10_000 }),
    deal_time_end: fc.integer({ min: 1_700_000_000, max: 1_700_000_000 + ROWS * 3600 }),
    p_id: fc.subarray([1, 2], { minLength: 1 }),
    order: fc.constantFrom('price', '-price', 'deal_time', '-flow_id'),
    page: fc.constantFrom(1, 2),
  },
  { requiredKeys: [] },
)

test('the totals are the sums of every row of the filter in scope, whether they come with the list or are asked for', async () => {
  await fc.assert(
    fc.asyncProperty(filters, fc.boolean(), async (asked, isOfOne) => {
      const { page: _page, order: _order, ...chosen } = asked
      const found = flows.filter(
        (row) =>
          (!isOfOne || row.p_id === 1) &&
          (chosen.type?.includes(row.type) ?? true) &&
          (chosen.way?.includes(row.way) ?? true) &&
          (chosen.p_id?.includes(row.p_id) ?? true) &&
          row.custom_name.includes(chosen.custom_name ?? '') &&
          row.price >= (chosen.price_start ?? 0) &&
          row.deal_time <= (chosen.deal_time_end ?? Number.MAX_SAFE_INTEGER),
      )
      const token = isOfOne ? ofOne : admin
      const listed = await server.call('/api/flow/index', { ...asked, page_rows: 5 }, token, 'B')
      expect(listed.data.count).toBe(found.length)
      expect(listed.data.sums).toEqual(found.length <= SUM_CAP ? sumsOf(found) : undefined)
      const alone = await server.call('/api/flow/index', { ...chosen, sums: 1 }, token)
      expect(alone.data).toEqual({ list: [], count: found.length, sums: sumsOf(found) })
    }),
    {
      numRuns: rounds(20, 60),
      examples: [
        [{}, false],
        [{}, true],
        [{ custom_name: '张', order: '-flow_id' }, false],
        [{ custom_name: '没有' }, true],
      ],
    },
  )
}, 60_000)

/** Scans of the flows that were begun. */
const scansIn = (plan: string): number =>
  plan.split('\n').filter((line) => / on flow /.test(line) && !line.includes('never executed')).length

test('a long list reads no more than without totals, and a search by text sums along the scan that counts', async () => {
  const flow = resourceNamed('flow')
  const columns = flow.columns.map((column) => {
    const { total: _total, ...spec } = column.spec as { total?: unknown }
    return { ...column, spec: spec as typeof column.spec }
  })
  const bare: CompleteResource = { ...flow, columns }
  for (const params of [{}, { type: [1, 2] }, { custom_name: '张三' }, { custom_name: '张三', order: '-flow_id' }]) {
    const [summed, plain] = [await planOf(server.db, flow, params, { isRun: true }), await planOf(server.db, bare, params, { isRun: true })]
    expect(scansIn(plain)).toBeGreaterThan(0)
    expect(scansIn(summed)).toBe(scansIn(plain))
  }
  expect(await planOf(server.db, flow, {}, { isRun: true })).toContain('never executed')
})

test('who may not read the list is not told its totals either, and no other list takes the param', async () => {
  const none = await tokenOf(server, await addAccount(server, 'none', ['/api/lessee/index']))
  expect((await server.call('/api/flow/index', { sums: 1 }, none)).code).toBe(403)
  expect((await server.call('/api/lessee/index', { sums: 1 }, none)).code).toBe(400)
})

test('what was voided does not count among the bills, and what is owed is what is not paid', async () => {
  await server.db.transaction().execute(async (tx) => {
    // Shares and settlements are not what is asked of here.
    await sql`set local session_replication_role = replica`.execute(tx)
    const bill = (values: object) =>
      addRow({ db: tx as unknown as TestServer['db'] }, 'bill', {
        ...{
          sn: `B${Math.random()}`,
          custom_name: '欠费人',
          from: 2,
          from_id: ground.cost,
          bill_date: '2026-01-01',
          start_date: '2026-01-01',
        },
        ...{ end_date: '2026-01-31', payer: 1, payment_ratio: 100, type: 1, price: 10_000, paid: 0, p_id: 1 },
        ...values,
      })
    await bill({})
    await bill({ paid: 2_500 })
    await bill({ is_void: 1 })
  })
  const { data } = await server.call('/api/bill/index', { custom_name: '欠费人' }, admin)
  expect(data).toMatchObject({ count: 3, sums: { price: 20_000, paid: 2_500, owed: 17_500 } })
})

test('a sum beyond what a number holds is left out of the list, and refused where it is asked for', async () => {
  await sql`
    insert into flow (type, "from", from_id, price, p_id, custom_name, way, deal_time, sn, start_date, end_date)
    select 1, 2, ${ground.cost}, ${MAX_FEN}::bigint, 1, '巨款', 3, 1700000000, 'M' || n, '2026-01-01', '2026-01-31' from generate_series(1, 901) n
  `.execute(server.db)
  const listed = await server.call('/api/flow/index', { custom_name: '巨款' }, admin)
  expect([listed.data.count, listed.data.sums]).toEqual([901, undefined])
  expect(await server.call('/api/flow/index', { custom_name: '巨款', sums: 1 }, admin)).toMatchObject({
    code: 400,
    data: { field: 'sums' },
  })
})
