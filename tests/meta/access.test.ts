import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codesOf, registry, unansweredCalls } from '../../server/calls/registry.ts'
import { resourceNamed, resources } from '../../src/derive/declared.ts'
import { goodParams } from '../help/examples.ts'
import { addAccount, addRow, addTenant, cardOf, fillGround, flat, flowOf, type Ground, permit, rowCounts, tokenOf } from '../help/ground.ts'
import { startTestServer, type TestServer } from '../help/testServer.ts'

let server: TestServer
let ground: Ground
let clerk: number

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  clerk = await addAccount(server, 'clerk', [])
})
afterAll(() => server.close())

const callOf = (path: string) => {
  const call = registry().get(path)
  if (!call) throw new Error(path)
  return call
}
const closed: string[] = [...registry().values()].filter((call) => call.can !== 'public').map((call) => call.path)

test('the calls that are open to all are these and no others', () => {
  const open = [...registry().keys()].filter((path) => !closed.includes(path))
  expect(open.sort()).toEqual(['/api/sys/update_logo', '/broker/getAgentsByPhone', '/login', '/save_error_logger'])
})

test('every action and every call of the domain has a call that answers, by a code that some role can hold, or is about one’s own', () => {
  expect(unansweredCalls()).toEqual([])
  for (const { own, actions } of resources)
    for (const { can } of actions)
      expect([can, codesOf(callOf(can))]).toEqual([can, own ? [] : [can === '/api/bill/create' ? 'key:bill_list' : can]])
})

describe('an account with project 1 only', () => {
  let token: string
  let admin: string
  /** Ids of one row in each project, by resource. */
  const mine: Record<string, number> = {}
  const theirs: Record<string, number> = {}

  const registerIn = async (p_id: number, region_name: string, ids: Record<string, number>): Promise<void> => {
    const house = await server.call('/api/org/add', flat(ground, { p_id, region_name }), admin)
    const org_id = house.data.org_id[0]
    const flow = await server.call('/api/flow/add', flowOf(ground, { org_id }), admin)
    const company = { name: `企业${p_id}`, code: `9131011550000${p_id}`, contact: '王', phone: '13812345678' }
    const company_id = await addRow(server, 'company', company)
    const tenant = await addTenant(server, { card: cardOf(p_id), p_id, company_id, withhold: 1 })
    const made = await sql<{ contract_id: number; custom_id: number; community_id: number }>`
      insert into contract (sn, org_id, custom_id, p_id, start_date, end_date, rent, deposit, status)
      values (${`HT${p_id}`}, ${org_id}, ${tenant}, ${p_id}, '2026-01-01', '2027-12-31', 100, 100, 4)
      returning contract_id, custom_id, (select community_id from org where org_id = ${org_id}::integer) as community_id
    `.execute(server.db)
    const row = made.rows[0]
    Object.assign(ids, { project: p_id, org: org_id, unit: house.data.unit_id, flow: flow.data.flow_id })
    const logged = await sql<{ log_id: number }>`select max(log_id) as log_id from operation_log where p_id = ${p_id}`.execute(server.db)
    Object.assign(ids, {
      operation_log: logged.rows[0]?.log_id,
      contract: row?.contract_id,
      occupancy: (row?.contract_id ?? 0) * 3,
      lessee: row?.custom_id,
      community: row?.community_id,
    })
    await addRecords(p_id, { org_id, unit_id: house.data.unit_id, flow_id: flow.data.flow_id, ...(row as object) } as Named, ids)
  }

  interface Named {
    org_id: number
    unit_id: number
    flow_id: number
    contract_id: number
    custom_id: number
  }

  /** One record of everything that belongs to a project, by calls where there are any. */
  const addRecords = async (p_id: number, { org_id, unit_id, flow_id, contract_id, custom_id }: Named, ids: Record<string, number>) => {
    const card = '310101199003070019'
    const phone = '13812345678'
    const made = async (path: string, params: Record<string, unknown>, key: string): Promise<number> => {
      const answer = await server.call(path, params, admin)
      if (answer.code !== 200) throw new Error(`${path}: ${answer.msg}`)
      return answer.data[key]
    }
    const wanted = { nature: 1, priority: 2, room_type: 1, family_size: 2, income: 500_000, housing_area: 10 }
    ids.qualification = await made('/api/qualification/add', { custom_name: '申请人', card, phone, p_id, ...wanted }, 'apply_id')
    ids.member = await made('/api/member/add', { apply_id: ids.qualification, name: '家人', relation: 1, card }, 'member_id')
    await made('/api/qualification/pass', { apply_id: ids.qualification }, 'count')
    ids.waiting = await made('/api/qualification/queue', { apply_id: ids.qualification }, 'wait_id')
    ids.reserve = await made(
      '/api/reserve/add',
      { org_id, custom_name: '看房人', phone, start_time: 1_790_000_000, end_time: 1_790_001_800 },
      'reserve_id',
    )
    const one = async (text: string): Promise<number> =>
      Object.values((await sql.raw<Record<string, number>>(text).execute(server.db)).rows[0] ?? {})[0] ?? 0
    ids.waiting_event = await one(`select event_id from waiting_event where wait_id = ${ids.waiting}`)
    await one(`update org set simple = '[{"simple_id": ${ground.simple}, "price": 345}]' where org_id = ${org_id} returning 1`)
    ids.meter = await made('/api/meter/add', { org_id, simple_id: ground.simple, read_date: '2026-11-01', current: 12.5 }, 'meter_id')
    ids.bill = await made(
      '/api/bill/create',
      {
        ...{ unit_id, org_id, from: 2, from_id: ground.cost, price: 10_001, bill_date: '2026-11-01', payer: 1, payment_ratio: 70, late: 0 },
        ...{ start_date: '2026-11-01', end_date: '2026-11-30', custom_id, custom_name: '租客', contract_id: 0, type: 2 },
      },
      'bill_id',
    )
    ids.billWithhold = ids.bill
    ids.bill_share = await one(`select share_id from bill_share where bill_id = ${ids.bill} and party = 1`)
    ids.bill_package = await one(`select share_id from bill_share where bill_id = ${ids.bill} and party = 2`)
    ids.allocation = await one(
      `insert into allocation (flow_id, share_id, price, p_id) values (${flow_id}, ${ids.bill_share}, 1000, ${p_id}) returning allocation_id`,
    )
    ids.ledger = await one(`with b as (
        insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, org_id, contract_id, p_id)
        values ('ZDR${p_id}', 1, 1, 100, '2026-11-01', '2026-11-01', '2026-11-30', 1, 100, '租客', ${org_id}, ${contract_id}, ${p_id}) returning bill_id, p_id
      ) insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, 100, p_id from b returning bill_id`)
    ids.surrender =
      await one(`insert into surrender (contract_id, custom_name, kind, org_id, ground, planned_date, deposit, arrears, damages, refund, status, p_id)
      values (${contract_id}, '租客', 1, ${org_id}, 1, '2026-12-01', 100, 0, 0, 100, 1, ${p_id}) returning surrender_id`)
    ids.audit = await one(
      `insert into audit (subject, business, contract_id, applicant_id, handler_id, status, p_id) values ('签订', 1, ${contract_id}, 1, 1, 1, ${p_id}) returning audit_id`,
    )
    ids.withhold = await one(`insert into withhold (sn, bank, status, p_id) values ('DK${p_id}', '建行', 1, ${p_id}) returning batch_id`)
    const img = await one(
      `insert into file (hash, mime, bytes, width, height, created_by) values ('h', 'image/png', 1, 1, 1, 1) returning img_id`,
    )
    ids.signature = await made('/api/FddUser/add_signature', { holder: 2, custom_id, name: '签名', imgs: [img] }, 'signature_id')
    ids.withhold_line = await one(`insert into withhold_line (batch_id, bill_id, custom_name, price, result, p_id)
      values (${ids.withhold}, ${ids.bill}, '租客', 100, 0, ${p_id}) returning line_id`)
  }

  beforeAll(async () => {
    admin = await tokenOf(server)
    await registerIn(1, '浦东花苑', mine)
    await registerIn(2, '徐汇花苑', theirs)
    token = await tokenOf(server, await addAccount(server, 'pudong', ['*'], [1]))
  })

  const scoped = resources.filter((resource) => resource.scope)
  test('every resource with a scope has rows here in both projects', () => {
    for (const { name } of scoped) expect([name, typeof mine[name], typeof theirs[name]]).toEqual([name, 'number', 'number'])
  })

  test.each(scoped.filter((resource) => resource.calls.index).map(({ name }) => name))(
    '%s: the list and its count hold its own rows only',
    async (name) => {
      const resource = resourceNamed(name)
      const path = resource.calls.index ?? ''
      const [own, all] = [await server.call(path, { page_rows: 1000 }, token), await server.call(path, { page_rows: 1000 }, admin)]
      const keys = own.data.list.map((row: Record<string, number>) => row[resource.key])
      expect(keys).toContain(mine[name])
      expect(keys).not.toContain(theirs[name])
      expect(own.data.count).toBe(own.data.list.length)
      expect(own.data.count).toBe(all.data.list.filter((row: Record<string, number>) => row[resource.scope ?? ''] === 1).length)
      expect((await server.call(path, { [resource.scope ?? '']: 2 }, token)).data).toMatchObject({ list: [], count: 0 })
      expect((await server.call(path, { page: 2, page_rows: 1000 }, token)).data).toMatchObject({ list: [], count: own.data.count })
    },
  )

  test.each(scoped.filter((resource) => resource.calls.detail).map(({ name }) => name))(
    '%s: another project’s row does not exist',
    async (name) => {
      const resource = resourceNamed(name)
      expect(await server.call(resource.calls.detail ?? '', { [resource.key]: mine[name] }, token)).toMatchObject({ code: 200 })
      expect(await server.call(resource.calls.detail ?? '', { [resource.key]: theirs[name] }, token)).toMatchObject({ code: 404 })
    },
  )

  const stateOf = async (): Promise<unknown> => {
    const texts = ['org', 'flow', 'project', 'community'].map((name) =>
      sql<{ t: string }>`select t::text as t from ${sql.table(name)} t order by 1`.execute(server.db),
    )
    return (await Promise.all(texts)).map(({ rows }) => rows)
  }

  test.each(
    scoped.flatMap(({ name, actions, calls }) =>
      actions
        .filter((action) => action.on !== 'page' && action.can !== calls.add && !action.leads)
        .map((action): [string, string] => [name, action.can]),
    ),
  )('%s: %s on another project’s row is 404 and changes nothing, alone or among its own', async (name, path) => {
    const call = callOf(path)
    const { key } = resourceNamed(name)
    const before = await stateOf()
    const params = { ...goodParams(call, ground), number: '1', floor: 1, note: 'x' }
    const known = Object.fromEntries(Object.entries(params).filter(([field]) => field in call.params.properties))
    expect(await server.call(path, { ...known, [key]: theirs[name] }, token)).toMatchObject({ code: 404 })
    if ('ids' in call.params.properties) {
      const { [key]: _, ...rest } = known
      expect(await server.call(path, { ...rest, ids: [mine[name], theirs[name]] }, token)).toMatchObject({
        code: expect.toSatisfy((code) => code === 404 || code === 409),
      })
    }
    expect(await stateOf()).toEqual(before)
  })

  test('searches, the map and the card obey it', async () => {
    const found = async (path: string, params: Record<string, unknown>) =>
      (await server.call(path, params, token)).data.map((row: { p_id: number }) => row.p_id) as number[]
    for (const path of ['/api/org/find', '/api/unit/find', '/api/unit/findUnit']) {
      expect(new Set(await found(path, { region_name: '花苑' }))).toEqual(new Set([1]))
      expect(await found(path, { region_name: '徐汇' })).toEqual([])
    }
    expect(await found('/api/org/find', { p_id: 2 })).toEqual([])
    expect(await found('/api/Project/find', {})).toEqual([1])
    const map = await server.call('/api/org/map', {}, token)
    expect(map.data.buildings.map((building: { p_id: number }) => building.p_id)).toEqual([1])
    expect((await server.call('/api/org/map', { p_id: 2 }, token)).data.buildings).toEqual([])
    expect(await server.call('/api/org/card', { org_id: mine.org }, token)).toMatchObject({ code: 200 })
    expect(await server.call('/api/org/card', { org_id: theirs.org }, token)).toMatchObject({ code: 404 })
  })

  test('nothing can be added to another project', async () => {
    const before = await rowCounts(server.db)
    const codes = [
      await server.call('/api/org/add', flat(ground, { region_name: '徐汇花苑' }), token),
      await server.call('/api/org/add', flat(ground, { region_name: '新的花苑', p_id: 2 }), token),
      await server.call('/api/flow/add', flowOf(ground, { org_id: theirs.org }), token),
      await server.call('/api/flow/add', flowOf(ground, { unit_id: theirs.unit }), token),
      await server.call('/api/flow/add', flowOf(ground, { org_id: mine.org, unit_id: theirs.unit }), token),
    ]
    expect(codes.map((answer) => answer.code)).toEqual([403, 400, 400, 400, 400])
    expect(await rowCounts(server.db)).toEqual(before)
  })

  test('an account with no project at all sees nothing', async () => {
    const none = await tokenOf(server, await addAccount(server, 'nowhere', ['*'], []))
    expect((await server.call('/api/org/list', {}, none)).data).toMatchObject({ list: [], count: 0 })
    expect((await server.call('/api/org/map', {}, none)).data.buildings).toEqual([])
    expect(await server.call('/api/org/add', flat(ground, { region_name: '又一花苑' }), none)).toMatchObject({ code: 400 })
  })
})

describe('every call', () => {
  test.each(closed)('%s: 302 without a session, 403 without its code, done with it', async (path) => {
    const call = callOf(path)
    const codes = codesOf(call)
    const params = path === '/api/sample/clear' ? {} : goodParams(call, ground)
    const before = await rowCounts(server.db)
    expect(await server.call(path, params)).toMatchObject({ code: 302, data: null })
    await permit(
      server,
      clerk,
      [...registry().keys()].filter((other) => !codes.includes(other)),
    )
    const without = await server.call(path, params, await tokenOf(server, clerk))
    if (codes.length > 0) expect(without).toMatchObject({ code: 403, msg: `没有权限：${call.label}`, data: null })
    else expect([302, 403]).not.toContain(without.code)
    if (codes.length > 0) expect(await rowCounts(server.db)).toEqual(before)
    for (const code of codes.length > 0 ? codes : ['']) {
      await permit(server, clerk, [code])
      const allowed = await server.call(path, params, await tokenOf(server, clerk))
      expect([302, 500]).not.toContain(allowed.code)
      // Whoever gives rights, or has to do with accounts, may still be told that these are not his to give.
      expect(allowed.msg).not.toBe(`没有权限：${call.label}`)
      if (allowed.code === 403) expect(allowed.msg).toMatch(/^不能给出自己|权限或项目范围大于您/)
    }
  })
})
