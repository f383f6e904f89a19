import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { movePast } from '../../../server/calls/lapse.ts'
import { hold } from '../../../server/domain/waiting/jobs.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { resourceNamed, resources } from '../../../src/declared/declared.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import { adminServer } from '../../help/adminServer.ts'
import { livingOn } from '../../help/declared/living.ts'
import { partOf, proof, rounds } from '../../help/depth.ts'
import { secondNode } from '../../help/secondNode.ts'
import { flat } from '../../help/store/ground.ts'

const ground = adminServer()
const { call, ask } = ground
const { make, paramsOf, beside } = livingOn(ground)

const rowsOf = async <T = Record<string, unknown>>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(ground.server.db)).rows
const newRoom = async (): Promise<number> => {
  const { data, msg } = await ask('/api/org/add', flat(ground.ground, { p_id: 1 }))
  return data?.org_id?.[0] ?? expect.unreachable(msg)
}

const second = secondNode(ground)

/** Whose states the store itself lets nobody put: what leads there is asked for too. */
const GUARDED = new Set(['owner_settlement'])

/** The resources whose records live: all whose state is a column that moves write, and the journal tells. */
const living = resources.filter(
  // Those that only the system moves are played where their engine is (tests/server/approval).
  ({ states, moves, column, isLogged }) =>
    states && moves.some(({ isSystem }) => !isSystem) && !column[states.column]?.spec.derived && isLogged,
)

/** The turns that a record's state has taken, as the store wrote them down, oldest first. */
const turnsOf = async ({ name, states }: CompleteResource, key: number): Promise<[number | null, number][]> => {
  const rows = await rowsOf<{ changes: { column: string; before?: number; after?: number }[] }>(
    `select changes from operation_log where resource = '${name}' and record_id = ${key} order by log_id`,
  )
  return rows.flatMap(({ changes }) =>
    changes
      .filter(({ column }) => column === states?.column)
      .map(({ before, after }): [number | null, number] => [before ?? null, after ?? 0]),
  )
}

test('there are such resources, and each can be made here', async () => {
  expect(living.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'waiting',
      'qualification',
      'reserve',
      'org',
      'cost',
      'tags',
      'clue',
      'entrust',
      'broker',
      'screen',
      'repair',
      'inspect',
      'violation',
    ]),
  )
  for (const resource of living) expect(await make(resource)).toBeGreaterThan(0)
})

/** By two nodes at once in npm test those that every third is of; each of them in `npm run prove`. */
const racing = partOf(living, 3)

describe.each(living.map(({ name }) => name))('%s', (name) => {
  const resource = resourceNamed(name)
  const raced = racing.some((one) => one.name === name) ? test : proof
  const actions = resource.actions.filter(({ to }) => to !== undefined)
  const codeOf = (state: string): number => resource.states?.of[state]?.code ?? Number.NaN

  raced('whatever two nodes are asked at once, a record takes declared turns only, one for each that was answered', async () => {
    const deed = fc.record({ action: fc.constantFrom(...actions), onSecond: fc.boolean(), which: fc.nat(1) })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(deed, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }), async (rounds) => {
        const keys = [await make(resource), await make(resource)]
        const done = new Map(keys.map((key) => [key, 0]))
        const before = new Map(await Promise.all(keys.map(async (key) => [key, (await turnsOf(resource, key)).length] as const)))
        for (const round of rounds) {
          const sent = round.map(async ({ action, onSecond, which }) => {
            const key = keys[which] ?? 0
            const params = { [resource.key]: key, ...(await paramsOf(resource, action.name)), request_id: crypto.randomUUID() }
            const { code } = onSecond ? await second.send(action.can, params) : await call(action.can, params)
            expect([200, 409]).toContain(code)
            // What stays in its state (published again) takes no turn.
            const isTurn = ![action.from ?? []].flat().includes(action.to ?? '')
            if (code === 200 && isTurn) done.set(key, (done.get(key) ?? 0) + 1)
          })
          await Promise.all(sent)
        }
        for (const key of keys) {
          const turns = (await turnsOf(resource, key)).slice(before.get(key))
          const allowed = resource.moves.flatMap(({ from, to }) => from.map((state) => `${codeOf(state)}>${codeOf(to)}`))
          expect(turns.map(([was, is]) => `${was}>${is}`).filter((turn) => !allowed.includes(turn))).toEqual([])
          // What one move brings about beside (a third decline) is a turn of the system's.
          expect(turns.length).toBeGreaterThanOrEqual(done.get(key) ?? 0)
          for (const [place, [was]] of turns.entries()) if (place > 0) expect(was).toBe(turns[place - 1]?.[1])
        }
      }),
      { numRuns: rounds(1, 4) },
    )
  })

  test('each action is refused in every state that it does not leave, and says so', async () => {
    for (const action of actions) {
      const from = [action.from ?? []].flat()
      const wrong = Object.keys(resource.states?.of ?? {}).find((state) => !from.includes(state))
      if (!wrong) continue
      const key = await make(resource)
      const set = `"${resource.states?.column}" = ${codeOf(wrong)}${(await beside[name]?.()) ?? ''}`
      await ground.server.db.transaction().execute(async (tx) => {
        if (GUARDED.has(name)) await sql`set local session_replication_role = replica`.execute(tx)
        await sql.raw(`update "${resource.table}" set ${set} where "${resource.key}" = ${key}`).execute(tx)
      })
      const answer = await ask(action.can, { [resource.key]: key, ...(await paramsOf(resource, action.name)) })
      expect(answer.code).toBe(409)
      expect(answer.msg).not.toBe('')
    }
  })
})

describe('a room that is held', () => {
  const called = async (until: number): Promise<{ wait_id: number; org_id: number }> => {
    const wait_id = await make(resourceNamed('waiting'))
    const org_id = await newRoom()
    expect((await ask('/api/Waiting/call', { wait_id, org_id, days: 7, reason: '试' })).code).toBe(200)
    // Called and told of it at once, as far as these clocks go.
    await rowsOf(`update waiting set held_until = ${until}, called_at = 1000, notice = 2, noticed_at = 1000 where wait_id = ${wait_id}`)
    return { wait_id, org_id }
  }
  const lapse = (now: number): Promise<number> =>
    inTransaction(ground.server.db, { userId: null, path: 'job:lapse_holds', label: '叫号到期', address: '' }, (tx) =>
      movePast(tx, now, hold),
    )
  const waiter = async (wait_id: number) => (await call('/api/Waiting/detail', { wait_id })).data
  const roomState = async (org_id: number): Promise<number> => (await call('/api/org/detail', { org_id })).data.state

  test('is free when its time is over, and not before: it counts as a decline, staff hear of it, the log says 系统', async () => {
    const { wait_id, org_id } = await called(2_000)
    expect(await lapse(1_999)).toBe(0)
    expect(await roomState(org_id)).toBe(2)
    expect(await lapse(2_000)).toBe(1)
    expect(await waiter(wait_id)).toMatchObject({ status: 1, org_id: null, held_until: null, declines: 1 })
    expect(await roomState(org_id)).toBe(1)
    const [message] = await rowsOf<{ title: string; content: string; resource: string; record_id: number }>(
      `select title, content, resource, record_id from message order by create_time desc limit 1`,
    )
    expect(message).toMatchObject({ title: '保留期满未选房', resource: 'waiting', record_id: wait_id })
    expect(message?.content).toContain('已放开，此人回到队列：期满未选房，通知已送达，记一次放弃')
    const log = (await call('/api/operation_log/index', { resource: 'waiting', record_id: wait_id, page: 1 })).data.list
    expect(log[0]).toMatchObject({ label: '叫号到期', created_by: null })
    expect(await lapse(2_000)).toBe(0)
  })

  test('lapses once, whoever looks at the same moment', async () => {
    const held = [await called(2_000), await called(2_000), await called(2_000)]
    const counts = await Promise.all([lapse(2_000), lapse(2_000), lapse(2_000), lapse(2_000)])
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(3)
    for (const { wait_id } of held) expect((await waiter(wait_id)).declines).toBe(1)
  })

  test('that is chosen lapses no more; a third decline takes its person out of the queue', async () => {
    const { wait_id } = await called(2_000)
    expect((await ask('/api/Waiting/choose', { wait_id })).code).toBe(200)
    expect(await lapse(3_000)).toBe(0)
    expect(await waiter(wait_id)).toMatchObject({ status: 3, held_until: null })
    expect((await ask('/api/Waiting/decline', { wait_id, reason: '太远' })).code).toBe(200)
    for (const declines of [2, 3]) {
      expect((await ask('/api/Waiting/call', { wait_id, org_id: await newRoom(), days: 1, reason: '试' })).code).toBe(200)
      expect((await ask('/api/Waiting/decline', { wait_id, reason: '太远' })).code).toBe(200)
      expect(await waiter(wait_id)).toMatchObject({ declines, status: declines === 3 ? 5 : 1, org_id: null })
    }
  })

  test('is of the version that was seen, and of the caller’s projects', async () => {
    const { wait_id } = await called(2_000_000_000)
    const { version } = await waiter(wait_id)
    expect((await ask('/api/Waiting/choose', { wait_id, version: version - 1 })).code).toBe(409)
    expect((await ask('/api/Waiting/choose', { wait_id: 99_999_999 })).code).toBe(404)
    expect((await ask('/api/Waiting/choose', { wait_id, version })).code).toBe(200)
  })
})
