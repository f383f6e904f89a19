import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readVersion } from '../../../server/domain/setting/versions.ts'
import { addDays, secondsOf, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { rounds } from '../../help/depth.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { draft } = tenanciesOn(at)
const [tomorrow, later] = [addDays(today(), 1), addDays(today(), 30)]

const detail = async () => done(await ask('/api/contractSetting/detail')).data
const save = async (changes: object) => {
  const { values, version } = await detail()
  return ask('/api/contractSetting/save', { ...values, version, ...changes })
}

test('a rule that is saved for a later day is in force from then on, and what is judged before keeps the one before', async () => {
  const { values } = await detail()
  done(await save({ cap: values.cap + 12, from_date: tomorrow }))
  const now = await detail()
  expect(now).toMatchObject({ values, version: 1, in_force: 0, by: '系统管理员', coming: { version: 1, from_date: tomorrow } })
  const { contract_id } = done(await draft()).data
  const { rows } = await sql<{ rule_version: number }>`select rule_version from contract where contract_id = ${contract_id}`.execute(
    at.server.db,
  )
  expect(rows).toEqual([{ rule_version: 0 }])
  // What is saved meanwhile is in force at once, and until then.
  done(await save({ cap: values.cap + 1 }))
  expect(await detail()).toMatchObject({
    values: { cap: values.cap + 1 },
    version: 2,
    in_force: 2,
    coming: { version: 1, from_date: tomorrow },
  })
  const { list } = done(await ask('/api/contractSetting/history')).data
  expect(list.map(({ version, from_date }: { version: number; from_date: string | null }) => [version, from_date])).toEqual([
    [2, null],
    [1, tomorrow],
  ])
})

test('what was to come in place of the defaults can be taken down, too', async () => {
  const { values } = done(await ask('/api/queueSetting/detail')).data
  done(await ask('/api/queueSetting/save', { ...values, hold_days: values.hold_days + 1, version: 0, from_date: later }))
  expect(done(await ask('/api/queueSetting/detail')).data).toMatchObject({ in_force: 0, coming: { version: 1, from_date: later } })
  done(await ask('/api/queueSetting/restore', { to: 0, version: 1, from_date: later }))
  expect(done(await ask('/api/queueSetting/detail')).data).toMatchObject({ values, in_force: 0, coming: null })
})

test('what was to come into force can be taken down, and the next after it comes first', async () => {
  const { values, in_force } = await detail()
  done(await save({ cap: values.cap + 2, from_date: later }))
  const { coming, version } = await detail()
  expect(coming).toMatchObject({ from_date: tomorrow })
  done(await ask('/api/contractSetting/restore', { to: in_force, version, from_date: tomorrow }))
  expect(await detail()).toMatchObject({ values, in_force, coming: { version, from_date: later } })
  done(await ask('/api/contractSetting/restore', { to: in_force, version: version + 1, from_date: later }))
  expect(await detail()).toMatchObject({ values, in_force, coming: null })
})

test('no rule is in force from a day that is over, and what holds no rules has no days', async () => {
  const over = { code: 400, msg: '生效日期不能早于今天', data: { field: 'from_date' } }
  const yesterday = addDays(today(), -1)
  expect(await save({ from_date: yesterday })).toMatchObject(over)
  const { version, in_force } = await detail()
  expect(await ask('/api/contractSetting/restore', { to: in_force, version, from_date: yesterday })).toMatchObject(over)
  expect(await save({ from_date: '2027-02-30' })).toMatchObject({ code: 400, data: { field: 'from_date' } })
  expect(await ask('/api/LogoSetting/save', { logo_name: '甲', version: 0, from_date: tomorrow })).toMatchObject({ code: 400 })
})

test('of all versions whose day has come the last of the last day is in force, in whatever order they were saved', async () => {
  let settings = 0
  const saved = fc.record({ made: fc.integer({ min: -9, max: 0 }), from: fc.option(fc.integer({ min: -9, max: 9 })) })
  await fc.assert(
    fc.asyncProperty(fc.array(saved, { maxLength: 8 }), async (versions) => {
      const name = `probe${++settings}`
      for (const [index, { made, from }] of versions.entries())
        await sql`
          insert into setting_version (setting, version, content, from_date, created_by, created_at)
          values (${name}, ${index + 1}, '{}', ${from === null ? null : addDays(today(), from)}::date, 1, ${(secondsOf(addDays(today(), made)) ?? 0) + 3600})
        `.execute(at.server.db)
      const days = versions.map(({ made, from }) => from ?? made)
      const last = Math.max(...days.filter((day) => day <= 0))
      expect((await readVersion(at.server.db, { name })).version).toBe(days.lastIndexOf(last) + 1)
    }),
    { numRuns: rounds(20, 60) },
  )
})
