import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { registry } from '../../../server/calls/registry.ts'
import { resources } from '../../../src/declared/declared.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { checkDigitOf } from '../../../src/protocol/idCard.ts'
import { adminServer } from '../../help/adminServer.ts'
import { passNights } from '../../help/days.ts'
import { rounds } from '../../help/depth.ts'
import { exported, startTestJobs } from '../../help/exports.ts'
import { addAccount, addTenant, cardOf, flat, roomsInTwoProjects, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at
const daysAgo = (days: number): string => addDays(today(), -days)
const YESTERDAY = daysAgo(1)

beforeAll(() => passNights(at.server, 30))

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ deed: fc.constant('add' as const) }) },
  { weight: 5, arbitrary: fc.record({ deed: fc.constant('edit' as const), which: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ deed: fc.constant('del' as const), which: fc.nat(50) }) },
)

test('a list asked as of any past day is what it was in the evening of that day, whatever happened since', async () => {
  let serial = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 6 }), { minLength: 2, maxLength: 6 }), async (days) => {
      const now = new Map<number, string>()
      const evenings: Record<string, string>[] = []
      for (const steps of days) {
        for (const one of steps) {
          serial += 1
          const name = `费${serial}`
          if (one.deed === 'add') now.set((await ask('/api/cost/add', { name })).data.id, name)
          const id = one.deed === 'add' ? undefined : [...now.keys()][one.which % Math.max(1, now.size)]
          if (id === undefined) continue
          if (one.deed === 'edit') {
            expect(await ask('/api/cost/edit', { id, name })).toMatchObject({ code: 200 })
            now.set(id, name)
          } else {
            expect(await ask('/api/cost/del', { id })).toMatchObject({ code: 200 })
            now.delete(id)
          }
        }
        evenings.push(Object.fromEntries(now))
        await passNights(at.server)
      }
      const own = (list: { id: number; name: string }[]) =>
        Object.fromEntries(list.filter(({ name }) => name.startsWith('费')).map(({ id, name }) => [id, name]))
      for (const [index, evening] of evenings.entries()) {
        const { data } = await ask('/api/cost/index', { as_of: daysAgo(evenings.length - index), page_rows: 1000 })
        expect(own(data.list)).toEqual(evening)
        expect(data.count).toBe(data.list.length)
      }
      for (const id of now.keys()) await ask('/api/cost/del', { id })
      await passNights(at.server)
    }),
    { numRuns: rounds(6, 15) },
  )
})

test('what a row says of others is of that day too: a bill’s state, its tenant’s name and age, its sums', async () => {
  const born = `310101${Number(today().slice(0, 4)) - 40}${today().slice(5).replace('-', '')}001`
  const custom_id = await addTenant(at.server, { name: '张三', p_id: 1, card: born + checkDigitOf(born) })
  const room = (await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data
  const made = await ask('/api/bill/create', {
    ...{ unit_id: room.unit_id, org_id: room.org_id[0], from: 2, from_id: at.ground.cost, price: 8000, bill_date: YESTERDAY, payer: 1 },
    ...{ payment_ratio: 100, start_date: YESTERDAY, end_date: YESTERDAY, custom_name: '张三', custom_id, late: 0, contract_id: 0, type: 2 },
  })
  expect(made).toMatchObject({ code: 200 })
  const { bill_id } = made.data
  await passNights(at.server, 4)
  const stateOn = async (as_of?: string) =>
    (await ask('/api/bill/index', { ...(as_of ? { as_of } : {}), page_rows: 100 })).data.list.find(
      (row: { bill_id: number }) => row.bill_id === bill_id,
    )
  expect(await stateOn()).toMatchObject({ state: 4, days_late: 1 })
  expect(await stateOn(daysAgo(2))).toMatchObject({ state: 1, days_late: null, owed: 8000 })
  expect((await ask('/api/bill/index', { as_of: daysAgo(2), state: [1] })).data.sums).toMatchObject({ owed: 8000 })
  expect(await stateOn(daysAgo(5))).toBeUndefined()
  const { card, phone, version, age } = (await ask('/api/lessee/detail', { custom_id })).data
  expect([age, (await ask('/api/lessee/detail', { custom_id, as_of: YESTERDAY })).data.age]).toEqual([40, 39])
  await ask('/api/lessee/edit', { custom_id, version, name: '张三丰', card, phone, p_id: 1 })
  expect((await ask('/api/lessee/detail', { custom_id, as_of: YESTERDAY })).data.name).toBe('张三')
  expect((await ask('/api/lessee/detail', { custom_id })).data.name).toBe('张三丰')
})

test('the room map is that of the day: a room that is out of use today was vacant yesterday, and one built today was not there', async () => {
  const [org_id] = await roomsInTwoProjects(at.server, at.ground)
  await passNights(at.server, 3)
  expect(await ask('/api/org/disable', { org_id })).toMatchObject({ code: 200 })
  const built = (await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  const roomsOn = async (as_of?: string): Promise<Record<number, number>> => {
    const { buildings } = (await ask('/api/org/map', as_of ? { as_of } : {})).data
    return Object.fromEntries(
      buildings.flatMap((one: { org_id: number[]; state: number[] }) => one.org_id.map((id, n) => [id, one.state[n]])),
    )
  }
  expect(await roomsOn(YESTERDAY)).toMatchObject({ [org_id]: 1 })
  expect(await roomsOn(YESTERDAY)).not.toHaveProperty(String(built))
  expect(await roomsOn()).toMatchObject({ [org_id]: 9, [built]: 1 })
  expect((await ask('/api/org/list', { as_of: YESTERDAY, state: [1], page_rows: 100 })).data.list).toContainEqual(
    expect.objectContaining({ org_id, state: 1 }),
  )
})

test('an export is of that day, and says so', async () => {
  const jobs = startTestJobs(at.server)
  const { data } = await ask('/api/cost/add', { name: '电梯费' })
  await passNights(at.server)
  await ask('/api/cost/edit', { id: data.id, name: '电梯维保费' })
  const csv = async (params: Record<string, unknown>) =>
    (await exported(at.server, '/api/cost/export', { format: 2, ...params }, at.admin)).toString('utf8')
  expect(await csv({ as_of: YESTERDAY })).toContain('电梯费')
  expect(await csv({})).toContain('电梯维保费')
  const records = (await ask('/api/message/index', { page: 1, page_rows: 10 })).data.list
  expect(records.map(({ msg }: { msg: string }) => msg)).toContain(`费用项（截至 ${YESTERDAY}）.csv`)
  await jobs.stop()
})

test('a day that is still to come, or before anything was kept, or none, is refused at its field', async () => {
  const { rows } = await sql<{ day: string }>`select day::text from row_history_begun`.execute(at.server.db)
  for (const [as_of, msg] of [
    [daysAgo(-1), '截至日期不能晚于今天'],
    [addDays(rows[0]?.day ?? '', -1), `${rows[0]?.day} 起才留有每天的情形，请选这一天或以后`],
    ['2026-02-30', expect.stringContaining('截至格式不正确')],
  ])
    for (const path of ['/api/cost/index', '/api/org/map'])
      expect(await ask(path, { as_of })).toMatchObject({ code: 400, data: { field: 'as_of' }, msg })
  expect(await ask('/api/role/index', { as_of: YESTERDAY })).toMatchObject({ code: 400 })
})

test('who sees the past is who sees the present: a project taken away, a right taken away, and no number in full in what is kept', async () => {
  const custom_id = await addTenant(at.server, { name: '李四', p_id: 2, card: cardOf(77) })
  const user = await addAccount(at.server, 'two', ['/api/lessee/index', '/api/lessee/detail'], [1, 2])
  const token = await tokenOf(at.server, user)
  await passNights(at.server)
  const seen = async () =>
    (await ask('/api/lessee/index', { as_of: YESTERDAY, page_rows: 100 }, token)).data?.list?.map(
      (row: { custom_id: number }) => row.custom_id,
    )
  expect(await seen()).toContain(custom_id)
  await sql`update account set projects = array[1] where user_id = ${user}`.execute(at.server.db)
  expect(await seen()).not.toContain(custom_id)
  expect(await ask('/api/lessee/detail', { custom_id, as_of: YESTERDAY }, token)).toMatchObject({ code: 404 })
  await sql`update role set permission = '{}' where name = '角色 two'`.execute(at.server.db)
  expect(await ask('/api/lessee/index', { as_of: YESTERDAY }, token)).toMatchObject({ code: 403 })
  const { card, phone, version } = (await ask('/api/lessee/detail', { custom_id })).data
  expect(await ask('/api/lessee/edit', { custom_id, version, name: '李四改', card, phone, p_id: 2 })).toMatchObject({ code: 200 })
  const { rows } = await sql<{
    text: string
  }>`select row::text as text from row_history where resource = 'lessee' and record_id = ${custom_id}`.execute(at.server.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).toContain('李四')
  expect(rows[0]?.text).not.toContain(cardOf(77))
  expect(rows[0]?.text).not.toMatch(/\$sealed|\$hash/)
})

test('every list that says it has a past can be asked for it, and so can what opens from it', async () => {
  const asked = resources.filter(({ hasPast, calls }) => hasPast && calls.index)
  expect(asked.length).toBeGreaterThan(40)
  for (const { calls } of asked) {
    expect([calls.index, (await ask(calls.index ?? '', { as_of: YESTERDAY })).msg]).toEqual([calls.index, ''])
    for (const path of [calls.index, calls.detail, calls.export].filter((one) => one !== null))
      expect([path, Object.keys(registry().get(path)?.params.properties ?? {})]).toEqual([path, expect.arrayContaining(['as_of'])])
  }
})
