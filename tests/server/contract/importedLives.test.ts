import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { proof } from '../../help/depth.ts'
import { enteringOn, IMPORT } from '../../help/entering.ts'
import { startTestJobs } from '../../help/exports.ts'
import { imported, tried } from '../../help/imports.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { untilOneWaits } from '../../help/store/locks.ts'
import { tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { bills, detail, pay, signed, tenant } = tenanciesOn(at)
const { ground, cells, file, endOf, take, held, rents, nightly } = enteringOn(at)
let jobs: ReturnType<typeof startTestJobs>
beforeAll(() => {
  jobs = startTestJobs(at.server)
})
afterAll(() => jobs.stop())

const undo = (import_id: number) => ask('/api/import/undo', { import_id })

describe('the whole batch is taken back', () => {
  test('its contracts are void, their bills too, the deposit book holds nothing, and the corrected file can come', async () => {
    const [a, b] = [await ground(), await ground()]
    const rows = [cells(a, { sn: 'B-1' }), cells(b, { sn: 'B-2', deposit_held: '0' })]
    const { import_id, keys } = await take(rows)
    expect(await undo(import_id)).toMatchObject({ code: 200, data: { count: 2 } })
    for (const contract_id of keys) {
      expect(await detail(contract_id)).toMatchObject({ status: 8, reason: '撤销导入' })
      expect((await bills(contract_id)).filter(({ is_void }) => is_void === 0)).toEqual([])
      expect(await held(contract_id)).toBe(0)
    }
    expect((await ask('/api/org/detail', { org_id: a.org_id })).data.state).toBe(1)
    const again = await take(rows)
    expect((await detail(again.keys[0] as number)).sn).toBe('B-1')
    expect(again.keys).not.toEqual(keys)
  })

  test('not where one was paid for, changed, or its deposit moved: then nothing is, and it is said which', async () => {
    const [a, b] = [await ground(), await ground()]
    const { import_id, keys } = await take([cells(a, { sn: 'C-1' }), cells(b, { sn: 'C-2' })])
    await pay(keys[1] as number)
    expect(await undo(import_id)).toMatchObject({ code: 409, msg: '合同 C-2：该合同已收过款，不能作废：请办退租' })
    expect(await detail(keys[0] as number)).toMatchObject({ status: 4, sn: 'C-1' })
    expect(await held(keys[0] as number)).toBe(128_000)
    expect(await ask('/api/contract/amend', { contract_id: keys[0], from_date: endOf(9), rent: 100, reason: '调' })).toMatchObject({
      code: 200,
    })
    expect((await undo(import_id)).code).toBe(409)
  })

  test('one that was voided by hand is taken back already; a deposit that was used stays', async () => {
    const [a, b] = [await ground(), await ground()]
    const { import_id, keys } = await take([cells(a), cells(b)])
    expect(await ask('/api/contract/void', { contract_id: keys[0], reason: '填错' })).toMatchObject({ code: 200 })
    expect(await held(keys[0] as number)).toBe(0)
    expect(await undo(import_id)).toMatchObject({ code: 200, data: { count: 1 } })
    const { import_id: moved, keys: others } = await take([cells(await ground())])
    const [contract_id = 0] = others
    await sql`
      insert into deposit_entry (kind, contract_id, price, day, p_id) values (4, ${contract_id}, -1000, current_date, 1)
    `.execute(at.server.db)
    expect(await undo(moved)).toMatchObject({ code: 409, msg: expect.stringContaining('押金已有收退') })
  })

  test('by another than its importer it is not', async () => {
    const { import_id } = await take([cells(await ground())])
    const other = await tokenOf(at.server, await addAccount(at.server, 'other', ['*']))
    expect(await ask('/api/import/undo', { import_id }, other)).toMatchObject({ code: 404 })
  })
})

proof('two files for one room, and for one tenant, at once: one is imported', async () => {
  const [a, b, c, d] = [await ground(), await ground(), await ground(), await ground()]
  for (const pair of [
    [cells(a), cells({ ...b, words: a.words })],
    [cells(c), cells({ ...d, card: c.card })],
  ]) {
    const trials = await Promise.all(pair.map((row) => tried(at.server, IMPORT, file([row]), at.admin)))
    expect(trials.map(({ state }) => state)).toEqual(['right', 'right'])
    const done = await Promise.all(trials.map(({ import_id }) => imported(at.server, at.admin, import_id)))
    expect(done.map(({ state }) => state).toSorted()).toEqual(['done', 'wrong'])
  }
})

proof('what is being paid while its batch is taken back is waited for, and then nothing is', async () => {
  const { import_id, keys } = await take([cells(await ground(), { deposit_held: '0' })])
  const [contract_id = 0] = keys
  let undone: ReturnType<typeof undo> | undefined
  await at.server.db.transaction().execute(async (paying) => {
    // As an allocation does it, whose transaction is not over.
    await sql`update bill set paid = 1 where contract_id = ${contract_id} and "from" = 3`.execute(paying)
    undone = undo(import_id)
    await untilOneWaits(at.server)
  })
  expect(await undone).toMatchObject({ code: 409, msg: expect.stringContaining('该合同已收过款') })
  expect(await detail(contract_id)).toMatchObject({ status: 4 })
  expect((await bills(contract_id)).filter(({ is_void }) => is_void !== 0)).toEqual([])
})

test('what is owed and broken is paid of the deposit and of what was paid elsewhere, before the rest goes back', async () => {
  const { keys } = await take([cells(await ground(), { collected_to: endOf(7) })])
  const [contract_id = 0] = keys
  const { surrender_id } = (await ask('/api/surrender/add', { contract_id, ground: 1, ended_by: 1, planned_date: today() })).data
  const broken = [{ item: '门窗', state: 2, price: 200_000, words: '坏' }]
  expect(await ask('/api/surrender/handover', { surrender_id, left_on: endOf(6), keys: 2, room_next: 1, checklist: broken })).toMatchObject(
    { code: 200 },
  )
  expect((await ask('/api/surrender/detail', { surrender_id })).data).toMatchObject({ refund: 56_000, due: 0, unused: 128_000 })
  expect(await ask('/api/surrender/settle', { surrender_id, way: 3 })).toMatchObject({ code: 200 })
  expect(await held(contract_id)).toBe(0)
  const book = (await ask('/api/deposit_entry/index', { contract_id: [contract_id] })).data.list as { kind: number; price: number }[]
  expect(book.map(({ kind, price }) => [kind, price]).toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
    [2, 128_000],
    [4, -200_000],
    [5, -56_000],
    [6, 128_000],
  ])
})

test('none is entered of a room that was not given back, nor of a tenant who goes on in it: his stay would be charged beside the rent', async () => {
  const { org_id, custom_id } = await ground()
  const start_date = addDays(today(), -40)
  const contract_id = await signed({ org_id, custom_id, start_date, signed_on: start_date, months: 1 })
  const terms = { org_id, custom_id, signed_on: today(), start_date: today(), months: 12, rent: 128_000, deposit: 0, deposit_held: 0 }
  const entering = (changes: object = {}) => ask('/api/contract/enter', { ...terms, ...changes })
  expect(await entering({ custom_id: await tenant() })).toMatchObject({ code: 409, msg: expect.stringMatching(/期满还没有搬/) })
  await sql`update contract set end_date = current_date + 10 where contract_id = ${contract_id}`.execute(at.server.db)
  const next = { start_date: addDays(today(), 11) }
  expect(await entering(next)).toMatchObject({ code: 409, data: { field: 'org_id' }, msg: expect.stringMatching(/请在它上面办续签$/) })
  expect(await ask('/api/surrender/add', { contract_id, ground: 4, ended_by: 1, planned_date: today() })).toMatchObject({ code: 200 })
  expect(await entering({ ...next, custom_id: await tenant() })).toMatchObject({ code: 409, msg: expect.stringMatching(/还没有交房/) })
})

test('who leaves before the end of what was collected elsewhere is given the rest back, with the deposit', async () => {
  const who = await ground()
  const { keys } = await take([cells(who, { collected_to: endOf(9) })])
  const [contract_id = 0] = keys
  const asked = { contract_id, ground: 1, ended_by: 1, planned_date: today() }
  const { surrender_id } = (await ask('/api/surrender/add', asked)).data
  const left_on = endOf(6)
  const handed = { surrender_id, left_on, keys: 2, room_next: 1, checklist: [{ item: '门窗', state: 1 }] }
  expect(await ask('/api/surrender/handover', handed)).toMatchObject({ code: 200 })
  const preview = (await ask('/api/surrender/settlement', { surrender_id })).data
  expect(preview.table.rows).toContainEqual([
    '未用租金',
    `导入前已收房租 ${addDays(left_on, 1)} 至 ${endOf(9)}，算到 ${left_on}`,
    '¥3,840.00',
  ])
  const figures = (await ask('/api/surrender/detail', { surrender_id })).data
  expect(figures).toMatchObject({ deposit: 128_000, unused: 3 * 128_000, refund: 4 * 128_000, due: 0 })
  expect(await ask('/api/surrender/settle', { surrender_id, way: 3 })).toMatchObject({ code: 200 })
  expect(await held(contract_id)).toBe(0)
  const { rows } = await sql<{ sum: number }>`
    select sum(price)::bigint as sum from flow where type = 2 and org_id = ${who.org_id}
  `.execute(at.server.db)
  expect(rows[0]?.sum).toBe(4 * 128_000)
  await nightly(endOf(12))
  expect(await rents(contract_id)).toEqual([])
})
