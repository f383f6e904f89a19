import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { billRent } from '../../../server/domain/contract/rentBilling.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { billingOn } from '../../help/billing.ts'
import { nightWork } from '../../help/nightWork.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, addTenant, flat, tokenOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const place = { org_id: 0, custom_id: 0, name: '王小明' }
const { bill, pay, read, deed } = billingOn(at, () => place)
const { signed } = tenanciesOn(at)
const DEEDS = ['void', 'reduce', 'restore', 'write_off', 'recover', 'change_payer'].map((name) => `/api/bill/${name}`)

beforeAll(async () => {
  place.org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  place.custom_id = await addTenant(at.server, { name: place.name })
})
afterEach(async () => {
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

const asked = {
  void: { void_why: '错' },
  reduce: { how: 1, amount: 100, why: '减' },
  restore: { why: '错' },
  write_off: { why: '坏' },
  recover: { why: '收' },
  change_payer: { from_party: 1, to_party: 2, to_company: 1, why: '改' },
} as const

test('who has no permission does none of it, and of another project there is no bill', async () => {
  const nobody = await tokenOf(at.server, await addAccount(at.server, 'nobody', ['/api/bill/index'], [1]))
  const elsewhere = await tokenOf(at.server, await addAccount(at.server, 'elsewhere', DEEDS, [2]))
  const one = await bill()
  done(await deed('reduce', { bill_id: one, how: 1, amount: 1, why: '减' }))
  done(await deed('write_off', { bill_id: one, why: '坏' }))
  const before = await read(one)
  for (const [name, params] of Object.entries(asked)) {
    expect((await deed(name, { bill_id: one, ...params }, nobody)).code).toBe(403)
    expect((await deed(name, { bill_id: one, ...params }, elsewhere)).code).toBe(404)
    if (name !== 'restore' && name !== 'recover') expect((await deed(name, { ids: [one], ...params }, elsewhere)).code).toBe(404)
  }
  expect(await read(one)).toEqual(before)
})

describe('with approval', () => {
  let boss: string
  let version = 0
  const setSteps = async (business: string, more: object = {}) => {
    const steps = [{ way: 1, who: 2, user_id: bossId, ...more }]
    done(await at.ask('/api/checkSetting/save', { [business]: steps, version: version++ }))
  }
  let bossId: number
  beforeAll(async () => {
    bossId = await addAccount(at.server, 'boss', ['key:audit'], [2])
    boss = await tokenOf(at.server, bossId)
  })
  const agree = async (audit_id: number) => done(await at.ask('/api/my_audit/agree', { audit_id }, boss))
  const state = async (audit_id: number) => done(await at.call('/api/my_audit/detail', { audit_id })).data.status

  test.each([
    ['void', 'bill_void', { state: 5, void_why: '错' }],
    ['reduce', 'reduction', { reduced: 100 }],
    ['write_off', 'bad_debt', { bad: 10_000, state: 6 }],
  ] as const)('%s of several is a submission each, and done by the last 通过', async (name, business, after) => {
    await setSteps(business)
    const [one, two] = [await bill(), await bill()]
    const { audit_ids } = done(await deed(name, { ids: [one, two], ...asked[name] })).data
    expect(audit_ids).toHaveLength(2)
    expect(await read(one)).toMatchObject({ is_void: 0, reduced: 0, bad: 0 })
    await agree(audit_ids[0])
    expect(await read(one)).toMatchObject(after)
    expect(await read(two)).toMatchObject({ is_void: 0, reduced: 0, bad: 0 })
  })

  test('what was paid meanwhile goes back to the applicant, and is not voided', async () => {
    await setSteps('bill_void')
    const one = await bill()
    const { audit_ids } = done(await deed('void', { bill_id: one, ...asked.void })).data
    await pay(one, 100)
    await at.ask('/api/my_audit/agree', { audit_id: audit_ids[0] }, boss)
    expect(await state(audit_ids[0])).toBe(5)
    expect(await read(one)).toMatchObject({ is_void: 0, paid: 100 })
  })

  test('a step of large amounts alone is passed by percent no more than by amount', async () => {
    await setSteps('reduction', { over: 4000 })
    const one = await bill()
    expect(done(await deed('reduce', { bill_id: one, how: 1, amount: 4000, why: '减' })).data.audit_ids).toBeUndefined()
    const two = await bill()
    expect(done(await deed('reduce', { bill_id: two, how: 1, amount: 4001, why: '减' })).data.audit_ids).toHaveLength(1)
    const three = await bill()
    expect(done(await deed('reduce', { bill_id: three, how: 2, percent: 41, why: '减' })).data.audit_ids).toHaveLength(1)
    // Taken back, by what is taken back.
    await setSteps('reduction', { over: 100 })
    expect(done(await deed('restore', { bill_id: one, why: '错' })).data.audit_ids).toHaveLength(1)
  })
})

describe('a rent bill of a contract that is voided', () => {
  const bills = async (contract_id: number) =>
    (
      await sql<{ bill_id: number; is_void: number; end_date: string; start_date: string }>`
        select bill_id, is_void, start_date, end_date from bill where contract_id = ${contract_id} and "from" = 1 order by start_date, bill_id
      `.execute(at.server.db)
    ).rows
  const night = (until: string) => nightWork(at.server, (tx) => billRent(tx, { today: today(), until, after: 0 }))

  test('is not billed again by itself, and its contract says so', async () => {
    const contract_id = await signed({ start_date: addDays(today(), -70), signed_on: addDays(today(), -70), months: 12, mode: 2 })
    const all = await bills(contract_id)
    const last = all.at(-1)
    expect(all.length).toBeGreaterThan(2)
    done(await deed('void', { bill_id: last?.bill_id, void_why: '协议免收' }))
    await night(last?.end_date ?? '')
    expect((await bills(contract_id)).filter(({ is_void }) => is_void === 0)).toHaveLength(all.length - 1)
    const { table } = done(await at.call('/api/contract/schedule', { contract_id })).data
    const words = table.rows.map((row: string[]) => [row[1], row[2]])
    expect(words).toContainEqual([`${last?.start_date} 至 ${last?.end_date}`, '已作废，不再开单'])
    expect(words.at(-1)?.[1]).toBe('待开单')
    // The next ones are.
    await night(addDays(last?.end_date ?? '', 20))
    const after = await bills(contract_id)
    expect(after.filter(({ is_void }) => is_void === 0)).toHaveLength(all.length)
    expect(after.at(-1)?.start_date).toBe(addDays(last?.end_date ?? '', 1))
  })

  test('a contract that is voided as a whole says by whom in its postings', async () => {
    const contract_id = await signed({ start_date: today(), months: 12 })
    done(await at.ask('/api/contract/void', { contract_id, reason: '签错' }))
    const { rows } = await sql<{ created_by: number }>`
      select distinct j.created_by from journal_line j join bill b using (bill_id) where j.event = 3 and b.contract_id = ${contract_id}
    `.execute(at.server.db)
    expect(rows).toEqual([{ created_by: 1 }])
  })

  test('a charge for overstaying would come again and is refused', async () => {
    const contract_id = await signed({ start_date: addDays(today(), -40), signed_on: addDays(today(), -40), months: 1, mode: 2 })
    const { rows } = await sql<{ bill_id: number }>`
      with made as (
        insert into bill (sn, type, contract_id, org_id, p_id, "from", from_id, payer, payment_ratio, custom_name, start_date, end_date, bill_date, price)
        select 'STAY', 1, contract_id, org_id, p_id, 2, ${at.ground.cost}, 1, 100, '王小明', end_date + 1, end_date + 5, end_date + 5, 10000
        from contract where contract_id = ${contract_id} returning bill_id
      ), shared as (insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, 10000, 1 from made)
      select bill_id from made
    `.execute(at.server.db)
    expect(await deed('void', { bill_id: rows[0]?.bill_id, void_why: '错' })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/请办减免$/),
    })
  })
})
