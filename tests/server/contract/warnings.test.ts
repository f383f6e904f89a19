import { expect, test } from 'vitest'
import { today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { tenant, room, draft, detail } = tenanciesOn(at)

const RENT = 128_000
const AHEAD = (months: number): string => `一次收 ${months} 个月租金，超过 3 个月`
const DEPOSIT = '押金超过一个月租金'

type Params = Record<string, unknown>

const said = async (changes: Params = {}): Promise<string[]> => {
  const asked = { custom_id: await tenant(), org_id: await room(), start_date: today(), months: 12, mode: 2, rent: RENT, ...changes }
  const { data } = done(await ask('/api/contract/terms', asked))
  return data.said === undefined ? [] : data.said.split('；')
}

test('more than three months of rent at a time, or a deposit of more than a month, is said beside the terms; as much is not', async () => {
  const cases: [Params, string[]][] = [
    [{}, []],
    [{ cycle: 1, deposit: 0 }, []],
    [{ cycle: 3, deposit: RENT }, []],
    [{ cycle: 6, deposit: RENT }, [AHEAD(6)]],
    [{ cycle: 12, deposit: RENT - 1 }, [AHEAD(12)]],
    [{ cycle: 3, deposit: RENT + 1 }, [DEPOSIT]],
    [{ cycle: 12, deposit: 2 * RENT }, [AHEAD(12), DEPOSIT]],
  ]
  for (const [terms, warnings] of cases) expect([terms, await said(terms)]).toEqual([terms, warnings])
})

test('it is a warning and no refusal, is said again of a draft, and of what the operator’s setting fills in', async () => {
  const terms = { cycle: 6, deposit: RENT + 1, months: 12, mode: 2 }
  const { contract_id } = done(await draft(terms)).data
  expect(await detail(contract_id)).toMatchObject({ cycle: 6, deposit: RENT + 1 })
  const { custom_id, org_id } = await detail(contract_id)
  expect(await said({ contract_id, custom_id, org_id, ...terms })).toEqual([AHEAD(6), DEPOSIT])
  const { values, version } = done(await ask('/api/contractSetting/detail')).data
  done(await ask('/api/contractSetting/save', { ...values, version, deposit_months: 2, cycle: 12 }))
  expect(await said()).toEqual([AHEAD(12), DEPOSIT])
  expect(await said({ cycle: 3, deposit: RENT })).toEqual([])
})
