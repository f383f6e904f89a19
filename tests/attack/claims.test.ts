import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { adminServer } from '../help/adminServer.ts'
import { claimingOn, type Party, whoseOf } from '../help/claiming.ts'
import { secondNode } from '../help/secondNode.ts'
import { wrongInBooks } from '../help/store/books.ts'
import { addAccount, addRow, addTenant, cardOf, permit, tokenOf } from '../help/store/ground.ts'
import { done } from '../help/tenancies.ts'

type Params = Record<string, unknown>

const at = adminServer()
const second = secondNode(at)
const { unknown, claim, unclaim, heldOf } = claimingOn(at)

let serial = 100
let flow_id = 0
let tenant: Party = null
beforeEach(async () => {
  flow_id = await unknown()
  tenant = `t${await addTenant(at.server, { name: '王小明', card: cardOf(++serial) })}`
})

const partyOf = async () =>
  (await sql<Params>`select custom_id, company_id, version from flow where flow_id = ${flow_id}`.execute(at.server.db)).rows[0]
const isNobodys = { custom_id: null, company_id: null }

test.each<[Params, string]>([
  [{ tenant_id: 0 }, 'tenant_id'],
  [{ tenant_id: -1 }, 'tenant_id'],
  [{ tenant_id: 1.5 }, 'tenant_id'],
  [{ tenant_id: 2 ** 53 }, 'tenant_id'],
  [{ tenant_id: '1 or 1=1' }, 'tenant_id'],
  [{ whose: 3 }, 'whose'],
  [{ whose: 2 }, 'firm_id'],
  [{ whose: 2, firm_id: 999_999 }, 'firm_id'],
  [{ why: '' }, 'why'],
  [{ why: '长'.repeat(201) }, 'why'],
  [{ custom_id: 1 }, 'custom_id'],
  [{ price: 1 }, 'price'],
])('%j is refused at its field, and the money is nobody’s as before', async (changes, field) => {
  expect(await claim(flow_id, tenant, changes)).toMatchObject({ code: 400, data: { field } })
  expect(await partyOf()).toMatchObject(isNobodys)
})

test('sixteen who claim it at once for as many tenants, on two nodes: it is one’s, and all of it; so it is while it is reversed', async () => {
  const tenants = await Promise.all(
    Array.from({ length: 16 }, (_, n) => addTenant(at.server, { name: `租客${n}`, card: cardOf(++serial) })),
  )
  const send = (n: number, path: string, params: Params) =>
    (n % 2 === 0 ? at.call : second.send)(path, { flow_id, ...params, request_id: randomUUID() })
  const claims = () => Promise.all(tenants.map((one, n) => send(n, '/api/flow/claim', { ...whoseOf(`t${one}`), why: '电话核实' })))
  const answers = await claims()
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array(15).fill(409)])
  const winner = tenants[answers.findIndex(({ code }) => code === 200)]
  expect(await partyOf()).toMatchObject({ custom_id: winner })
  expect(await heldOf([flow_id])).toEqual({ [`2203.01 t${winner}`]: 10_000 })
  const back = await Promise.all(tenants.map((_, n) => send(n, '/api/flow/unclaim', { why: '认错了' })))
  expect(back.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(await heldOf([flow_id])).toEqual({ '2241.03': 10_000 })

  const [, reversal] = await Promise.all([claims(), send(1, '/api/flow/reverse', { note: '录错' })])
  expect(reversal.code).toBe(200)
  expect(await partyOf()).toMatchObject(isNobodys)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('it is claimed as it was seen: of an old version, and sent twice, it is done once', async () => {
  const { version } = (await partyOf()) as { version: number }
  done(await claim(flow_id, tenant, { version }))
  expect((await unclaim(flow_id, { version })).code).toBe(409)
  const asked = { flow_id, why: '认错了', request_id: randomUUID() }
  const [one, other] = [await at.call('/api/flow/unclaim', asked), await at.call('/api/flow/unclaim', asked)]
  expect(other.data).toEqual(one.data)
  expect(await heldOf([flow_id])).toEqual({ '2241.03': 10_000 })
})

test('without the code, of another project, for another project’s tenant, and with the code taken away a moment ago it is refused', async () => {
  const codes = ['/api/flow/claim', '/api/flow/unclaim']
  const none = await tokenOf(at.server, await addAccount(at.server, 'meiquan', ['/api/flow/index']))
  for (const { code } of [await claim(flow_id, tenant, {}, none), await unclaim(flow_id, {}, none)]) expect(code).toBe(403)
  const p_id = await addRow(at.server, 'project', { name: '别的项目' })
  const clerk = await addAccount(at.server, 'bieren', codes, [p_id])
  const token = await tokenOf(at.server, clerk)
  const theirs: Party = `t${await addTenant(at.server, { name: '别的租客', card: cardOf(++serial), p_id })}`
  expect((await claim(flow_id, theirs, {}, token)).code).toBe(404)
  const own = await unknown(500, { p_id })
  expect(await claim(own, tenant, {}, token)).toMatchObject({ code: 400, data: { field: 'tenant_id' } })
  done(await claim(own, theirs, {}, token))
  done(await claim(flow_id, tenant))
  expect((await unclaim(flow_id, {}, token)).code).toBe(404)
  const reader = await tokenOf(at.server, await addAccount(at.server, 'kanren', ['/api/flow_claim/index'], [p_id]))
  const { list } = done(await at.call('/api/flow_claim/index', {}, reader)).data
  expect(list).toMatchObject([{ flow_id: own }])
  await permit(at.server, clerk, ['/api/flow/claim'])
  expect((await unclaim(own, {}, token)).code).toBe(403)
  expect(await heldOf([own, flow_id])).toEqual({ [`2203.01 ${theirs}`]: 500, [`2203.01 ${tenant}`]: 10_000 })
})

test('whoever writes to the store itself cannot say whose money it is but by a claim, nor change what was said', async () => {
  const run = (text: string) => sql.raw(text).execute(at.server.db)
  const custom_id = tenant?.slice(1)
  const insert = (kind: number, party: string, price = 1) =>
    run(`insert into flow_claim (flow_id, kind, ${party}, price, reason) values (${flow_id}, ${kind}, ${custom_id}, ${price}, '依据')`)
  await expect(run(`update flow set custom_id = ${custom_id} where flow_id = ${flow_id}`)).rejects.toThrow('流水只能追加')
  await expect(insert(2, 'custom_id')).rejects.toThrow('没有这样认领')
  await expect(run(`insert into flow_claim (flow_id, kind, reason) values (${flow_id}, 1, '依据')`)).rejects.toThrow('flow_claim_party')
  // How much it is about is what the receipt has, whatever is said.
  await insert(1, 'custom_id', 999_999)
  expect(await heldOf([flow_id])).toEqual({ [`2203.01 ${tenant}`]: 10_000 })
  await expect(insert(1, 'custom_id')).rejects.toThrow('已知道是谁的')
  for (const change of [
    'update flow_claim set price = 1',
    'update flow_claim set kind = 2',
    'delete from flow_claim',
    'truncate flow_claim cascade',
    `update flow set custom_id = null where flow_id = ${flow_id}`,
    `update flow set is_unknown = null where flow_id = ${flow_id}`,
  ])
    await expect(run(change), change).rejects.toThrow('只能追加')
  await expect(
    run(`insert into flow (type, "from", from_id, price, p_id, custom_name, way, start_date, end_date, deal_time, sn, reverses)
      select type, "from", from_id, -price, p_id, custom_name, way, start_date, end_date, deal_time, 'HC' || flow_id, flow_id from flow where flow_id = ${flow_id}`),
  ).rejects.toThrow('先撤销认领再红冲')
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
