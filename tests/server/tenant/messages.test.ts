import { expect, test } from 'vitest'
import { notify } from '../../../server/domain/message/index.ts'
import { adminServer } from '../../help/adminServer.ts'
import { addAccount, addRow, addTenant, cardOf, companyCode, flat, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at

test('what one was told about a tenant’s contract stands on his page and on the company’s, for oneself alone, and goes along when he is merged', async () => {
  const { server } = at
  const company_id = await addRow(server, 'company', {
    name: '临港科技',
    code: companyCode(1),
    contact: '陈',
    phone: '13800000000',
    p_id: 1,
  })
  const [tenant, entry] = [await addTenant(server, { card: cardOf(1) }), await addTenant(server, { card: cardOf(2) })]
  const org_id = (await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  const life = { org_id, p_id: 1, start_date: '2026-01-01', end_date: '2027-01-01', rent: 100, deposit: 100, status: 7 }
  const contract = await addRow(server, 'contract', { sn: 'HT1', custom_id: tenant, company_id, ...life })
  const other = await addRow(server, 'contract', { sn: 'HT2', custom_id: entry, ...life })
  const reader = await addAccount(server, 'reader', [])
  const token = await tokenOf(server, reader)
  await server.db.transaction().execute(async (tx) => {
    for (const id of [contract, other]) await notify(tx, [1, reader], '合同即将到期', `合同 ${id}`, { resource: 'contract', id })
    await notify(tx, [reader], '房间长期空置', '房间', { resource: 'org', id: org_id })
  })
  const told = async (by: Record<string, unknown>, who?: string): Promise<string[]> =>
    (await ask('/api/notice/index', by, who)).data.list.map(({ content }: { content: string }) => content)
  expect(await told({ custom_id: tenant })).toEqual([`合同 ${contract}`])
  expect(await told({ company_id }, token)).toEqual([`合同 ${contract}`])
  expect(await told({ custom_id: entry }, token)).toEqual([`合同 ${other}`])
  expect(await ask('/api/lessee/merge', { custom_id: entry, merged_into: tenant })).toMatchObject({ code: 200 })
  expect(await told({ custom_id: tenant }, token)).toEqual([`合同 ${other}`, `合同 ${contract}`])
  expect(await told({ custom_id: entry }, token)).toEqual([])
})
