import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { checkChain } from '../../../server/domain/waiting/chain.ts'
import { roomStateCode } from '../../../src/schemas/property/roomState.ts'
import { adminServer } from '../../help/adminServer.ts'
import { rounds } from '../../help/depth.ts'
import { waits } from '../../help/lots.ts'
import { secondNode } from '../../help/secondNode.ts'
import { emptyRoom } from '../../help/services.ts'
import { untilOneWaits } from '../../help/store/locks.ts'

const at = adminServer()
type Params = Record<string, unknown>

const second = secondNode(at)
let rooms: number[]
beforeAll(async () => {
  rooms = [await emptyRoom(at), await emptyRoom(at)]
})

const deeds: Readonly<Record<string, (room: number) => Params>> = {
  call: (org_id) => ({ org_id, days: 1, reason: '试' }),
  choose: () => ({}),
  decline: () => ({ reason: '太远' }),
  skip: () => ({ reason: '未接' }),
  reclass: (room) => ({ priority: 1 + (room % 2), reason: '更正' }),
  invalid: () => ({ reason: '已购房' }),
}

test('whatever two nodes are asked at once, both tell the same order, that of class, lot, time and number; a room is held once, and the chain is whole', async () => {
  const deed = fc.record({ name: fc.constantFrom(...Object.keys(deeds)), who: fc.nat(3), room: fc.nat(1), onSecond: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(deed, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }), async (rounds) => {
      await sql`update waiting set status = 5, org_id = null where status <> 5`.execute(at.server.db)
      const people = [await waits(at), await waits(at, { priority: 1 }), await waits(at, { lottery_no: 1 }), await waits(at)]
      for (const round of rounds)
        await Promise.all(
          round.map(async ({ name, who, room, onSecond }) => {
            const org_id = rooms[room] ?? 0
            const params = { wait_id: people[who], ...deeds[name]?.(org_id), request_id: crypto.randomUUID() }
            const { code } = onSecond ? await second.send(`/api/Waiting/${name}`, params) : await at.call(`/api/Waiting/${name}`, params)
            // 400: that class already.
            expect([200, 400, 409]).toContain(code)
          }),
        )
      const asked = { p_id: [1], room_type: [1], status: [1], page: 1, page_rows: 50 }
      const [here, there] = [
        (await at.call('/api/Waiting/index', asked)).data.list,
        (await second.send('/api/Waiting/index', asked)).data.list,
      ]
      expect(there).toEqual(here)
      const keyOf = ({ priority, lottery_no, qualified_at, wait_id }: Record<string, number | null>): number[] => [
        ...[priority ?? 0, lottery_no ?? 99_999_999, qualified_at ?? 0, wait_id ?? 0],
      ]
      const byKeys = here.toSorted((one: Record<string, number>, other: Record<string, number>) => {
        const [a, b] = [keyOf(one), keyOf(other)]
        const place = a.findIndex((key, index) => key !== b[index])
        return (a[place] ?? 0) - (b[place] ?? 0)
      })
      expect(here.map(({ wait_id }: Params) => wait_id)).toEqual(byKeys.map(({ wait_id }: Params) => wait_id))
      const { rows } = await sql<{ org_id: number }>`select org_id from waiting where status in (2, 3)`.execute(at.server.db)
      expect(new Set(rows.map(({ org_id }) => org_id)).size).toBe(rows.length)
      expect((await checkChain(at.server.db as never, 1, 1)).broken).toBe(null)
    }),
    { numRuns: rounds(6, 12) },
  )
})

test('nobody is called for a room of which a contract is being made at that moment', async () => {
  const [org_id = 0] = rooms
  await sql`update waiting set status = 5, org_id = null where status <> 5`.execute(at.server.db)
  const wait_id = await waits(at)
  let called: Promise<{ code: number; msg: string }> | undefined
  await at.server.db.transaction().execute(async (tx) => {
    // As whoever makes a contract has it, until it stands.
    await sql`select from org where org_id = ${org_id} for no key update`.execute(tx)
    called = second.send('/api/Waiting/call', { wait_id, org_id, days: 1 })
    await untilOneWaits(at.server)
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update org set state = ${roomStateCode('awaiting')} where org_id = ${org_id}`.execute(tx)
  })
  expect(await called).toMatchObject({ code: 409, msg: '该房间不是空置，不能保留' })
})
