import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, isForAnyone } from '../../server/calls/defineCall.ts'
import { codesOf, registry } from '../../server/calls/registry.ts'
import { resources } from '../../src/declared/declared.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import type { AdminServer } from '../help/adminServer.ts'
import { goodParams } from '../help/declared/examples.ts'
import { fillProject } from '../help/projects.ts'
import { addAccount, fillGround, flat, flowOf, type Ground, permit, tokenOf } from '../help/store/ground.ts'
import { scan } from '../help/tenancies.ts'
import { nowSeconds, startTestServer, type TestServer } from '../help/testServer.ts'
import { auditDeeds } from './auditDeeds.ts'
import { billDeeds } from './billDeeds.ts'
import { doneElsewhere } from './doneElsewhere.ts'
import { invoiceDeeds } from './invoiceDeeds.ts'
import { meterDeeds } from './meterDeeds.ts'
import { partyDeeds } from './partyDeeds.ts'
import { queueDeeds } from './queueDeeds.ts'
import { safetyDeeds } from './safetyDeeds.ts'
import { settingDeeds } from './settingDeeds.ts'
import { statementDeeds } from './statementDeeds.ts'
import { put, stateOf } from './tableStates.ts'
import { tenancyDeeds } from './tenancyDeeds.ts'
import { withholdDeeds } from './withholdDeeds.ts'

type Params = Record<string, unknown>

let server: TestServer
let ground: Ground
let clerk: number
let admin: string
let mine: Record<string, number>
beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  clerk = await addAccount(server, 'clerk', [])
  mine = await fillProject(server, ground, 1, '浦东花苑')
})
afterAll(() => server.close())

const writes: Call[] = [...registry().values()].filter((call) => call.writes && !isForAnyone(call.can))

let others = 0
/** An account of nobody who is at work here: what is done to it stops no call. */
const addOther = async (): Promise<{ user_id: number; role_id: number }> => {
  const user_id = await addAccount(server, `other${++others}`, ['/api/kind/add', 'key:audit'], [1])
  const { rows } = await sql<{ role_id: number }>`select role_id from account where user_id = ${user_id}`.execute(server.db)
  return { user_id, role_id: rows[0]?.role_id ?? 0 }
}

/** A row that the call is about: of the project's, or one made by the resource's own call. */
const subjectOf = async (resource: CompleteResource): Promise<number> => {
  const known = mine[resource.name]
  if (known !== undefined) return known
  const add = registry().get(resource.calls.add ?? '')
  if (!add) return 1
  const { data } = await server.call(add.path, await paramsOf(add), await tokenOf(server))
  return data?.[resource.key] ?? 1
}

/** Ids by the names that params give them. */
const namedIds = async (asked: Params): Promise<Params> => ({
  ...Object.fromEntries(resources.flatMap(({ key, name }) => (mine[name] ? [[key, mine[name]]] : []))),
  ...('user_id' in asked || 'role_id' in asked ? await addOther() : {}),
  from_id: ground.cost,
  simple_id: ground.simple,
})

/** Params with which the call does its deed, on rows that are in the state for it. */
const paramsOf = async (call: Call): Promise<Params> => {
  const params = { ...goodParams(call, ground) }
  const ids = await namedIds(params)
  for (const name of Object.keys(params)) if (name in ids) params[name] = ids[name]
  const resource = resources.find(
    ({ actions, calls }) =>
      actions.some(({ can }) => can === call.path) || [calls.edit, calls.del, calls.reveal].includes(call.path as never),
  )
  if (resource && resource.key in params && !(resource.key in ids)) params[resource.key] = await subjectOf(resource)
  const when = resource?.actions.find(({ can }) => can === call.path)?.when ?? {}
  const state = Object.entries(when)
    .filter(([name]) => resource?.column[name]?.isStored)
    .map(([name, wanted]) => {
      const [first] = [wanted].flat()
      return [name, first === '' ? null : first]
    })
  // What stands where is told by hand, too, where a state asks for more.
  if (resource?.isStored && state.length > 0 && resource.key in params && !BY_HAND[call.path])
    await put(server, resource.table, resource.key, Number(params[resource.key]), Object.fromEntries(state))
  return { ...params, ...(await BY_HAND[call.path]?.()) }
}

/** Gives what a call of an administrator answers, made on the way to the deed itself. */
const made = async (path: string, params: Params): Promise<Params> => {
  const { code, msg, data } = await server.call(path, params, await tokenOf(server))
  if (code !== 200) throw new Error(`${path}: ${msg}`)
  return data
}
const inserted = async (text: string): Promise<number> => {
  const { rows } = await sql.raw<{ id: number }>(text).execute(server.db)
  return rows[0]?.id ?? 0
}
const message = (status: number) => async (): Promise<Params> => ({
  msg_id: await inserted(
    `insert into message (account_id, title, content, create_time, status) values (1, '题', '文', 1, ${status}) returning msg_id as id`,
  ),
})
const run = (state: 'queued' | 'failed') => async (): Promise<Params> => ({
  job_id: await inserted(
    `insert into job (kind, msg, params, state) values ('fold_tallies', '合计', '{}', '${state}') returning job_id as id`,
  ),
})
const node = async (kind: number, name: string, parent_id?: unknown): Promise<Params> =>
  made('/api/structure/add', { kind, name: `${name}${++others}`, ...(parent_id ? { parent_id } : {}) })
const post = async (): Promise<Params> => node(3, '岗', (await node(2, '部', (await node(1, '中心')).node_id)).node_id)

const vacantRoom = async (): Promise<number> => ((await made('/api/org/add', flat(ground, { p_id: 1 }))).org_id as number[])[0] ?? 0
/** Money that came in, of which nothing is used. */
const received = async (): Promise<number> =>
  (await made('/api/flow/add', { ...flowOf(ground), request_id: `flow ${++others}` })).flow_id as number

const whose = (): Params => ({ whose: 1, tenant_id: mine.lessee, firm_id: undefined })

/** A message that did not go. */
const unsent = async (): Promise<Params> => ({
  outbox_id: await inserted(
    `insert into outbox (channel, subject, content, once, key, state) values (1, '提醒', '正文', gen_random_uuid(), gen_random_uuid(), 3) returning outbox_id as id`,
  ),
})

/** What no schema tells: params of calls whose rules look at other records. */
const BY_HAND: Readonly<Record<string, () => Params | Promise<Params>>> = {
  ...tenancyDeeds({
    get server() {
      return server
    },
    get ground() {
      return ground
    },
    get admin() {
      return admin
    },
    call: (path, params = {}, token = admin) => server.call(path, params, token),
    ask: (path, params = {}, token = admin) => server.call(path, { ...params, request_id: randomUUID() }, token),
    // Deeds before ended sessions.
    logInAgain: async () => {
      admin = await tokenOf(server)
    },
  }),
  ...billDeeds({ server: () => server, ground: () => ground, mine: () => mine, made, paper: () => scan({ server, admin } as AdminServer) }),
  ...meterDeeds({ ground: () => ground, made }),
  ...statementDeeds({ server: () => server, ground: () => ground, made }),
  ...invoiceDeeds({ server: () => server, ground: () => ground, made }),
  ...withholdDeeds({ server: () => server, ground: () => ground, made }),
  '/api/org/disable': async () => ({ org_id: await vacantRoom() }),
  '/api/org/divide': async () => ({
    org_id: await vacantRoom(),
    kind_id: ground.kind[3],
    rooms: [{ number: `内${++others}` }],
  }),
  '/api/admin/enable': async () => {
    const { user_id } = await addOther()
    await made('/api/admin/disable', { user_id })
    return { user_id }
  },
  '/api/admin/signOut': async () => {
    const { user_id } = await addOther()
    await tokenOf(server, user_id)
    return { user_id }
  },
  '/api/role/del': async () => ({ role_id: (await made('/api/role/add', { name: `空角色${++others}` })).role_id }),
  '/api/message/cancel': () => made('/api/cost/export', { format: 1 }).then(({ id }) => ({ id })),
  '/api/upload/del': async () => ({
    img_id: await inserted(
      `insert into file (hash, mime, bytes, width, height, created_by) values ('h${++others}', 'image/png', 1, 1, 1, 1) returning img_id as id`,
    ),
  }),
  '/api/job_kind/run': async () => ({
    job_kind_id: await inserted(
      `insert into job_kind (name, label) values ('fold_tallies', '合计') on conflict (name) do update set label = '合计' returning job_kind_id as id`,
    ),
  }),
  '/api/match_run/undo': async () => ({ run_id: await inserted('insert into match_run (sure) values (90) returning run_id as id') }),
  '/api/job_run/again': run('failed'),
  '/api/job_run/cancel': run('queued'),
  '/api/flow/receipt': async () => ({ flow_id: await received() }),
  '/api/flow/claim': async () => ({ flow_id: await received(), ...whose() }),
  '/api/flow/unclaim': async () => {
    const flow_id = await received()
    await made('/api/flow/claim', { flow_id, ...whose(), why: '电话核实', request_id: `claim ${++others}` })
    return { flow_id }
  },
  '/api/flow/refund': async () => ({
    flow_id: await received(),
    amount: 100,
    payee: flowOf(ground).custom_name,
    pay_time: nowSeconds() + 60,
  }),
  '/api/flow/bounce': async () => ({ flow_id: await received(), returned_at: nowSeconds() + 60 }),
  ...partyDeeds({ server: () => server, mine: () => mine, made, vacantRoom }),
  ...auditDeeds({ inserted, addOther, clerk: () => clerk }),
  ...queueDeeds({ server: () => server, mine: () => mine, put: (...how) => put(server, ...how), made, addOther, vacantRoom }),
  '/api/outbox/again': unsent,
  '/api/outbox/tell': unsent,
  '/api/preference/save': () => ({ changes: [{ name: 'locale', value: '"en-US"' }] }),
  '/api/reserve/add': () => ({ start_time: 1_795_000_000, end_time: 1_795_001_800 }),
  '/api/reserve/move': () => ({ start_time: 1_795_100_000, end_time: 1_795_101_800 }),
  // Of a project's room that has no task in the batch.
  '/api/inspect/add': async () => ({ org_id: await vacantRoom(), batch: `巡检${++others}` }),
  '/api/inspect/generate': () => ({ p_id: 1, batch: `巡检${++others}`, which: 1, community_id: undefined, inspector: 1 }),
  '/api/violation/demand': async () => {
    await put(server, 'violation', 'violation_id', mine.violation ?? 0, { status: 2 })
    return { deadline: '2099-01-01' }
  },
  '/api/project/del': async () => ({ p_id: (await made('/api/project/add', { name: `空项目${++others}` })).p_id }),
  '/message/has_read': message(1),
  '/message/remove_readed': message(2),
  '/message/restore': message(3),
  '/api/post_holder/add': async () => ({ node_id: (await post()).node_id }),
  '/api/post_holder/del': async () => {
    const { node_id } = await post()
    return { holder_id: (await made('/api/post_holder/add', { node_id, ...(await addOther()), role_id: undefined })).holder_id }
  },
  '/api/structure/move': async () => {
    const parent_id = (await node(1, '中心')).node_id
    return { node_id: (await post()).node_id, parent_id }
  },
  ...settingDeeds(made),
  ...safetyDeeds({ made, inserted }),
}

/** Calls whose deed cannot be done on this ground. Whatever could be done here is none of them. */
const elsewhere = doneElsewhere(writes)

/** What a call changes when an administrator makes it. */
const deedOf = async (call: Call, params: Params): Promise<{ code: number; msg: string; changed: string[] }> => {
  const token = await tokenOf(server)
  const before = await stateOf(server)
  const { code, msg } = await server.call(call.path, params, token)
  const after = await stateOf(server)
  return { code, msg, changed: Object.keys(after).filter((name) => after[name] !== before[name]) }
}

/** Params of a deed that is about to be done: nothing of those before is still to be done. */
const setOut = async (call: Call): Promise<Params> => {
  await sql`delete from job`.execute(server.db)
  return paramsOf(call)
}

test('calls that are done elsewhere are there, and none of them could be done here', async () => {
  expect([...elsewhere].filter((path) => !writes.some((call) => call.path === path))).toEqual([])
  // Nothing is left of the store when it is emptied: of a sample it is not, and says so.
  for (const call of writes.filter(({ path }) => elsewhere.has(path))) {
    const { code, changed } = await deedOf(call, await setOut(call))
    expect([call.path, code === 200 && changed.length > 0]).toEqual([call.path, false])
  }
})

test.each(writes.filter(({ path }) => !elsewhere.has(path)).map(({ path }) => path))(
  '%s: refused without its code, and nothing changes; with it the deed is done',
  async (path) => {
    const call = registry().get(path) as Call
    const codes = codesOf(call)
    const params = await setOut(call)
    if (codes.length > 0) {
      await permit(
        server,
        clerk,
        [...registry().keys()].filter((other) => !codes.includes(other)),
      )
      const token = await tokenOf(server, clerk)
      const before = await stateOf(server)
      expect(await server.call(path, params, token)).toMatchObject({ code: 403, msg: `没有权限：${call.label}`, data: null })
      expect(await stateOf(server)).toEqual(before)
    }
    const { code, msg, changed } = await deedOf(call, params)
    expect({ code, msg, changes: changed.length > 0 }).toEqual({ code: 200, msg, changes: true })
  },
)
