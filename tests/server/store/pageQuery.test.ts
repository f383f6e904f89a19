import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NARROW_BAND_BITS } from '../../../server/store/bringUp/tables.ts'
import { capOf, pageQuery } from '../../../server/store/reading/pageQuery.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { COUNT_CAP, TEXT_COUNT_CAP } from '../../../src/protocol/envelope.ts'
import { planOf } from '../../help/store/plans.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const LAST_KEY = 2 ** 31 - 1
const BAND = 2 ** NARROW_BAND_BITS

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const fill = (name: string, from: number, count: number) =>
    sql`
    insert into role (role_id, name) select n, ${name} || n from generate_series(${from}::bigint, ${from + count - 1}::bigint) n`.execute(
      server.db,
    )
  // More than are counted, all at the beginning; others on both sides of a wide band's end; some far off, the last with the last keys there can be.
  await fill('安居一', BAND - 700, TEXT_COUNT_CAP + 1200)
  await fill('乐业一', 7 * BAND - 1000, 2500)
  await fill('安居二', 900 * BAND - 5, 10)
  await fill('安居三', LAST_KEY - 20, 21)
  // As the store leaves a table of which much is new within a minute: how it is read follows from what is known of it.
  await sql`analyze role`.execute(server.db)
})
afterAll(() => server.close())

test('a list in the order of its keys gives the page that sorting every row found would give, wherever those lie', async () => {
  const role = resourceNamed('role')
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('安居', '乐业', '安居一', '一1', '居'),
      fc.boolean(),
      fc.constantFrom(1, 7, 20, 100),
      fc.nat({ max: 1999 }),
      async (name, isDescending, page_rows, place) => {
        const page = Math.floor(place / page_rows) + 1
        const { rows } = await pageQuery(role, { name, page, page_rows, order: `${isDescending ? '-' : ''}role_id` }, null).execute(
          server.db,
        )
        const way = isDescending ? sql`desc` : sql`asc`
        const all = await sql<{ keys: number[]; total: number }>`
          select array(select role_id from role where position(${name} in name) > 0 order by role_id ${way} limit ${page_rows} offset ${(page - 1) * page_rows}) as keys,
            (select count(*) from role where position(${name} in name) > 0) as total
        `.execute(server.db)
        expect(rows[0]).toEqual({ keys_: all.rows[0]?.keys, total_: Math.min(Number(all.rows[0]?.total), TEXT_COUNT_CAP + 1) })
      },
    ),
    {
      numRuns: 60,
      examples: [
        ['安居', true, 20, 20],
        ['安居', false, 20, 700],
        ['乐业', true, 100, 1999],
      ],
    },
  )
})

test('a text that is held by rows at the far end is looked for by the index, band by band', async () => {
  const { sql: text, parameters } = pageQuery(resourceNamed('role'), { name: '安居一', page: 1, page_rows: 20 }, null).compile(server.db)
  const { rows } = await server.db.executeQuery<{ 'QUERY PLAN': string }>({
    ...sql`select 1`.compile(server.db),
    sql: `explain (costs off) ${text}`,
    parameters,
  } as never)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('role_name_banded')
  expect(plan).not.toContain('Seq Scan')
})

const SPAN = { deal_time_start: 1_700_000_000, deal_time_end: 1_702_000_000 }

test.each([
  ['of a project', { p_id: [1] }, 'flow_p_id_filter'],
  ['of one way', { way: [3] }, 'flow_way_filter'],
  ['of a room', { org_id: [1] }, 'flow_org_id_filter'],
])('the flows %s in a span of days are one piece of an index', async (_of, params, index) => {
  await server.db.connection().execute(async (db) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await sql`set enable_${sql.raw(way)} = off`.execute(db)
    const plan = await planOf(db as typeof server.db, resourceNamed('flow'), { ...params, ...SPAN })
    expect(plan).toMatch(new RegExp(`Scan Backward using ${index}`))
    expect(plan).not.toMatch(/Sort|CTE/)
  })
})

test.each([
  ['by two of the values', { way: [3, 7], ...SPAN }],
  ['by two columns', { way: [3], type: [1] }],
  ['in another order', { way: [3], ...SPAN, order: 'price' }],
])('the flows %s are found first and put in order then', async (_by, params) => {
  expect(await planOf(server.db, resourceNamed('flow'), params)).toContain('CTE found')
})

test('what has to be reckoned row by row is counted as far as a text is, what an index has as far as any', () => {
  const capIn = (name: string, params: Record<string, unknown>) => capOf(resourceNamed(name), params)
  expect(capIn('ledger', { state: [2] })).toBe(TEXT_COUNT_CAP)
  expect(capIn('ledger', { month: '2026-01', p_id: [1] })).toBe(TEXT_COUNT_CAP)
  expect(capIn('trial', {})).toBe(COUNT_CAP)
  expect(capIn('bill', { state: [4] })).toBe(COUNT_CAP)
  expect(capIn('role', { name: '安居' })).toBe(TEXT_COUNT_CAP)
})
