import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRow, addTenant, cardOf, fillGround, flat, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let admin: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await tokenOf(server)
  const ground = await fillGround(server)
  const org_id = (await server.call('/api/org/add', flat(ground), admin)).data.org_id[0]
  await sql`update org set p_id = 1`.execute(server.db)
  const lease = { org_id, rent: 100000, deposit: 1, p_id: 1, status: 7 }
  const tenants = [
    await addTenant(server, { name: '欧阳小明', card: cardOf(1) }),
    await addTenant(server, { name: '李小明', card: cardOf(2) }),
  ]
  const company_id = await addRow(server, 'company', {
    name: '欧阳实业有限公司',
    code: '91310000MA1FL0000A',
    contact: '王',
    phone: '13912345678',
  })
  for (const [place, custom_id] of tenants.entries())
    await addRow(server, 'contract', {
      ...lease,
      sn: `HT2020010100000${place}`,
      custom_id,
      start_date: `202${place}-01-01`,
      end_date: `202${place}-12-31`,
    })
  const both = { ...lease, company_id, start_date: '2022-01-01', end_date: '2022-12-31' }
  await addRow(server, 'contract', { ...both, sn: 'HT20220101000003', kind: 2 })
  // Whose name it shows is the tenant's, who comes first.
  await addRow(server, 'contract', {
    ...both,
    sn: 'HT20220101000004',
    custom_id: tenants[1],
    start_date: '2023-01-01',
    end_date: '2023-12-31',
  })
})
afterAll(() => server.close())

test.each(['欧阳', '欧阳小', '小明', '李', '实业有限', '龘龘'])(
  'a contract is found by %s where its list shows it',
  async (custom_name) => {
    const { data } = await server.call('/api/contract/index', { custom_name, page: 1, page_rows: 20 }, admin)
    const { rows } = await sql<{ sn: string }>`
    select sn from contract_view where position(${custom_name}::text in custom_name) > 0 order by start_date desc, contract_id desc
  `.execute(server.db)
    expect(data.list.map((row: { sn: string }) => row.sn)).toEqual(rows.map(({ sn }) => sn))
    expect(data.count).toBe(rows.length)
  },
)
