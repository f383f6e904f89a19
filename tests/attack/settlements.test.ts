import { beforeAll, expect, test } from 'vitest'
import { today } from '../../src/protocol/dates.ts'
import { adminServer } from '../help/adminServer.ts'
import { monthBack } from '../help/closing.ts'
import { jobNodes } from '../help/jobNodes.ts'
import { secondNode } from '../help/secondNode.ts'
import { wrongInBooks } from '../help/store/books.ts'
import { addAccount, addRow, cardOf, permit, tokenOf } from '../help/store/ground.ts'
import { done, tenanciesOn } from '../help/tenancies.ts'

const at = adminServer()
const second = secondNode(at)
const { rowsOf } = jobNodes(at)
const { room } = tenanciesOn(at)
const CODES = ['index', 'check', 'pay', 'void', 'paper'].map((name) => `/api/owner_settlement/${name}`)
const start_date = `${monthBack(2)}-01`
const paid = { own_account_id: 900_001, paid_on: today() }

let checker: string
let serial = 600
beforeAll(async () => {
  await addRow(at.server, 'cost', { name: '租金', income: 2 })
  checker = await tokenOf(at.server, await addAccount(at.server, 'shenhe', CODES))
})

/** A settlement of a room that was let on, whose owner has been promised a rent. */
const settled = async (): Promise<number> => {
  const owner_id = await addRow(at.server, 'owner', { kind: 1, name: `业主${++serial}`, card: cardOf(serial), phone: '13812345678' })
  done(await at.ask('/api/owner_house/add', { owner_id, org_id: await room(), share: 100, from_date: start_date }))
  const terms = { owner_id, p_id: 1, start_date, end_date: '2099-12-31', settle_day: 1, book: 2, rent: 40_000 }
  const { agreement_id } = done(await at.ask('/api/entrust_agreement/add', terms)).data
  done(await at.ask('/api/entrust_agreement/enforce', { agreement_id }))
  done(await at.ask('/api/owner_settlement/start'))
  return done(await at.call('/api/owner_settlement/index', { agreement_id: [agreement_id] })).data.list[0].settlement_id
}
const here = (name: string, settlement_id: number, more: Record<string, unknown> = {}, token = checker) =>
  at.ask(`/api/owner_settlement/${name}`, { settlement_id, ...more }, token)
/** By the other node, as the administrator. */
const there = (name: string, settlement_id: number, more: Record<string, unknown> = {}) =>
  second.send(`/api/owner_settlement/${name}`, { settlement_id, ...more, request_id: crypto.randomUUID() })
const statusOf = async (settlement_id: number): Promise<number | undefined> =>
  (await rowsOf<{ status: number }>(`select status from owner_settlement where settlement_id = ${settlement_id}`))[0]?.status

test('who has no right, or another project, or had the right a moment ago, neither checks nor pays', async () => {
  const settlement_id = await settled()
  const none = await tokenOf(at.server, await addAccount(at.server, 'wuquan', ['/api/flow/index']))
  const theirs = await tokenOf(at.server, await addAccount(at.server, 'erqi', CODES, [2]))
  for (const [name, more] of [
    ['check', {}],
    ['pay', paid],
    ['void', { why: '试' }],
    ['paper', {}],
  ] as const) {
    expect((await here(name, settlement_id, more, none)).code, name).toBe(403)
    expect((await here(name, settlement_id, more, theirs)).code, name).toBe(404)
  }
  expect(done(await at.call('/api/owner_settlement/index', {}, theirs)).data.count).toBe(0)
  const user = await addAccount(at.server, 'gangcai', CODES)
  const token = await tokenOf(at.server, user)
  await permit(at.server, user, ['/api/owner_settlement/index'])
  expect((await here('check', settlement_id, {}, token)).code).toBe(403)
  expect((await here('check', settlement_id, {}, at.admin)).code).toBe(403)
  expect(await statusOf(settlement_id)).toBe(1)
})

test('what is not checked is not paid; no day, account or number that is none is taken', async () => {
  const settlement_id = await settled()
  expect((await here('pay', settlement_id, paid)).code).toBe(409)
  done(await here('check', settlement_id))
  for (const wrong of [
    { paid_on: '2999-01-01' },
    { paid_on: '昨天' },
    { own_account_id: 0 },
    { own_account_id: 999_999 },
    { own_account_id: 900_005 },
  ])
    expect((await here('pay', settlement_id, { ...paid, ...wrong })).code, JSON.stringify(wrong)).not.toBe(200)
  for (const number of [0, -1, 2 ** 31, 999_999]) expect((await here('pay', number, paid)).code, `${number}`).not.toBe(200)
  expect(await rowsOf(`select from flow where settlement_id = ${settlement_id}`)).toEqual([])
})

test('paid and made void by two nodes at once, again and again, it is one of both; the owner is paid once', async () => {
  for (let round = 0; round < 5; round++) {
    const settlement_id = await settled()
    done(await here('check', settlement_id))
    const answers = await Promise.all([
      here('pay', settlement_id, paid),
      there('pay', settlement_id, paid),
      here('void', settlement_id, { why: '试' }),
      there('void', settlement_id, { why: '试' }),
    ])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    const [flows] = await rowsOf<{ n: number; fen: number }>(
      `select count(*)::integer as n, coalesce(sum(price), 0)::integer as fen from flow where settlement_id = ${settlement_id}`,
    )
    const isPaid = answers.slice(0, 2).some(({ code }) => code === 200)
    expect(flows).toEqual(isPaid ? { n: 1, fen: 40_000 } : { n: 0, fen: 0 })
  }
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('reversed by two at once, a payment is due again once; what was settled is not changed behind its back', async () => {
  const settlement_id = await settled()
  done(await here('check', settlement_id))
  done(await here('pay', settlement_id, paid))
  const [flow] = await rowsOf<{ flow_id: number }>(`select flow_id from flow where settlement_id = ${settlement_id}`)
  const reversing = { flow_id: flow?.flow_id, note: '转错' }
  const answers = await Promise.all([
    at.ask('/api/flow/reverse', reversing),
    second.send('/api/flow/reverse', { ...reversing, request_id: crypto.randomUUID() }),
  ])
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  done(await here('pay', settlement_id, paid))
  expect((await here('pay', settlement_id, paid)).code).toBe(409)
  for (const text of ['truncate owner_settle_line', 'truncate owner_rent']) await expect(rowsOf(text), text).rejects.toThrow()
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
