import { expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { leasesOn } from '../../help/leases.ts'
import { addRow, companyCode } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { room, signed, tenant } = tenanciesOn(at)
const { inForce } = leasesOn(at)

/** Whom the cell of each room names. */
const named = async (): Promise<Map<number, string>> => {
  const { buildings } = done(await at.ask('/api/org/map')).data as { buildings: { org_id: number[]; tenant: string[] }[] }
  return new Map(buildings.flatMap(({ org_id, tenant: names }) => org_id.map((id, place): [number, string] => [id, names[place] ?? ''])))
}

test('a cell of 房态图 names who rents the room: the family of a person, how the name of a company begins, nobody of one that stands empty', async () => {
  const [lived, whole, empty] = [await room(), await room(), await room()]
  await signed({ org_id: lived, custom_id: await tenant({ name: '欧阳小满' }) })
  const company_id = await addRow(at.server, 'company', {
    name: '申港精密仪器（上海）有限公司',
    code: companyCode(9901),
    contact: '王',
    phone: '13812345678',
  })
  await inForce([whole], { company_id })
  const names = await named()
  expect([lived, whole, empty].map((org_id) => names.get(org_id))).toEqual(['欧', '申港精密', ''])
})
