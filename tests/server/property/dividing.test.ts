import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { room, draft, signed, toSign, tenant } = tenanciesOn(at)
const [VACANT, AWAITING, OUT_OF_USE] = [1, 3, 9]

let flats = 0
const aFlat = async (changes: object = {}): Promise<number> => room({ house: `T${++flats}`, area: 60, ...changes })
const single = async (changes: object = {}): Promise<number> =>
  room({ show_type: 3, kind_id: at.ground.kind[3], house: `S${++flats}`, area: 12, ...changes })
const rooms = (...letters: string[]): object[] =>
  letters.map((letter) => ({ number: `T${flats}-${letter}`, area: 15, standard_rent: 90_000 }))
const divide = async (org_id: number, changes: object = {}) =>
  ask('/api/org/divide', { org_id, kind_id: at.ground.kind[3], rooms: rooms('A', 'B'), ...changes })
const inside = async (org_id: number): Promise<{ org_id: number; unit_floor: string; state: number; status: number }[]> =>
  done(await ask('/api/org/list', { part_of: [org_id] })).data.list.toReversed()
const stateOf = async (org_id: number): Promise<number> => done(await ask('/api/org/detail', { org_id })).data.state
const divided = async (changes: object = {}): Promise<[whole: number, a: number, b: number]> => {
  const org_id = await aFlat(changes)
  expect(done(await divide(org_id)).data).toMatchObject({ count: 2 })
  const [a, b] = (await inside(org_id)).map((one) => one.org_id)
  return [org_id, a as number, b as number]
}

test('a flat that is divided is let room by room, and can be put together again when nobody lives there', async () => {
  const [whole, a, b] = await divided()
  expect([await stateOf(whole), await stateOf(a), await stateOf(b)]).toEqual([OUT_OF_USE, VACANT, VACANT])
  expect(await draft({ org_id: whole })).toMatchObject({ code: 409, msg: '该房间现在不是空置，不能签合同' })
  await toSign({ org_id: a })
  expect(await stateOf(a)).toBe(AWAITING)
  expect(await ask('/api/org/join', { org_id: whole })).toMatchObject({ code: 409, msg: expect.stringMatching(/-A 还有人住/) })
  const [contract] = done(await ask('/api/contract/index', { org_id: [a] })).data.list
  done(await ask('/api/contract/void', { contract_id: contract.contract_id, reason: '不租了' }))
  done(await ask('/api/org/join', { org_id: whole }))
  expect([await stateOf(whole), await stateOf(a), await stateOf(b)]).toEqual([VACANT, OUT_OF_USE, OUT_OF_USE])
  // A room of it is not let beside the flat: it is put to use with the others, when the flat is divided again.
  expect(await ask('/api/org/enable', { org_id: a })).toMatchObject({ code: 409, msg: expect.stringMatching(/没有拆套/) })
  expect(done(await divide(whole, { rooms: [] })).data).toMatchObject({ count: 2 })
  expect([await stateOf(whole), await stateOf(a), await stateOf(b)]).toEqual([OUT_OF_USE, VACANT, VACANT])
})

test('a flat that is divided is not laid up by an order of before: it would keep nobody from renting it once it is together again', async () => {
  const org_id = await aFlat()
  const broken = { org_id, kind: 5, urgency: 2, description: '漏水', reporter: '管家', phone: '13812345678' }
  const { repair_id } = done(await ask('/api/repair/add', broken)).data
  done(await divide(org_id))
  const sent = { repair_id, handler: 1, visit_start: 1_795_000_000, visit_end: 1_795_000_000 }
  expect(await ask('/api/repair/dispatch', { ...sent, lays_up: 1 })).toMatchObject({ code: 409, data: { field: 'lays_up' } })
  done(await ask('/api/repair/dispatch', { ...sent, lays_up: 0 }))
})

test('a room in repair is not put together with its flat, nor put to use with it: neither is let before it is mended', async () => {
  const one = await single()
  done(await ask('/api/org/repair', { ids: [one] }))
  const org_id = await aFlat()
  done(await divide(org_id, { known: [one], rooms: [], kind_id: undefined }))
  expect(await stateOf(one)).toBe(8)
  expect(await ask('/api/org/join', { org_id })).toMatchObject({ code: 409, msg: expect.stringMatching(/ 在维修，/) })
  done(await ask('/api/org/enable', { ids: [one] }))
  const broken = { org_id: one, kind: 5, urgency: 2, description: '漏水', reporter: '管家', phone: '13812345678' }
  const { repair_id } = done(await ask('/api/repair/add', broken)).data
  const sent = { repair_id, handler: 1, visit_start: 1_795_000_000, visit_end: 1_795_000_000, lays_up: 1 }
  done(await ask('/api/repair/dispatch', sent))
  done(await ask('/api/org/enable', { ids: [one] }))
  done(await ask('/api/org/join', { org_id }))
  done(await divide(org_id, { rooms: [] }))
  expect(await stateOf(one)).toBe(8)
})

test('a room that somebody disabled stays so when its flat is put together, and divided again', async () => {
  const [whole, a, b] = await divided()
  done(await ask('/api/org/disable', { ids: [a] }))
  done(await ask('/api/org/join', { org_id: whole }))
  done(await divide(whole, { rooms: [] }))
  expect([await stateOf(a), await stateOf(b)]).toEqual([OUT_OF_USE, VACANT])
  done(await ask('/api/org/enable', { ids: [a] }))
  done(await ask('/api/org/join', { org_id: whole }))
  done(await divide(whole, { rooms: [] }))
  expect([await stateOf(a), await stateOf(b)]).toEqual([VACANT, VACANT])
})

test('a room that somebody has by a contract is not disabled: the map would say so, and the rent go on', async () => {
  const [let_, agreed] = [await aFlat(), await aFlat()]
  await signed({ org_id: let_ })
  await toSign({ org_id: agreed })
  for (const org_id of [let_, agreed])
    expect(await ask('/api/org/disable', { ids: [org_id] })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/T\d+ 还有人住，或已约定出租，不能停用/),
    })
  const free = await aFlat()
  done(await ask('/api/org/disable', { ids: [free] }))
  expect(await stateOf(free)).toBe(OUT_OF_USE)
})

test('a flat that somebody rents is not divided, nor a building, a single room or one for the poorest', async () => {
  const let_ = await aFlat()
  await signed({ org_id: let_ })
  expect(await divide(let_)).toMatchObject({ code: 409 })
  expect(await divide(await single())).toMatchObject({ code: 409 })
  expect(await divide(await aFlat({ nature: 3 }))).toMatchObject({ code: 409 })
})

test('rooms that were registered by themselves are taken in, those of another place are not', async () => {
  const [flat, one, elsewhere] = [await aFlat(), await single(), await single({ region_name: '另一小区', region_number: '7' })]
  await signed({ org_id: one })
  const asked = { rooms: [], kind_id: undefined }
  const wrong = { code: 400, data: { field: 'known' } }
  // What would be refused is not offered.
  const offered = done(await ask('/api/org/find', { org_id: flat, page_rows: 100 })).data.map(({ org_id }: { org_id: number }) => org_id)
  expect([flat, one, elsewhere].map((org_id) => offered.includes(org_id))).toEqual([false, true, false])
  expect(await divide(flat, { ...asked, known: [elsewhere] })).toMatchObject(wrong)
  expect(await divide(flat, { ...asked, known: [await aFlat()] })).toMatchObject(wrong)
  done(await divide(flat, { ...asked, known: [one] }))
  expect((await inside(flat)).map(({ org_id }) => org_id)).toEqual([one])
  expect(await divide(await aFlat(), { ...asked, known: [one] })).toMatchObject(wrong)
})

test.each([
  ['no room', { rooms: [] }, { code: 400, data: { field: 'rooms' }, msg: '请登记套内的房间，或选择已登记的单间' }],
  ['rooms of no kind', { kind_id: undefined }, { code: 400, data: { field: 'kind_id' }, msg: '请选择单间的房源类型' }],
  [
    'more area than it has',
    { rooms: [{ number: 'X-A', area: 60.01 }] },
    { code: 400, data: { field: 'rooms' }, msg: expect.stringMatching(/60.01 ㎡/) },
  ],
  ['a number that is taken', { rooms: [{ number: 'Y-A' }, { number: 'Y-A' }] }, { code: 409, msg: '该楼栋已登记过此房号' }],
])('a flat is not divided into %s', async (_what, changes, refused) => {
  const flat = await aFlat()
  expect(await divide(flat, changes)).toMatchObject(refused)
  expect([await stateOf(flat), await inside(flat)]).toEqual([VACANT, []])
})

test('the kind of a room that is made is a single room', async () => {
  expect(await divide(await aFlat(), { kind_id: at.ground.kind[2] })).toMatchObject({ code: 400, data: { field: 'kind_id' } })
})

/** Lets a room by the store alone, past every rule of the server, or says what the store refused it by. */
const letByStore = async (org_id: number, custom_id: number, from: string, to: string): Promise<string> => {
  const sn = `CT${++flats}`
  try {
    await sql`
      insert into contract (sn, kind, custom_id, org_id, p_id, start_date, end_date, rent, deposit, status)
      values (${sn}, 1, ${custom_id}, ${org_id}, 1, ${from}, ${to}, 100, 0, 4)
    `.execute(at.server.db)
    return 'let'
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? String(error)
  }
}

test('the store lets a flat or its rooms on a day, never both, and both its rooms', async () => {
  const [whole, a, b] = await divided()
  const [from, to, after] = [today(), addDays(today(), 30), addDays(today(), 31)]
  const who = await tenant()
  expect(await letByStore(a, who, from, to)).toBe('let')
  expect(await letByStore(b, who, from, to)).toBe('let')
  expect(await letByStore(whole, who, to, after)).toBe('contract_holdsRoom_parts')
  expect(await letByStore(whole, who, after, after)).toBe('let')
  expect(await letByStore(a, who, after, after)).toBe('contract_holdsRoom_parts')
  // What comes to hold its room by a move is refused as what is new.
  await sql`update contract set status = 8 where org_id = ${whole}`.execute(at.server.db)
  expect(await letByStore(a, who, after, after)).toBe('let')
  await expect(sql`update contract set status = 4 where org_id = ${whole}`.execute(at.server.db)).rejects.toMatchObject({
    constraint: 'contract_holdsRoom_parts',
  })
})

test('of a flat and its room that are let at the same moment one is refused', async () => {
  const who = await tenant()
  for (let round = 0; round < 5; round++) {
    const [whole, a, b] = await divided()
    const [first, ...parts] = await Promise.all([whole, a, b].map((org_id) => letByStore(org_id, who, today(), today())))
    const expected = first === 'let' ? ['contract_holdsRoom_parts', 'contract_holdsRoom_parts'] : ['let', 'let']
    expect(parts).toEqual(expected)
  }
})

test('a flat that ten divide at once is divided once', async () => {
  const flat = await aFlat()
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => divide(flat, { rooms: [{ number: `M${flats}-${n}` }] })))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(9).fill(409)])
  expect(await inside(flat)).toHaveLength(1)
})

test('rooms of a project that is not the caller’s are not taken in, and its flats not divided', async () => {
  const account = await addAccount(at.server, 'divider', ['/api/org/list', '/api/org/divide', '/api/org/join'], [2])
  const token = await tokenOf(at.server, account)
  const flat = await aFlat()
  expect(
    await ask('/api/org/divide', { org_id: flat, known: [], rooms: [{ number: 'Z-A' }], kind_id: at.ground.kind[3] }, token),
  ).toMatchObject({
    code: 404,
  })
})
