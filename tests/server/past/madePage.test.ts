import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { finishScreens } from '../../../server/domain/screen/index.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { renamed } from '../../../src/derive/designer/rename.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { passNights } from '../../help/days.ts'
import { lot, parking, publishScreen, saveAndPublish } from '../../help/declared/screens.ts'

const at = adminServer()
const { ask } = at
const YESTERDAY = addDays(today(), -1)

beforeAll(() => passNights(at.server, 30))

test('a page that an admin has made has its past like any other, in whatever part its log stands, and still after an upgrade', async () => {
  const page = parking({
    columns: { ...parking().columns, marks: { label: '标记', is: 'enums', of: { 1: '甲', 2: '乙' } } } as never,
    form: ['lot', 'rent', 'p_id', 'marks'] as never,
  })
  const { id: screen_id, answer } = await publishScreen(at.server, at.admin, page)
  expect(answer.msg).toBe('')
  const { lot_id } = (await ask('/api/parking/add', lot('A1', { marks: [1] }))).data
  await passNights(at.server)
  const { version } = (await ask('/api/parking/detail', { lot_id })).data
  expect(await ask('/api/parking/edit', { lot_id, version, ...lot('A1', { rent: 45_000, marks: [2] }) })).toMatchObject({ code: 200 })
  const rents = async (as_of?: string) =>
    (await ask('/api/parking/index', as_of ? { as_of } : {})).data.list.map(({ rent }: { rent: number }) => rent)
  expect([await rents(), await rents(YESTERDAY)]).toEqual([[45_000], [30_000]])
  // A newer code takes the views of the past away and makes those of the declarations that lie in files.
  const view = `past.${resourceNamed('parking').table}`
  await sql`drop view ${sql.raw(view)}`.execute(at.server.db)
  await Promise.all([finishScreens(at.server.db), finishScreens(at.server.db)])
  expect([await rents(), await rents(YESTERDAY)]).toEqual([[45_000], [30_000]])
  // Nor is a page whose fields are called otherwise by now, or that was withdrawn meanwhile, without its past.
  const called = renamed(renamed(page, 'rent', 'fee', true), 'marks', 'signs', true)
  expect(await saveAndPublish(at.server, at.admin, screen_id, called)).toMatchObject({ code: 200 })
  const then = async () => (await ask('/api/parking/index', { as_of: YESTERDAY })).data.list
  expect(await then()).toMatchObject([{ fee: 30_000, signs: [1] }])
  expect(await ask('/api/screen/withdraw', { screen_id })).toMatchObject({ code: 200 })
  await sql`drop view ${sql.raw(view)}`.execute(at.server.db)
  await finishScreens(at.server.db)
  expect(await ask('/api/screen/restore', { screen_id })).toMatchObject({ code: 200 })
  expect(await then()).toMatchObject([{ fee: 30_000, signs: [1] }])
})

test('a page whose rows break its rules keeps no other from being finished', async () => {
  expect((await publishScreen(at.server, at.admin, parking({}, 'second'))).answer).toMatchObject({ code: 200 })
  await sql`drop index parking_lot_key`.execute(at.server.db)
  await sql`insert into parking (lot, fee) values ('X', 1), ('X', 1)`.execute(at.server.db)
  await sql`drop view past.second`.execute(at.server.db)
  await expect(finishScreens(at.server.db)).rejects.toThrow('parking_lot_key')
  expect(await ask('/api/second/index', { as_of: YESTERDAY })).toMatchObject({ code: 200, data: { count: 0 } })
  expect((await sql`select to_regclass('past.second')::text as there`.execute(at.server.db)).rows).toEqual([{ there: 'past.second' }])
})
