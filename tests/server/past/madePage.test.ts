import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { finishScreens } from '../../../server/domain/screen/index.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { passNights } from '../../help/days.ts'
import { lot, parking, publishScreen } from '../../help/declared/screens.ts'

const at = adminServer()
const { ask } = at
const YESTERDAY = addDays(today(), -1)

beforeAll(() => passNights(at.server, 30))

test('a page that an admin has made has its past like any other, in whatever part its log stands, and still after an upgrade', async () => {
  const { answer } = await publishScreen(at.server, at.admin, parking())
  expect(answer.msg).toBe('')
  const { lot_id } = (await ask('/api/parking/add', lot('A1'))).data
  await passNights(at.server)
  const { version } = (await ask('/api/parking/detail', { lot_id })).data
  expect(await ask('/api/parking/edit', { lot_id, version, ...lot('A1', { rent: 45_000 }) })).toMatchObject({ code: 200 })
  const rents = async (as_of?: string) =>
    (await ask('/api/parking/index', as_of ? { as_of } : {})).data.list.map(({ rent }: { rent: number }) => rent)
  expect([await rents(), await rents(YESTERDAY)]).toEqual([[45_000], [30_000]])
  // A newer code takes the views of the past away and makes those of the declarations that lie in files.
  const view = `past.${resourceNamed('parking').table}`
  await sql`drop view ${sql.raw(view)}`.execute(at.server.db)
  await Promise.all([finishScreens(at.server.db), finishScreens(at.server.db)])
  expect([await rents(), await rents(YESTERDAY)]).toEqual([[45_000], [30_000]])
})
