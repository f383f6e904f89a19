import { beforeAll, expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { signed, detail, pay, room } = tenanciesOn(at)

const terms = { start_date: addDays(today(), -40), signed_on: addDays(today(), -40), months: 24, mode: 2, cycle: 1 }
const [ALONE, BOTH] = [addDays(today(), 100), addDays(today(), 1)]
let ids: number[] = []
let sns: string[] = []
beforeAll(async () => {
  const rooms = [await room(), await room(), await room()]
  done(await ask('/api/org/price', { ids: rooms.slice(0, 2), by: 1, fixed: 90_000 }))
  ids = []
  for (const [place, rent] of [100_000, 123_450, 50_000].entries()) ids.push(await signed({ ...terms, org_id: rooms[place], rent }))
  sns = []
  for (const id of ids) sns.push((await detail(id)).sn as string)
})
const asked = (changes: object) => ({ ids, from_date: ALONE, reason: '年度调整', ...changes })
interface Step {
  from_date: string
  rent: number
  status: number
}
const allSteps = async (contract_id: number): Promise<Step[]> =>
  done(await ask('/api/contract_rent/index', { contract_id: [contract_id], order: 'from_date' })).data.list
const steps = async (contract_id: number) =>
  (await allSteps(contract_id)).flatMap(({ from_date, rent, status }) => (status === 1 ? [[from_date, rent]] : []))

test('the rents of many contracts change by percent in one go: each is told before, with the sums, and costs the new one from that day on', async () => {
  const told = done(await ask('/api/contract/amendment', { ids, from_date: ALONE, how: 2, percent: 3.5, rounds: 3 })).data
  expect(told.facts).toContainEqual({ label: '月租金合计', value: '¥2,734.50 → ¥2,831.00' })
  expect(told.table.rows.map((row: string[]) => row.slice(2))).toEqual([
    ['¥1,000.00', '¥1,035.00', '¥35.00'],
    ['¥1,234.50', '¥1,278.00', '¥43.50'],
    ['¥500.00', '¥518.00', '¥18.00'],
  ])
  expect(done(await ask('/api/contract/amend', asked({ how: 2, percent: 3.5, rounds: 3 }))).data).toEqual({ count: 3 })
  expect(await steps(ids[1] as number)).toEqual([
    [terms.start_date, 123_450],
    [ALONE, 127_800],
  ])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('to the standard rents of their rooms: one without is named and nothing is done; of those that cost it already nothing changes', async () => {
  const from_date = addDays(ALONE, 1)
  expect(await ask('/api/contract/amend', asked({ how: 4, from_date }))).toMatchObject({
    code: 400,
    msg: `合同 ${sns[2]}：房间没有登记标准月租金：请先在房源列表里“定租”`,
    data: { field: 'how' },
  })
  expect(await steps(ids[0] as number)).toHaveLength(2)
  expect(done(await ask('/api/contract/amend', asked({ ids: ids.slice(0, 2), how: 4, from_date }))).data).toEqual({ count: 2 })
  expect(
    await ask('/api/contract/amend', asked({ ids: ids.slice(0, 1), how: 3, more: 0, from_date: addDays(from_date, 1) })),
  ).toMatchObject({
    code: 400,
    msg: '与现在的月租金相同',
  })
})

test('a rise agreed a second time for the same day is no second rise, and one that was mistyped is corrected for its day: bills, schedule and timeline tell the last alone', async () => {
  const one = ids.slice(1, 2) as [number]
  expect(await ask('/api/contract/amend', asked({ ids: one, how: 2, percent: 3.5, rounds: 3 }))).toMatchObject({
    code: 400,
    msg: '与现在的月租金相同',
  })
  const meant = { ids: one, from_date: ALONE, how: 1, rent: 128_000 }
  expect(done(await ask('/api/contract/amendment', meant)).data.facts).toEqual(
    expect.arrayContaining([
      { label: '月租金', value: '¥1,234.50 → ¥1,280.00' },
      { label: '更正这一天的', value: '¥1,278.00' },
    ]),
  )
  const before = await steps(one[0])
  done(await ask('/api/contract/amend', asked({ ...meant, reason: '上次录错' })))
  expect(await steps(one[0])).toEqual(before.map(([day, rent]) => [day, day === ALONE ? 128_000 : rent]))
  expect((await allSteps(one[0])).filter(({ status }) => status === 2)).toMatchObject([{ from_date: ALONE, rent: 127_800 }])
  const { table } = done(await ask('/api/contract/schedule', { contract_id: one[0] })).data
  expect(JSON.stringify(table)).not.toContain('1,278.00')
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('one that is paid beyond that day is named, and can be adjusted with the others', async () => {
  await pay(ids[2] as number, 1)
  const less = { how: 3, more: -1_000, from_date: BOTH }
  const refused = await ask('/api/contract/amend', asked(less))
  expect(refused.msg).toMatch(new RegExp(`^合同 ${sns[2]}：房租已收到 .*“已收过款的周期”选“补差”$`))
  expect(refused.data).toEqual({ field: 'from_date' })
  expect(done(await ask('/api/contract/amendment', { ids, ...less })).data.said).toBe(refused.msg)
  expect(done(await ask('/api/contract/amend', asked({ ...less, paid_periods: 2 }))).data).toEqual({ count: 3 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what is no rent is refused at its field, and who may not, or is of another project, changes and sees none', async () => {
  const from_date = addDays(ALONE, 2)
  expect(await ask('/api/contract/amend', asked({ how: 3, more: -100_000_000, from_date }))).toMatchObject({
    code: 400,
    data: { field: 'more' },
  })
  expect(await ask('/api/contract/amend', asked({ how: 2, percent: -99.999, from_date }))).toMatchObject({
    code: 400,
    data: { field: 'percent' },
  })
  expect(await ask('/api/contract/amend', asked({ how: 2, from_date }))).toMatchObject({ code: 400, msg: '变动比例必填' })
  expect(await ask('/api/contract/amend', asked({ from_date }))).toMatchObject({ code: 400, msg: '新的月租金必填' })
  const elsewhere = await tokenOf(at.server, await addAccount(at.server, 'elsewhere', ['/api/contract/amend'], [2]))
  const nobody = await tokenOf(at.server, await addAccount(at.server, 'nobody', ['/api/contract/index'], [1]))
  const rise = { how: 2, percent: 1, rounds: 1, from_date }
  expect((await ask('/api/contract/amend', asked(rise), elsewhere)).code).toBe(404)
  expect((await ask('/api/contract/amendment', { ids, ...rise }, elsewhere)).code).toBe(404)
  expect((await ask('/api/contract/amend', asked(rise), nobody)).code).toBe(403)
  expect((await ask('/api/contract/amendment', { ids, ...rise }, nobody)).code).toBe(403)
})

test('with approval each contract is a submission of its own, weighed by its new rent', async () => {
  const boss = await addAccount(at.server, 'boss', ['key:audit'], [1])
  const token = await tokenOf(at.server, boss)
  done(await ask('/api/checkSetting/save', { amendment: [{ way: 1, who: 2, user_id: boss, over: 120_000 }], version: 0 }))
  const from_date = addDays(ALONE, 3)
  const before = await steps(ids[0] as number)
  const { audit_ids } = done(await ask('/api/contract/amend', asked({ ids: ids.slice(0, 2), how: 3, more: 30_000, from_date }))).data
  expect(audit_ids).toHaveLength(2)
  expect(await steps(ids[0] as number)).toEqual(before)
  for (const audit_id of audit_ids) done(await ask('/api/my_audit/agree', { audit_id }, token))
  expect(await steps(ids[0] as number)).toHaveLength(before.length + 1)
})
