import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { clockOf, lastDays } from '../../../server/domain/contract/tenancies.ts'
import { textOf } from '../../../server/domain/contract/terms.ts'
import { remind } from '../../../server/domain/reminder/remind.ts'
import { addDays, secondsOf, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { rounds } from '../../help/depth.ts'
import { enteredHousehold, household } from '../../help/households.ts'
import { addRow } from '../../help/store/ground.ts'
import { tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { room, tenant } = tenanciesOn(at)
const [IN_FORCE, EXPIRED] = [4, 5]
let made = 0

/** Contracts of one tenant one after the other, `gap` days apart (0: without a day between); the last is in force. Gives the last one's key. */
const lives = async (terms: readonly { gap: number; days: number; carried: number }[], org_id: number): Promise<number> => {
  const custom_id = await tenant()
  let [start, contract_id] = ['2015-01-31', 0]
  for (const [index, { gap, days, carried }] of terms.entries()) {
    const start_date = addDays(start, gap)
    const end_date = addDays(start_date, days - 1)
    const status = index === terms.length - 1 ? IN_FORCE : EXPIRED
    const lived = { start_date, end_date, rent: 1, deposit: 0, carried_days: carried }
    contract_id = await addRow(at.server, 'contract', { ...lived, sn: `JQ${++made}`, kind: 1, org_id, custom_id, p_id: 1, status })
    start = addDays(end_date, 1)
  }
  return contract_id
}
const last = async (cap: number): Promise<Map<number, string>> => {
  const { rows } = await sql<{ contract_id: number; last_day: string }>`${lastDays(cap)}`.execute(at.server.db)
  return new Map(rows.map(({ contract_id, last_day }) => [contract_id, last_day]))
}

test('for many at once the last day is what the rule says of each', async () => {
  const term = fc.record({
    gap: fc.constantFrom(0, 0, 1, 45),
    days: fc.integer({ min: 1, max: 800 }),
    carried: fc.constantFrom(0, 0, 0, 90),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(term, { minLength: 1, maxLength: 4 }), async (terms) => {
      const contract_id = await lives(terms, await room())
      const { rows } = await sql<{ custom_id: number; start_date: string; carried_days: number }>`
        select custom_id, start_date, coalesce(carried_days, 0) as carried_days from contract where contract_id = ${contract_id}
      `.execute(at.server.db)
      const [row] = rows
      if (!row) throw new Error('no contract')
      const clock = await clockOf(at.server.db, { custom_id: row.custom_id }, row.start_date, row.carried_days)
      expect((await last(72)).get(contract_id)).toBe(textOf(clock.last))
    }),
    { numRuns: rounds(20, 60) },
  )
})

test('for many at once it is so of households, whoever of them rented, one after the other or at the same time', async () => {
  const term = fc.record({
    who: fc.integer({ min: 0, max: 3 }),
    gap: fc.constantFrom(0, 0, 1, 45, -30, -400),
    days: fc.integer({ min: 1, max: 800 }),
    carried: fc.constantFrom(0, 0, 90),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(term, { minLength: 1, maxLength: 5 }), fc.boolean(), async (terms, hasApplied) => {
      const { tenants } = await (hasApplied ? household : enteredHousehold)(at.server)
      const org_id = await room()
      let [start, contract_id, custom_id, start_date, carried_days] = ['2015-01-31', 0, 0, '', 0]
      for (const [index, { who, gap, days, carried }] of terms.entries()) {
        // Of four the last is a stranger to the household.
        custom_id = tenants[who] ?? (await tenant())
        start_date = addDays(start, gap)
        const end_date = addDays(start_date, days - 1)
        const status = index === terms.length - 1 ? IN_FORCE : EXPIRED
        carried_days = carried
        const lived = { start_date, end_date, rent: 1, deposit: 0, carried_days }
        contract_id = await addRow(at.server, 'contract', { ...lived, sn: `JQ${++made}`, kind: 1, org_id, custom_id, p_id: 1, status })
        start = addDays(end_date, 1)
      }
      const clock = await clockOf(at.server.db, { custom_id }, start_date, carried_days)
      expect((await last(72)).get(contract_id)).toBe(textOf(clock.last))
    }),
    { numRuns: rounds(20, 60) },
  )
})

test('whoever manages it hears 90, 60 and 30 days before a household has rented as long as it may', async () => {
  const days = 6 * 365 - 60
  const start = addDays(today(), -days)
  const custom_id = await tenant({ name: '期满户' })
  const terms = { start_date: start, end_date: addDays(today(), 300), rent: 1, deposit: 0 }
  const key = await addRow(at.server, 'contract', {
    ...terms,
    sn: 'JQ满',
    kind: 1,
    org_id: await room(),
    custom_id,
    p_id: 1,
    status: IN_FORCE,
  })
  const full = (await last(72)).get(key) as string
  const heard = async (before: number): Promise<string[]> => {
    const now = secondsOf(`${addDays(full, -before)} 08:00`) ?? 0
    await at.server.db.transaction().execute((tx) => remind(tx, now))
    const { rows } = await sql<{ content: string }>`
      select content from message where title = '累计租期将满' and record_id = ${key} group by content order by min(msg_id)
    `.execute(at.server.db)
    return rows.map(({ content }) => content)
  }
  expect(await heard(91)).toEqual([])
  expect(await heard(90)).toEqual([expect.stringMatching(new RegExp(`^期满户 的合同 JQ满（.+）累计租期到 ${full} 满上限，还有 90 天。$`))])
  expect(await heard(60)).toHaveLength(2)
  expect(await heard(59)).toHaveLength(2)
  expect(await heard(30)).toHaveLength(3)
})
