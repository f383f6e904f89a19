import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '../../../server/calls/defineCall.ts'
import { registry } from '../../../server/calls/registry.ts'
import { exampleOf, goodParams } from '../../help/declared/examples.ts'
import { partOf } from '../../help/depth.ts'
import { addAccount, fillGround, flat, type Ground, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

type Params = Record<string, unknown>

/** What a constraint says for itself where no rule has spoken before it. */
const CONSTRAINT = '提交的内容不符合规则'

let server: TestServer
let ground: Ground
let keeper: number

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  keeper = await addAccount(server, 'keeper', ['*'])
  await server.call('/api/org/add', flat(ground), await tokenOf(server, keeper))
})
afterAll(() => server.close())

/** Every field filled in that the form has for what is filled in. */
const everything = (call: Call): Params => ({
  ...exampleOf({ ...call.params, required: Object.keys(call.params.properties) }),
  ...goodParams(call, ground),
})

const writes = [...registry().values()].filter(({ path, writes }) => writes && path !== '/api/sample/clear')

test.each(writes.map(({ path }) => path))('%s: whatever is left out or null, a rule answers and not a constraint', async (path) => {
  const call = registry().get(path) as Call
  const names = Object.keys(call.params.properties)
  let token = await tokenOf(server, keeper)
  const bad: string[] = []
  const answered = async (what: string, params: Params): Promise<void> => {
    // Two that are the same are one, where they are not told apart.
    const answer = await server.call(call.path, { request_id: randomUUID(), ...params }, token, 'B')
    // One that was done may have ended the session.
    if (answer.code === 200) token = await tokenOf(server, keeper)
    if (answer.status >= 500 || answer.msg === CONSTRAINT) bad.push(`${what} → ${answer.msg}`)
  }
  // Left out and null are the same to every rule (derive/forms/coerceParams.ts), so they take turns; and to leave out what the least has not is to send the least.
  // That the form wants a field is asked by one and the same code for all forms; what it does not want by name is the call's own.
  const wanted = new Set<string>(call.params.required)
  const isKits = (name: string): boolean => wanted.has(name)
  for (const [kind, base, left] of [
    ['least', goodParams(call, ground), Object.keys(goodParams(call, ground))],
    ['all', everything(call), names],
  ] as const) {
    await answered(kind, base)
    // In npm test every eighth of what the form may have, and of what it must have where only the kit asks for it.
    const some = kind === 'all' ? partOf(left, 8) : [...partOf(left.filter(isKits), 8), ...left.filter((name) => !isKits(name))]
    for (const [index, name] of some.entries()) {
      const value = index % 2 === 0 ? null : undefined
      await answered(`${kind} ${name}=${value}`, { ...base, [name]: value })
    }
  }
  expect(bad).toEqual([])
})

test('a bill made without what the dialog keeps hidden is the bill that the dialog makes', async () => {
  const { org_id } = (await server.call('/api/org/find', {}, await tokenOf(server, keeper))).data[0]
  const bill = { ...{ org_id, from: 2, from_id: ground.cost, price: 10_001, bill_date: '2026-12-01', payer: 1, payment_ratio: 70 } }
  const period = { start_date: '2026-12-01', end_date: '2026-12-31', custom_name: '王小明' }
  const token = await tokenOf(server, keeper)
  const made = []
  for (const hidden of [{ type: 2, late: 0, contract_id: 0 }, {}]) {
    const { code, data } = await server.call('/api/bill/create', { ...bill, ...period, ...hidden }, token)
    expect(code).toBe(200)
    const { bill_id, sn, ...rest } = (await server.call('/api/bill/detail', { bill_id: data.bill_id }, token)).data
    made.push({ ...rest, created_at: 0, updated_at: 0 })
  }
  expect(made[1]).toEqual(made[0])
  expect(made[0]).toMatchObject({ type: 2, late: 0, contract_id: null })
  expect(await server.call('/api/bill/create', { ...bill, ...period, type: 1 }, token)).toMatchObject({
    code: 400,
    msg: '性质不在可选范围内',
  })
})
