import { afterAll, beforeAll, expect, test } from 'vitest'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { importColumns } from '../../../src/derive/imports/importColumns.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { startTestJobs } from '../../help/exports.ts'
import { imported, mistakes, sendImport, tried, workbook } from '../../help/imports.ts'
import { leasesOn } from '../../help/leases.ts'
import { addAccount, cardOf, tokenOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { room, tenant, signed, pay } = tenanciesOn(at)
const { inForce, contracts, sign } = leasesOn(at)
let jobs: ReturnType<typeof startTestJobs>
beforeAll(() => {
  jobs = startTestJobs(at.server)
})
afterAll(() => jobs.stop())

const IMPORT = '/api/occupant/import'
let serial = 9_100

/** Someone of a company, as a file names them. */
const person = async (changes: object = {}): Promise<{ custom_id: number; card: string; words: string }> => {
  const card = cardOf(++serial)
  const name = `职工${serial}`
  return { custom_id: await tenant({ name, card, ...changes }), card, words: `${name} ${card}` }
}
/** A room that a company rents from today on, as a file names it. */
const leased = async (): Promise<{ lease_id: number; org_id: number; words: string }> => {
  const lease_id = await inForce([await room()])
  const [{ org_id }] = await contracts(lease_id)
  return { lease_id, org_id, words: await wordsOf(org_id) }
}
const wordsOf = async (org_id: number): Promise<string> => {
  const { region_name, unit_floor } = (await ask('/api/org/detail', { org_id })).data
  return `${region_name} ${unit_floor}`
}
type Cells = Record<'org_id' | 'custom_id' | 'from_date', unknown>
const file = (rows: readonly Partial<Cells>[]): Buffer => {
  const columns = importColumns(resourceNamed('occupant'))
  return workbook([columns.map(({ head }) => head), ...rows.map((row) => columns.map(({ name }) => row[name as keyof Cells] ?? null))])
}
const people = async (lease_id: number) => done(await ask('/api/occupant/index', { lease_id: [lease_id], page_rows: 50 })).data.list

test('a roster comes from a file: each person is listed in the room of their row, to be checked, and it can be taken back', async () => {
  const [here, there] = [await leased(), await leased()]
  const [first, second] = [await person(), await person()]
  const from_date = today()
  const rows = [
    { org_id: here.words, custom_id: first.words, from_date },
    { org_id: there.words, custom_id: second.card, from_date: addDays(from_date, 3) },
  ]
  const trial = await tried(at.server, IMPORT, file(rows), at.admin)
  expect([trial.error, mistakes(trial)]).toEqual(['', []])
  expect(await people(here.lease_id)).toEqual([])
  await imported(at.server, at.admin, trial.import_id)
  const [contract] = await contracts(here.lease_id)
  expect(await people(here.lease_id)).toMatchObject([
    { custom_id: first.custom_id, org_id: here.org_id, contract_id: contract.contract_id, from_date, status: 1, p_id: 1 },
  ])
  expect(await people(there.lease_id)).toMatchObject([{ custom_id: second.custom_id, from_date: addDays(from_date, 3), status: 1 }])
  done(await ask('/api/import/undo', { import_id: trial.import_id }))
  await expect.poll(() => people(here.lease_id), { timeout: 30_000 }).toEqual([])
})

test('a row that `add` would refuse is told by its cell, the others with it: nobody is listed by half', async () => {
  const { words, org_id, lease_id } = await leased()
  const own = await room()
  await signed({ org_id: own })
  const [good, early, away, twice, listed] = [await person(), await person(), await person(), await person(), await person()]
  done(await ask('/api/occupant/add', { org_id, custom_id: listed.custom_id, from_date: today() }))
  const rows = [
    { org_id: words, custom_id: good.words, from_date: today() },
    { org_id: words, custom_id: early.words, from_date: addDays(today(), -1) },
    { org_id: await wordsOf(own), custom_id: away.words, from_date: today() },
    { org_id: words, custom_id: twice.words, from_date: today() },
    { org_id: words, custom_id: twice.words, from_date: today() },
    { org_id: words, custom_id: listed.words, from_date: today() },
    { org_id: words, custom_id: '查无此人', from_date: today() },
    { org_id: words, custom_id: good.words },
  ]
  const trial = await tried(at.server, IMPORT, file(rows), at.admin)
  const told = mistakes(trial)
  expect(told).toEqual([
    expect.stringMatching(/^C3：入住日期不能早于租期开始/),
    'A4：请选择整租的房间',
    '第 6 行：此人已在整租房的入住名单上（这一间，或另一间）',
    '第 7 行：此人已在整租房的入住名单上（这一间，或另一间）',
    expect.stringMatching(/^B8：入住人“查无此人”不存在/),
    'C9：入住日期必填',
  ])
  expect(await people(lease_id)).toHaveLength(1)
})

test('a roster sent again: who is listed for the room is passed over, who is listed for another is told', async () => {
  const [here, there] = [await leased(), await leased()]
  const [stays, comes, moves] = [await person(), await person(), await person()]
  const from_date = today()
  done(await ask('/api/occupant/add', { org_id: here.org_id, custom_id: stays.custom_id, from_date }))
  done(await ask('/api/occupant/add', { org_id: there.org_id, custom_id: moves.custom_id, from_date }))
  const rows = [stays, comes].map(({ words }) => ({ org_id: here.words, custom_id: words, from_date }))
  const send = (all: typeof rows) => tried(at.server, IMPORT, file(all), at.admin, undefined, { existing: 2 })
  const trial = await send([...rows, { org_id: here.words, custom_id: moves.words, from_date }])
  expect(mistakes(trial)).toEqual(['B4：此人还在另一间整租房的入住名单上，请先把那一条登记“搬离”或“不符合”'])
  const right = await send(rows)
  expect(right).toMatchObject({ state: 'right', rows: 2, skipped: 1 })
  expect(await imported(at.server, at.admin, right.import_id)).toMatchObject({ state: 'done', skipped: 1 })
  expect((await people(here.lease_id)).map(({ custom_id }: { custom_id: number }) => custom_id).sort()).toEqual(
    [stays.custom_id, comes.custom_id].sort(),
  )
})

test('of a room that is renewed the contract of the day is meant', async () => {
  const { lease_id, org_id } = await leased()
  const [now] = await contracts(lease_id)
  await pay(now.contract_id)
  const next = done(await ask('/api/lease/renew', { lease_id, months: 12 })).data.lease_id
  done(await sign(next))
  const [then] = await contracts(next)
  const listed = async (from_date: string): Promise<number> => {
    const { custom_id } = await person()
    const { occupant_id } = done(await ask('/api/occupant/add', { org_id, custom_id, from_date })).data
    return (await ask('/api/occupant/detail', { occupant_id })).data.contract_id
  }
  expect([await listed(now.end_date), await listed(then.start_date)]).toEqual([now.contract_id, then.contract_id])
})

test('whoever may not import, or works for another project, lists nobody', async () => {
  const { words, org_id, lease_id } = await leased()
  const who = await person()
  const rows = file([{ org_id: words, custom_id: who.words, from_date: today() }])
  const keeper = await tokenOf(at.server, await addAccount(at.server, 'keeper', ['/api/occupant/index', '/api/occupant/add']))
  expect(await sendImport(at.server, IMPORT, rows, keeper)).toMatchObject({ code: 403 })
  const away = await tokenOf(at.server, await addAccount(at.server, 'away', ['*'], [2]))
  const told = mistakes(await tried(at.server, IMPORT, rows, away))
  expect(told).toHaveLength(2)
  expect(told.join()).not.toContain(who.card)
  expect(await ask('/api/occupant/add', { org_id, custom_id: who.custom_id, from_date: today() }, away)).toMatchObject({
    code: 400,
    data: { field: 'org_id' },
  })
  expect(await people(lease_id)).toEqual([])
})
