import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { flat } from '../../help/store/ground.ts'

const at = adminServer()
const { call } = at

const rowsOf = async (text: string) => (await sql.raw(text).execute(at.server.db)).rows
const newRoom = async (): Promise<number> => (await call('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]

/** Whoever enters an application does not pass it. */
const enteredByAnother = (apply_id: number) => rowsOf(`update qualification set created_by = null where apply_id = ${apply_id}`)

let applicants = 0

describe('轮候', () => {
  const apply = async (priority: number): Promise<number> => {
    const params = {
      custom_name: `申请人${++applicants}`,
      card: '310101199003070019',
      phone: '13812345678',
      p_id: 1,
      nature: 1,
      priority,
      room_type: 1,
      family_size: 1,
      income: 1,
      housing_area: 1,
    }
    const { apply_id } = (await call('/api/qualification/add', params)).data
    await enteredByAnother(apply_id)
    await call('/api/qualification/pass', { apply_id, exception: '同一身份证的几份' })
    return (await call('/api/qualification/queue', { apply_id })).data.wait_id
  }

  test('orders by class, then time, then id; calls hold one room each; what happened is kept', async () => {
    const org_id = await newRoom()
    const [late, early, first] = [await apply(2), await apply(2), await apply(1)]
    const ranks = async () =>
      new Map((await call('/api/Waiting/index')).data.list.map((row: Record<string, number>) => [row.wait_id, row.rank]))
    expect(await ranks()).toEqual(
      new Map([
        [first, 1],
        [late, 2],
        [early, 3],
      ]),
    )
    expect((await call('/api/Waiting/call', { wait_id: early, org_id, days: 7 })).msg).toBe('此人不是本队第一位，跳号须写明原因')
    const room = await newRoom()
    expect((await call('/api/Waiting/call', { wait_id: first, org_id: room, days: 7 })).code).toBe(200)
    expect((await call('/api/org/detail', { org_id: room })).data.state).toBe(2)
    expect((await call('/api/Waiting/call', { wait_id: late, org_id: room, days: 7 })).code).toBe(409)
    expect((await call('/api/Waiting/call', { wait_id: first, org_id, days: 7 })).code).toBe(409)
    await expect(rowsOf(`update waiting set status = 2, org_id = ${room} where wait_id = ${late}`)).rejects.toThrow(
      'waiting_holdsRoom_org_id_one',
    )
    expect((await call('/api/Waiting/invalid', { wait_id: first, reason: '放弃' })).code).toBe(200)
    expect((await call('/api/org/detail', { org_id: room })).data.state).toBe(1)
    const told = (await call('/api/Waiting/detail_history', { wait_id: first })).data.list as { status: number; reason: string | null }[]
    expect(told.map(({ status }) => status)).toEqual([5, 2, 1])
    expect(told[0]?.reason).toBe('放弃')
    expect(await ranks()).toEqual(
      new Map([
        [first, null],
        [late, 1],
        [early, 2],
      ]),
    )
  })

  test('an application goes into the queue once, and only when it passed', async () => {
    const params = {
      custom_name: '甲',
      card: '310101199003070019',
      phone: '13812345678',
      p_id: 1,
      nature: 1,
      priority: 2,
      room_type: 2,
      family_size: 1,
      income: 1,
      housing_area: 1,
    }
    const { apply_id } = (await call('/api/qualification/add', params)).data
    expect((await call('/api/qualification/queue', { apply_id })).code).toBe(409)
    expect((await call('/api/qualification/reject', { apply_id })).msg).toBe('驳回原因必填')
    await enteredByAnother(apply_id)
    await call('/api/qualification/pass', { apply_id, exception: '同一身份证的几份' })
    const both = await Promise.all([1, 2].map((request_id) => call('/api/qualification/queue', { apply_id, request_id: `q${request_id}` })))
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
  })
})
