import { expect, test } from 'vitest'
import { secondsOf, today } from '../../../src/protocol/dates.ts'
import { roomStateCode } from '../../../src/schemas/property/roomState.ts'
import { adminServer } from '../../help/adminServer.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { room, signed } = tenanciesOn(at)

test('a viewing tells how its room stands now: let since it was agreed, in its list and its detail', async () => {
  const org_id = await room()
  const start_time = (secondsOf(today()) ?? 0) + 23 * 3600
  const viewing = { org_id, custom_name: '看房人', phone: '13812345678', start_time, end_time: start_time + 1800 }
  const { reserve_id } = done(await ask('/api/reserve/add', viewing)).data
  const stands = async (): Promise<unknown[]> => {
    const { list } = done(await ask('/api/reserve/index', { page_rows: 20 })).data
    const { data } = done(await ask('/api/reserve/detail', { reserve_id }))
    return [list[0].room_state, data.room_state]
  }
  expect(await stands()).toEqual([roomStateCode('vacant'), roomStateCode('vacant')])
  await signed({ org_id })
  const now = done(await ask('/api/org/detail', { org_id })).data.state
  expect(now).not.toBe(roomStateCode('vacant'))
  expect(await stands()).toEqual([now, now])
})
