import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endTerms } from '../../../server/domain/contract/days.ts'
import { billOccupation } from '../../../server/domain/contract/occupation.ts'
import type { Tx } from '../../../server/store/connection/database.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { leasesOn } from '../../help/leases.ts'
import { bySystem, nightWork } from '../../help/nightWork.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { room, signed, bills, pay } = tenanciesOn(at)
const { withRoom, contracts } = leasesOn(at)

const night = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => nightWork(at.server, work)

/** Changes 合同设置: what is agreed from now on. */
const save = async (changes: Record<string, number>): Promise<void> => {
  const { values, version } = done(await ask('/api/contractSetting/detail')).data
  done(await ask('/api/contractSetting/save', { ...values, ...changes, version }))
}
/** A contract agreed by the rules of its time, and one by those that the operator has set since. */
const beforeAndAfter = async (
  before: Record<string, number>,
  after: Record<string, number>,
  changes: () => Promise<Record<string, unknown>>,
): Promise<[number, number]> => {
  await save(before)
  const first = await signed(await changes())
  await save(after)
  return [first, await signed(await changes())]
}

test('whether keys wait for the first payment is as it was when the contract was made', async () => {
  const [strict, lenient] = await beforeAndAfter({ pays_first: 1 }, { pays_first: 2 }, async () => ({}))
  expect(await ask('/api/contract/keys', { contract_id: strict, keys_on: today() })).toMatchObject({ code: 409 })
  expect(await ask('/api/contract/keys', { contract_id: lenient, keys_on: today() })).toMatchObject({ code: 200 })
})

test('how long there is to move, and what staying on costs, is as it was when the contract was made', async () => {
  const start_date = addDays(today(), -365 - 75)
  const long = async () => {
    const org_id = await room()
    await sql`update org set market_rent = 200_000 where org_id = ${org_id}`.execute(at.server.db)
    return { start_date, signed_on: start_date, months: 12, org_id }
  }
  const [short, late] = await beforeAndAfter(
    { moving_days: 10, ladder_months: 0 },
    { moving_days: 60, ladder_months: 3, ladder_percent: 80 },
    long,
  )
  for (const contract_id of [short, late]) await pay(contract_id)
  await night((tx) => endTerms(bySystem(tx), today()))
  const { list } = (await ask('/api/holdover/index', { contract_id: [short, late] })).data
  const caseOf = (wanted: number) => list.find(({ contract_id }: { contract_id: number }) => contract_id === wanted)
  const ended = addDays(caseOf(short).since, -1)
  expect([short, late].map((contract_id) => caseOf(contract_id).moving_until)).toEqual([addDays(ended, 10), addDays(ended, 60)])
  await night((tx) => billOccupation(tx, [short, late], addDays(today(), -1)))
  const first = async (contract_id: number) => (await bills(contract_id)).find(({ from }) => from === 2)?.price
  const [atMarket, atRent] = [await first(short), await first(late)]
  // Ten days at the contract's rent and the rest of the month at the market's, against a month at the contract's.
  expect(atRent).toBe(128_000)
  expect(atMarket).toBeGreaterThan(128_000)
})

test('what leaving early costs is as it was when the contract was made', async () => {
  const start_date = addDays(today(), -9)
  const [dear, free] = await beforeAndAfter({ penalty_months: 2 }, { penalty_months: 0 }, async () => ({
    start_date,
    signed_on: start_date,
    months: 12,
  }))
  const penalty = async (contract_id: number): Promise<number> => {
    await pay(contract_id)
    const { surrender_id } = done(await ask('/api/surrender/add', { contract_id, ground: 4, ended_by: 1, planned_date: today() })).data
    const given = { surrender_id, left_on: today(), keys: 1, room_next: 1, checklist: [{ item: '门窗', state: 1 }] }
    done(await ask('/api/surrender/handover', given))
    return (await ask('/api/surrender/detail', { surrender_id })).data.penalty
  }
  expect([await penalty(dear), await penalty(free)]).toEqual([256_000, 0])
})

test('the rooms of a whole lease keep the rules of their time', async () => {
  await save({ pays_first: 1 })
  const { rows } = await sql<{ version: number }>`
    select max(version) as version from setting_version where setting = 'contractSetting'
  `.execute(at.server.db)
  const [leased] = await contracts(await withRoom())
  expect(leased.rule_version).toBe(rows[0]?.version)
})
