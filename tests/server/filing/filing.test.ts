import { expect, test } from 'vitest'
import { movePast } from '../../../server/calls/lapse.ts'
import { filingTerm } from '../../../server/domain/filing/jobs.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import { addDays, secondsOf, today } from '../../../src/protocol/dates.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import { adminServer } from '../../help/adminServer.ts'
import { tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { signed, toSign, detail } = tenanciesOn(at)

const filingOf = async (contract_id: number) => (await ask('/api/filing/index', { contract_id: [contract_id] })).data.list[0]
const night = (day: string) =>
  inTransaction(at.server.db, { userId: null, path: 'job:filing_days', label: '备案期满', address: '' }, (tx) =>
    movePast(tx, secondsOf(day) ?? 0, filingTerm),
  )

test('a contract that is signed is to be filed in thirty days; one that is not signed is not', async () => {
  const waiting = await toSign()
  expect(await filingOf(waiting)).toBeUndefined()
  const contract_id = await signed({ signed_on: addDays(today(), -3) })
  const { custom_name, org_id, start_date, end_date, rent } = (await detail(contract_id)) as Record<string, unknown>
  expect(await filingOf(contract_id)).toMatchObject({
    ...{ custom_name, org_id, start_date, end_date, rent },
    ...{ signed_on: addDays(today(), -3), due_on: addDays(today(), 27), status: 1, filing_no: null },
  })
})

test('its number is entered, taken back where it was wrong, and entered anew; a day that cannot be is refused at its field', async () => {
  const contract_id = await signed({ signed_on: addDays(today(), -1) })
  const { filing_id } = await filingOf(contract_id)
  for (const [filed_on, msg] of [
    [addDays(today(), 1), '备案日期不能晚于今天'],
    [addDays(today(), -2), '备案日期不能早于签订日期'],
  ])
    expect(await ask('/api/filing/file', { filing_id, filing_no: '沪备1', filed_on })).toMatchObject({
      ...{ code: 400, msg, data: { field: 'filed_on' } },
    })
  expect(await ask('/api/filing/file', { filing_id, filing_no: '沪备1', filed_on: today() })).toMatchObject({ code: 200 })
  expect((await ask('/api/filing/file', { filing_id, filing_no: '沪备2', filed_on: today() })).code).toBe(409)
  expect(await ask('/api/filing/retract', { filing_id })).toMatchObject({ code: 200 })
  expect(await filingOf(contract_id)).toMatchObject({ status: 1, filing_no: null, filed_on: null })
  expect(await ask('/api/filing/file', { filing_id, filing_no: '沪备2', filed_on: today() })).toMatchObject({ code: 200 })
  expect(await filingOf(contract_id)).toMatchObject({ status: 3, filing_no: '沪备2', filed_on: today() })
  expect((await ask('/api/filing/waive', { filing_id, reason: '试' })).code).toBe(409)
  expect((await ask('/api/filing/form', { ids: [filing_id] })).msg).toBe('')
})

test('the night tells what was forgotten, once; the day itself is not too late', async () => {
  const contract_id = await signed()
  await night(addDays(today(), 30))
  expect(await filingOf(contract_id)).toMatchObject({ status: 1 })
  expect(await night(addDays(today(), 31))).toBeGreaterThan(0)
  expect(await filingOf(contract_id)).toMatchObject({ status: 2 })
  expect(await night(addDays(today(), 31))).toBe(0)
})

test('a voided contract has nothing to be filed; one that was filed stays so', async () => {
  const [open, filed] = [await signed(), await signed()]
  const { filing_id } = await filingOf(filed)
  await ask('/api/filing/file', { filing_id, filing_no: '沪备3', filed_on: today() })
  for (const contract_id of [open, filed])
    expect(await ask('/api/contract/void', { contract_id, reason: '签错' })).toMatchObject({ code: 200 })
  expect(await filingOf(open)).toMatchObject({ status: 4 })
  expect(await filingOf(filed)).toMatchObject({ status: 3, filing_no: '沪备3' })
})

test('an operator who files nothing has nothing to file', async () => {
  const { version, values } = (await ask(callsOfSetting(contractSetting).detail)).data
  const set = (filing_days: number, of: number) => ask(callsOfSetting(contractSetting).save, { ...values, filing_days, version: of })
  const saved = await set(0, version)
  expect(saved).toMatchObject({ code: 200 })
  expect(await filingOf(await signed())).toBeUndefined()
})
