import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from '../../../server/buildServer.ts'
import { lapseHolds } from '../../../server/domain/waiting/jobs.ts'
import { kyselyOn, openPool } from '../../../server/store/connection/database.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { giveSealer, readSealer } from '../../../server/store/sealing/sealer.ts'
import { resourceNamed, resources } from '../../../src/declared/declared.ts'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import { today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { upload } from '../../help/files.ts'
import { picture } from '../../help/pictures.ts'
import { addAccount, addRow, addTenant, cardOf, flat } from '../../help/store/ground.ts'
import { scan, tenanciesOn } from '../../help/tenancies.ts'
import { type Answer, signed } from '../../help/testServer.ts'

const ground = adminServer()
const { call, ask } = ground
const tenancies = tenanciesOn(ground)
type Params = Record<string, unknown>

const rowsOf = async <T = Record<string, unknown>>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(ground.server.db)).rows
const newRoom = async (): Promise<number> => {
  const { data, msg } = await ask('/api/org/add', flat(ground.ground, { p_id: 1 }))
  return data?.org_id?.[0] ?? expect.unreachable(msg)
}

/** A second node on the same store. */
let second: { send: (path: string, params: Params) => Promise<Answer>; close: () => Promise<void> }
beforeAll(async () => {
  const { config, connection } = ground.server
  const pool = openPool(connection, 8)
  const db = kyselyOn(pool)
  giveSealer(db, await readSealer(config))
  const app = await buildServer(config, db, '/nonexistent')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  second = {
    send: async (path, params) => {
      const body = JSON.stringify(signed(params, ground.admin, config.signKey))
      const response = await fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      return { status: response.status, ...(await response.json()) }
    },
    close: async () => {
      await app.close()
      await db.destroy()
    },
  }
})
afterAll(() => second?.close())

/** The resources whose records live: all whose state is a column that moves write, and the journal tells. */
const living = resources.filter(
  // Those that only the system moves are played where their engine is (tests/server/approval).
  ({ states, moves, column, isLogged }) =>
    states && moves.some(({ isSystem }) => !isSystem) && !column[states.column]?.spec.derived && isLogged,
)

let serial = 0
const signature = async (): Promise<number> => {
  const { buffer } = await picture('签名.png', 'png', ++serial)
  const { data, msg } = await upload(ground.server, ground.admin, buffer)
  return data?.img_id ?? expect.unreachable(msg)
}
const person = () => ({ custom_name: `轮候${++serial}`, card: cardOf(serial), phone: '13812345678', p_id: 1 })
let supervisor: Promise<number> | undefined
let roomOfServices: Promise<number> | undefined
/** One room for all: orders that hold it begin and end beside each other. */
const servedRoom = (): Promise<number> => {
  roomOfServices ??= newRoom()
  return roomOfServices
}
const newTenant = (): Promise<number> => addTenant(ground.server, { card: cardOf(++serial) })
const applicant = () => ({ ...person(), nature: 1, priority: 2, room_type: 1 })

/** How a record is made in its first state, where its columns do not tell. */
const makers: Readonly<Record<string, () => Promise<number>>> = {
  org: newRoom,
  lessee: newTenant,
  waiting: () => addRow(ground.server, 'waiting', { ...applicant(), qualified_at: 1_790_000_000 + serial }),
  lottery: async () => {
    await makers.waiting?.()
    supervisor ??= addAccount(ground.server, 'supervisor', ['*'])
    return addRow(ground.server, 'lottery', {
      ...{ title: `摇号${++serial}`, p_id: 1, room_type: 1, classes: [1, 2], operator: 1, supervisor: await supervisor },
    })
  },
  publication: () => addRow(ground.server, 'publication', { title: `名册${++serial}`, kind: 1, p_id: 1 }),
  objection: async () => {
    const publication_id = (await makers.publication?.()) ?? 0
    const wait_id = (await makers.waiting?.()) ?? 0
    const row = { publication_id, number: 1, masked_name: '轮*', receipt: 'LH1', priority: 2, room_type: 1, wait_id, p_id: 1 }
    const row_id = await addRow(ground.server, 'publication_row', row)
    const objector = { objector: '赵六', phone: '13912345678', matter: '有房' }
    return addRow(ground.server, 'objection', { publication_id, row_id, wait_id, p_id: 1, ...objector })
  },
  qualification: () => addRow(ground.server, 'qualification', { ...applicant(), family_size: 1, income: 1, housing_area: 1 }),
  signature: async () =>
    addRow(ground.server, 'signature', {
      name: `签章${++serial}`,
      holder: 2,
      custom_id: await newTenant(),
      p_id: 1,
    }),
  contract: async () => {
    const { data, msg } = await tenancies.draft()
    return data?.contract_id ?? expect.unreachable(msg)
  },
  surrender: async () => {
    const contract_id = await tenancies.signed()
    const { data, msg } = await ask('/api/surrender/add', { contract_id, ground: 4, ended_by: 1, planned_date: today() })
    return data?.surrender_id ?? expect.unreachable(msg)
  },
  screen: async () => {
    const { data, msg } = await ask('/api/screen/add', { name: `lives_${++serial}`, label: `一生${serial}` })
    return data?.screen_id ?? expect.unreachable(msg)
  },
  repair: async () =>
    addRow(ground.server, 'repair', {
      org_id: await servedRoom(),
      kind: 1,
      urgency: 1,
      description: '滴水',
      reporter: '租客',
      phone: '13812345678',
      p_id: 1,
    }),
  inspect: async () =>
    addRow(ground.server, 'inspect', {
      ...{ batch: `批次${++serial}`, kind: 1, org_id: await servedRoom(), inspector: 1, planned_date: '2026-11-20', p_id: 1 },
    }),
  violation: async () =>
    addRow(ground.server, 'violation', {
      ...{ org_id: await servedRoom(), kind: 1, found_on: '2026-11-01', found_by: 2, facts: '转租', p_id: 1 },
    }),
  reserve: async () => {
    const start_time = 1_795_000_000 + ++serial * 10_000
    return addRow(ground.server, 'reserve', { ...person(), org_id: await newRoom(), start_time, end_time: start_time + 1800 })
  },
}
/** A value of the kind that a column holds. */
const valueFor = ({ is, spec }: CompleteColumn): unknown => {
  if (spec.is === 'enum') return Number(Object.keys(spec.of)[0])
  if (['images', 'refs', 'texts'].includes(is)) return []
  if (is === 'date') return '2026-01-01'
  return ['int', 'fen', 'decimal', 'datetime', 'ref'].includes(is) ? 1 : `${spec.label}${++serial}`
}
const make = (resource: CompleteResource): Promise<number> => {
  const needed = resource.columns.filter(({ spec, isStored, name }) => spec.required && isStored && name !== resource.key)
  const row = Object.fromEntries(needed.map((column) => [column.name, valueFor(column)]))
  return makers[resource.name]?.() ?? addRow(ground.server, resource.name, row)
}

const items = [{ item: '门窗', result: 1 }]
/** What an action's dialog asks. */
const asked: Readonly<Record<string, () => Promise<Params>>> = {
  'waiting.call': async () => ({ org_id: await newRoom(), days: 7, reason: '试' }),
  'publication.publish': async () => ({ from_date: today() }),
  'objection.uphold': async () => ({ answer: '属实', remedy: 1, priority: 1 }),
  'lessee.merge': async () => ({ merged_into: await newTenant() }),
  'contract.offline': async () => ({ signed_on: today(), papers: [await scan(ground)] }),
  'contract.manual': async () => ({ sign_img: [await signature()] }),
  'surrender.handover': async () => ({ left_on: today(), keys: 1, room_next: 1, checklist: [{ item: '门窗', state: 1 }] }),
  'surrender.settle': async () => ({ way: 3 }),
  'repair.dispatch': async () => ({ handler: 1, visit_start: 1_795_000_000, visit_end: 1_795_003_600, lays_up: serial++ % 2 }),
  'repair.finish': async () => ({ work: '修好了', cost: 100, borne_by: 1 }),
  'repair.review': async () => ({ satisfaction: 5 }),
  'inspect.pass': async () => ({ items, occupied: 1 }),
  'inspect.fail': async () => ({ items, occupied: 2, problem: '转租' }),
  'violation.demand': async () => ({ deadline: '2099-01-01', demand: '退回' }),
  'violation.close': async () => ({ outcome: 1, closing: '已警告' }),
}
/** What a record must have, too, where it is put into a state by hand. */
const beside: Readonly<Record<string, () => Promise<string>>> = {
  waiting: async () => `, org_id = ${await newRoom()}`,
  lottery: async () =>
    `, room_type = ${++serial}, pool_hash = 'a', program_hash = 'a', frozen_at = 1, commit_a = 'a', commit_b = 'b', round_name = '一', round_at = 1,
      secret_a = 'a', secret_b = 'b', seed = 'a', round_number = '1', reason = '试'`,
  publication: async () => `, from_date = '2026-12-01', to_date = '2026-12-02', reason = '试'`,
  objection: async () => `, answer = '试', answered_at = 1, remedy = 3`,
  lessee: async () => `, merged_into = ${await newTenant()}`,
  repair: async () => `, handler = 1, visit_start = 1, visit_end = 2, work = '修', reason = '不用了'`,
  inspect: async () => `, problem = '坏', handled = '好', reason = '不用了'`,
  violation: async () => `, deadline = '2026-12-01', demand = '改', outcome = 1, reason = '误报'`,
}
const paramsOf = async (resource: CompleteResource, name: string): Promise<Params> => {
  const given = await asked[`${resource.name}.${name}`]?.()
  const form = resource.actions.find((action) => action.name === name)?.form
  return given ?? Object.fromEntries((form?.required ?? []).map((field) => [field, '试']))
}

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

describe.each(living.map(({ name }) => name))('%s', (name) => {
  const resource = resourceNamed(name)
  const actions = resource.actions.filter(({ to }) => to !== undefined)
  const codeOf = (state: string): number => resource.states?.of[state]?.code ?? Number.NaN

  test('whatever two nodes are asked at once, a record takes declared turns only, one for each that was answered', async () => {
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
      { numRuns: 4 },
    )
  })

  test('each action is refused in every state that it does not leave, and says so', async () => {
    for (const action of actions) {
      const from = [action.from ?? []].flat()
      const wrong = Object.keys(resource.states?.of ?? {}).find((state) => !from.includes(state))
      if (!wrong) continue
      const key = await make(resource)
      const set = `"${resource.states?.column}" = ${codeOf(wrong)}${(await beside[name]?.()) ?? ''}`
      await rowsOf(`update "${resource.table}" set ${set} where "${resource.key}" = ${key}`)
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
    await rowsOf(`update waiting set held_until = ${until} where wait_id = ${wait_id}`)
    return { wait_id, org_id }
  }
  const lapse = (now: number): Promise<number> =>
    inTransaction(ground.server.db, { userId: null, path: 'job:lapse_holds', label: '叫号到期', address: '' }, (tx) => lapseHolds(tx, now))
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
    expect(message?.content).toContain('房间已放开')
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
