import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { MAX_FEN } from '../../src/protocol/fen.ts'
import { adminServer } from '../help/adminServer.ts'
import { upload } from '../help/files.ts'
import { picture } from '../help/pictures.ts'
import { secondNode } from '../help/secondNode.ts'
import { wrongInBooks } from '../help/store/books.ts'
import { addAccount, addRow, flowOf, tokenOf } from '../help/store/ground.ts'
import { done } from '../help/tenancies.ts'
import { nowSeconds } from '../help/testServer.ts'

type Params = Record<string, unknown>

const at = adminServer()
const second = secondNode(at)

const receive = async (changes: Params = {}): Promise<number> =>
  done(await at.ask('/api/flow/add', flowOf(at.ground, { p_id: 1, price: 10_000, ...changes }))).data.flow_id

let flow_id = 0
beforeEach(async () => {
  flow_id = await receive()
})

const asked = (changes: Params = {}): Params => ({
  ...{ flow_id, amount: 100, pay_way: 3, payee: '王小明', pay_time: nowSeconds() + 60, why: '多付' },
  ...changes,
})
const refund = (changes: Params = {}, token = at.admin) => at.ask('/api/flow/refund', asked(changes), token)
const unused = async (): Promise<number> =>
  Number((await sql<{ unused: number }>`select unused from flow where flow_id = ${flow_id}`.execute(at.server.db)).rows[0]?.unused)

test.each<[Params, string]>([
  ...[0, -1, -10_000, 10_001, MAX_FEN, 0.5, 2 ** 63, '1e2', 'NaN'].map((amount): [Params, string] => [{ amount }, 'amount']),
  [{ payee: '' }, 'payee'],
  [{ payee: '王小明'.repeat(30) }, 'payee'],
  [{ payee: '王小朋' }, 'imgs'],
  [{ pay_time: -1 }, 'pay_time'],
  [{ pay_time: 1 }, 'pay_time'],
  [{ pay_time: 2 ** 53 }, 'pay_time'],
  [{ pay_way: 4 }, 'pay_way'],
  [{ imgs: [999_999] }, 'imgs'],
  [{ refunds: 1 }, 'refunds'],
  [{ why: '' }, 'why'],
])('%j is refused at its field, and nothing of the receipt is gone', async (changes, field) => {
  const answer = await refund(changes)
  expect(answer).toMatchObject({ code: 400, data: { field } })
  expect(await unused()).toBe(10_000)
})

test('from an account that is not there nothing is paid', async () => {
  expect((await refund({ pay_account_id: 999_999 })).code).toBe(409)
  expect(await unused()).toBe(10_000)
})

test('many at once, on two nodes, give back no more than there was, while it is reversed; each refund is taken back once', async () => {
  const spends = Array.from({ length: 16 }, (_, n) => {
    const params = { ...asked({ amount: 1_500 }), request_id: randomUUID() }
    return n % 2 === 0 ? at.call('/api/flow/refund', params) : second.send('/api/flow/refund', params)
  })
  const reversal = second.send('/api/flow/reverse', { flow_id, note: '录错', request_id: randomUUID() })
  const answers = await Promise.all(spends)
  const gone = answers.filter(({ code }) => code === 200)
  const isReversed = (await reversal).code === 200
  for (const { code } of answers) expect([200, 400, 409]).toContain(code)
  // Either it was reversed, and then nothing went back of it, or as much went back as there was.
  expect(gone).toHaveLength(isReversed ? 0 : 6)
  expect(await unused()).toBe(isReversed ? 0 : 1_000)
  const takenBack = await Promise.all(
    gone.flatMap(({ data }, n) =>
      [at.call, second.send].map((send) =>
        send('/api/flow/reverse', { flow_id: data.refund_id, note: '退错', request_id: `${n}-${randomUUID()}` }),
      ),
    ),
  )
  expect(takenBack.filter(({ code }) => code === 200)).toHaveLength(gone.length)
  expect(await unused()).toBe(isReversed ? 0 : 10_000)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('without the code, of another project, and with the code taken away a moment ago it is refused', async () => {
  const none = await tokenOf(at.server, await addAccount(at.server, 'meiquan', ['/api/flow/index']))
  expect((await refund({}, none)).code).toBe(403)
  const p_id = await addRow(at.server, 'project', { name: '别的项目' })
  const clerk = await addAccount(at.server, 'bieren', ['/api/flow/refund'], [p_id])
  const token = await tokenOf(at.server, clerk)
  expect((await refund({}, token)).code).toBe(404)
  flow_id = await receive({ p_id })
  expect((await refund({}, token)).code).toBe(200)
  // A picture that somebody else has uploaded is nobody's paper but theirs.
  const { buffer } = await picture('a.jpg', 'jpeg', 7)
  const { img_id } = done(await upload(at.server, at.admin, buffer)).data
  expect(await refund({ imgs: [img_id] }, token)).toMatchObject({ code: 400, data: { field: 'imgs' } })
  await sql`update role set permission = '{}' where role_id = (select role_id from account where user_id = ${clerk})`.execute(at.server.db)
  expect((await refund({}, token)).code).toBe(403)
  expect(await unused()).toBe(9_900)
})
