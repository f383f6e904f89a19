import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addDays, today } from '../../src/protocol/dates.ts'
import { adminServer } from '../help/adminServer.ts'
import { addAccount, permit, tokenOf } from '../help/store/ground.ts'
import { done, tenanciesOn } from '../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { signed, draft, detail } = tenanciesOn(at)
const CALL = '/api/contract/fees'
const LINES = '/api/contract_fee/index'
const OWN = { fee_way: 2, fee_rate: 3, fee_grace: 10, fee_cap: 30 }
const MOST = { most_rate: 6, most_cap: 50 }

const change = (contract_id: unknown, changes: Record<string, unknown> = {}, token?: string) =>
  ask(CALL, { contract_id, from_date: today(), ...OWN, reason: '补充协议', ...changes }, token)
const termsOf = async (contract_id: number) => {
  const { fee_way, fee_rate, fee_grace, fee_cap } = await detail(contract_id)
  return { fee_way, fee_rate, fee_grace, fee_cap }
}
const STANDARD = { fee_way: 1, fee_rate: null, fee_grace: null, fee_cap: null }
const lines = async (contract_id: number) =>
  (
    await sql<{ from_date: string; fee_way: number; fee_rate: number | null }>`
      select from_date, fee_way, fee_rate from contract_fee_view where contract_id = ${contract_id} and status = 1 order by from_date
    `.execute(at.server.db)
  ).rows
const begun = () => signed({ start_date: addDays(today(), -20), signed_on: addDays(today(), -20), months: 12 })

beforeAll(async () => {
  const { values, version } = done(await ask('/api/lateFeeSetting/detail')).data
  done(await ask('/api/lateFeeSetting/save', { ...values, ...MOST, version }))
})

test('without the right, with one that was taken a moment ago, and of another project, nothing is changed and nothing is shown', async () => {
  const contract_id = await begun()
  const clerk = await addAccount(at.server, 'reader', ['/api/contract/index', '/api/contract/detail', '/api/contract/amend'], [1])
  const token = await tokenOf(at.server, clerk)
  const far = await tokenOf(at.server, await addAccount(at.server, 'far', [CALL, LINES, '/api/contract/detail'], [2]))
  expect(await change(contract_id, {}, token)).toMatchObject({ code: 403, data: null })
  expect(await ask(LINES, { contract_id: [contract_id] }, token)).toMatchObject({ code: 403, data: null })
  expect(await change(contract_id, {}, far)).toMatchObject({ code: 404 })
  expect([await termsOf(contract_id), await lines(contract_id)]).toEqual([STANDARD, []])

  await permit(at.server, clerk, [CALL, LINES])
  done(await change(contract_id, {}, token))
  expect(done(await ask(LINES, { contract_id: [contract_id] }, token)).data.list).toHaveLength(2)
  expect(done(await ask(LINES, { contract_id: [contract_id] }, far)).data.list).toEqual([])
  const before = await lines(contract_id)
  await permit(at.server, clerk, [])
  expect((await change(contract_id, { from_date: addDays(today(), 1), fee_way: 3 }, token)).code).toBe(403)
  expect((await ask(LINES, { contract_id: [contract_id] }, token)).code).toBe(403)
  expect([await termsOf(contract_id), await lines(contract_id)]).toEqual([OWN, before])
})

test('numbers of contracts that are guessed tell nothing: another project’s is answered as one that never was', async () => {
  const contract_id = await begun()
  const far = await tokenOf(at.server, await addAccount(at.server, 'guesser', [CALL, LINES], [2]))
  const never = await change(2_000_000_000, {}, far)
  expect(never).toMatchObject({ code: 404 })
  for (let guess = 1; guess <= contract_id; guess++) expect([guess, await change(guess, {}, far)]).toEqual([guess, never])
  for (const guess of [0, -1, 1.5, 2 ** 31, 1e308, `${contract_id}; --`, null, [contract_id], { $gt: 0 }, "1' or '1'='1"])
    expect([guess, (await change(guess, {}, far)).code]).toEqual([guess, 400])
  const { rows } = await sql<{ contract_id: number }>`select contract_id from contract_fee where contract_id = ${contract_id}`.execute(
    at.server.db,
  )
  expect(rows).toEqual([])
})

const NO_RATES = [0, -1, 6.001, 100.001, 0.0001, 3.0001, 1e16, 1e308, '7', '三', '3; drop table contract_fee', null, [3]]
const NO_GRACES = [-1, 61, 0.5, 1e16, '61', '10天', null, [10]]
const NO_CAPS = [0, -1, 51, 101, 0.5, 1e16, '51', '30%', null, [30]]
const NO_TERMS = [
  ...NO_RATES.map((fee_rate) => ({ fee_rate })),
  ...NO_GRACES.map((fee_grace) => ({ fee_grace })),
  ...NO_CAPS.map((fee_cap) => ({ fee_cap })),
  ...[0, 4, -1, 1.5, '4', '按合同约定', [2]].map((fee_way) => ({ fee_way })),
]

test('a rate, days of grace and a cap that are none, or beyond what the operator allows, are refused at the field, whichever call brings them', async () => {
  const contract_id = await begun()
  const { contract_id: early } = done(await draft()).data
  const revised = { contract_id: early, start_date: today(), rent: 128_000, payment_ratio: 100 }
  for (const twisted of NO_TERMS) {
    const [field] = Object.keys(twisted)
    const told = { code: 400, data: { field } }
    expect([twisted, await change(contract_id, twisted)]).toMatchObject([twisted, told])
    expect([twisted, await ask('/api/contract/revise', { ...revised, ...OWN, ...twisted })]).toMatchObject([twisted, told])
    expect([twisted, await ask('/api/contract/renew', { contract_id, rent: 128_000, ...OWN, ...twisted })]).toMatchObject([twisted, told])
  }
  expect(await change(contract_id, { fee_way: null })).toMatchObject({ code: 400, data: { field: 'fee_way' } })
  const { rows } = await sql`select from contract where former_id = ${contract_id}`.execute(at.server.db)
  expect([rows, await lines(contract_id), await termsOf(contract_id), await termsOf(early)]).toEqual([[], [], STANDARD, STANDARD])
  done(await change(contract_id, { fee_rate: 6, fee_cap: 50, fee_grace: 60 }))
})

test('a day that is over or is none is refused, and so is what the dialog does not ask', async () => {
  const contract_id = await begun()
  for (const from_date of [
    addDays(today(), -1),
    '1900-01-01',
    '2026-02-30',
    '',
    0,
    null,
    [today()],
    "2099-01-01'; drop table contract_fee; --",
  ])
    expect([from_date, await change(contract_id, { from_date })]).toMatchObject([from_date, { code: 400, data: { field: 'from_date' } }])
  for (const more of [{ term_id: 1 }, { p_id: 2 }, { created_by: 1 }, { rent: 1 }, { reason: '' }, { reason: 'x'.repeat(100_000) }])
    expect([Object.keys(more), (await change(contract_id, more)).code]).toEqual([Object.keys(more), 400])
  expect(await lines(contract_id)).toEqual([])
  const { contract_id: early } = done(await draft()).data
  expect((await change(early)).code).toBe(409)
  expect(await lines(early)).toEqual([])
})

test('thirty who change one contract at once leave one change of a day that stands, the last, and the contract says that one', async () => {
  const contract_id = await begun()
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => change(contract_id, { fee_rate: (n + 1) / 10 })))
  const changed = answers.filter(({ code }) => code === 200).length
  for (const { code } of answers) expect([200, 409]).toContain(code)
  const { list } = done(await ask(LINES, { contract_id: [contract_id], page_rows: 100 })).data
  expect(list.filter(({ status }: { status: number }) => status === 2)).toHaveLength(changed - 1)
  const kept = await lines(contract_id)
  expect(kept).toEqual([
    { from_date: addDays(today(), -20), fee_way: 1, fee_rate: null },
    { from_date: today(), fee_way: 2, fee_rate: expect.any(Number) },
  ])
  expect(await termsOf(contract_id)).toEqual({ ...OWN, fee_rate: kept[1]?.fee_rate })
})

test('two who change it from different days at once are both heard or one is told; it began once, and says what holds today', async () => {
  const contract_id = await begun()
  const answers = await Promise.all([
    change(contract_id, { from_date: addDays(today(), 3), fee_way: 3 }),
    change(contract_id, { fee_rate: 4 }),
    change(contract_id, { from_date: addDays(today(), 9), fee_way: 1 }),
  ])
  for (const { code } of answers) expect([200, 409]).toContain(code)
  const kept = await lines(contract_id)
  expect(kept.map(({ from_date }) => from_date)).toEqual([
    addDays(today(), -20),
    ...[0, 3, 9].filter((_, n) => answers[[1, 0, 2][n] as number]?.code === 200).map((days) => addDays(today(), days)),
  ])
  expect(kept[0]?.fee_way).toBe(1)
  expect(await termsOf(contract_id)).toEqual(answers[1]?.code === 200 ? { ...OWN, fee_rate: 4 } : STANDARD)
})

test('one request that is sent ten times is one change, with one answer; its number with other words is none', async () => {
  const contract_id = await begun()
  const params = { contract_id, from_date: today(), ...OWN, reason: '补充协议', request_id: 'terms-once' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => at.call(CALL, params)))
  expect(answers.some(({ code }) => code === 200)).toBe(true)
  const late = done(await at.call(CALL, params))
  expect(late.data).toEqual(answers.find(({ code }) => code === 200)?.data)
  await at.call(CALL, { ...params, from_date: addDays(today(), 2), fee_way: 3 })
  expect((await lines(contract_id)).map(({ fee_way }) => fee_way)).toEqual([1, 2])
  expect(await termsOf(contract_id)).toEqual(OWN)
})

test('past the calls the database keeps no terms that do not belong together, neither of a contract nor of a line', async () => {
  const contract_id = await begun()
  done(await change(contract_id))
  const run = (text: string) => sql.raw(text).execute(at.server.db)
  const inContract = ([way, rate, grace, cap]: string[]) =>
    run(
      `update contract set fee_way = ${way}, fee_rate = ${rate}, fee_grace = ${grace}, fee_cap = ${cap} where contract_id = ${contract_id}`,
    )
  const inLine = ([way, rate, grace, cap]: string[]) =>
    run(`insert into contract_fee (contract_id, from_date, fee_way, fee_rate, fee_grace, fee_cap, p_id)
      values (${contract_id}, current_date + 5, ${way}, ${rate}, ${grace}, ${cap}, 1)`)
  for (const text of [
    ...['2 null 10 30', '2 3 null 30', '2 3 10 null', '2 0 10 30', '2 -1 10 30', '2 100.001 10 30', '2 3 -1 30', '2 3 61 30', '2 3 10 0'],
    ...['2 3 10 101', '1 3 10 30', '3 3 10 30', '4 3 10 30', '3 null 10 30', '1 null null 30', '2 null null null'],
  ]) {
    const terms = text.split(' ')
    await expect(inContract(terms), text).rejects.toThrow('contract_fee_terms')
    await expect(inLine(terms), text).rejects.toThrow('contract_fee_terms')
  }
  for (const keep of [inContract, inLine]) await keep(['3', 'null', 'null', 'null'])
})

test('what was agreed from a day on is only ever added to: neither terms nor rents are changed or taken away, not even in the store', async () => {
  const contract_id = await begun()
  done(await change(contract_id))
  done(await ask('/api/contract/amend', { contract_id, from_date: addDays(today(), 40), rent: 130_000, reason: '调' }))
  const kept = async () =>
    (
      await sql`select 'fee', to_jsonb(f) from contract_fee f union all select 'rent', to_jsonb(r) from contract_rent r`.execute(
        at.server.db,
      )
    ).rows
  const before = await kept()
  for (const text of [
    ...['update contract_fee set fee_rate = 1 where fee_way = 2', 'update contract_fee set from_date = from_date + 1'],
    ...['update contract_fee set reason = null', 'delete from contract_fee', 'truncate contract_fee'],
    ...['update contract_rent set rent = rent - 1', 'update contract_rent set from_date = from_date + 1'],
    ...['update contract_rent set p_id = null', 'delete from contract_rent', 'truncate contract_rent'],
  ])
    await expect(sql.raw(text).execute(at.server.db), text).rejects.toThrow('只能追加')
  expect(await kept()).toEqual(before)
})
