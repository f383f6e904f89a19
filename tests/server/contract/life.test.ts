import { expect, test } from 'vitest'
import { today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { toSign, sign, detail, bills, room } = tenanciesOn(at)

const stateOf = async (org_id: number): Promise<number> => (await ask('/api/org/detail', { org_id })).data.state

test('a vacant room becomes let: a draft, to be signed, signed, with its deposit and its first rent', async () => {
  const org_id = await room()
  const contract_id = await toSign({ org_id })
  expect(await detail(contract_id)).toMatchObject({ status: 3, rent: 128_000, deposit: 128_000 })
  expect(await stateOf(org_id)).toBe(3)
  expect(await sign(contract_id)).toMatchObject({ code: 200 })
  expect(await detail(contract_id)).toMatchObject({ status: 4, sign_way: 2, signed_on: today() })
  expect((await bills(contract_id)).map(({ from, price }) => [from, price])).toEqual([
    [3, 128_000],
    [1, 128_000],
  ])
  expect(await stateOf(org_id)).toBe(4)
})
