import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { capOf } from '../../../server/store/reading/pageQuery.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { fillGround, flat, tokenOf } from '../../help/store/ground.ts'
import { planOf } from '../../help/store/plans.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const LISTS = [
  { resource: 'bill', path: '/api/bill/index', key: 'bill_id', view: 'bill_view', states: [1, 2, 3, 4, 5] },
  { resource: 'ledger', path: '/api/ledger/index', key: 'ledger_id', view: 'ledger_view', states: [1, 2, 3] },
]

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  const ground = await fillGround(server)
  token = await tokenOf(server)
  const house = await server.call('/api/org/add', flat(ground), token)
  // Every mixture of paid, due and void, of debts few among many: what most of the time has left behind is settled.
  await server.db.transaction().execute(async (tx) => {
    // Shares are not what is asked of here.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
    insert into bill (sn, custom_name, type, payer, payment_ratio, "from", from_id, org_id, p_id, price, paid, is_void, bill_date, start_date, end_date)
    select 'ZT' || n, '租客', 2, 1, 100, 1 + n % 2, 1, ${house.data.org_id[0]}::integer, 1, 1000 + n % 7,
      case when n % 50 < 44 then 1000 + n % 7 when n % 50 = 49 then 0 else (n % 4) * 300 end, case when n % 50 = 49 then 1 else 0 end,
      current_date + 20 - n % 901, current_date - n % 900, current_date - n % 900 + 30
    from generate_series(1, 30000) n
  `.execute(tx)
  })
  await sql`select bills_get_lines(array(select bill_id from bill))`.execute(server.db)
  await sql`analyze bill, bill_line`.execute(server.db)
})
afterAll(() => server.close())

describe.each(LISTS)('$resource by its state', ({ resource, path, key, view, states }) => {
  test.each([...states.map((state) => [[state]]), [[1, 2]], [[2, 3]]])('finds the rows of which the view says so: %j', async (state) => {
    const { rows } = await sql<{ key: number }>`
      select ${sql.ref(key)} as key from ${sql.table(view)} where state = any(${state}::integer[]) order by key desc
    `.execute(server.db)
    expect(rows.length).toBeGreaterThan(0)
    const { data } = await server.call(path, { state, page: 1, page_rows: 100, order: `-${key}` }, token)
    expect(data.list.map((row: Record<string, number>) => row[key])).toEqual(rows.slice(0, 100).map((row) => row.key))
    expect(data.count).toBe(Math.min(rows.length, capOf(resourceNamed(resource), { state })))
  })
})

test('the oldest debt is the beginning of an index, and counting debts looks at nothing else', async () => {
  const plan = await planOf(server.db, resourceNamed('bill'), { state: [4], order: 'bill_date' })
  expect(plan).toMatch(/Index (Only )?Scan (Backward )?using bill_owed/)
  expect(plan).not.toMatch(/Sort|Seq Scan/)
})
