import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { today } from '../../src/protocol/dates.ts'
import { MAX_FEN } from '../../src/protocol/fen.ts'
import { adminServer } from '../help/adminServer.ts'
import { secondNode } from '../help/secondNode.ts'
import { wrongInBooks } from '../help/store/books.ts'
import { addAccount, flowOf, tokenOf } from '../help/store/ground.ts'
import { done } from '../help/tenancies.ts'

type Params = Record<string, unknown>

const at = adminServer()
const second = secondNode(at)

let invoices = 10_000_000
let flow_id = 0
beforeEach(async () => {
  const invoice = { invoice_number: String(++invoices), input_tax: 600, deductible: 1 }
  flow_id = done(await at.ask('/api/flow/add', flowOf(at.ground, { type: 2, p_id: 1, price: 10_600, ...invoice }))).data.flow_id
})

const asked = (changes: Params = {}): Params => ({ flow_id, amount: 100, out_day: today(), reason: 1, ...changes })
const turn = (changes: Params = {}, token = at.admin) => at.ask('/api/flow/turn_out', asked(changes), token)
const outs = async (): Promise<number[]> =>
  (await sql<{ price: number }>`select price from input_tax_out where flow_id = ${flow_id} order by out_id`.execute(at.server.db)).rows.map(
    ({ price }) => Number(price),
  )

test.each<[Params, string]>([
  [{ amount: 0 }, 'amount'],
  [{ amount: -1 }, 'amount'],
  [{ amount: -600 }, 'amount'],
  [{ amount: 601 }, 'amount'],
  [{ amount: MAX_FEN }, 'amount'],
  [{ amount: 0.5 }, 'amount'],
  [{ amount: 2 ** 63 }, 'amount'],
  [{ amount: '1e2' }, 'amount'],
  [{ amount: 'NaN' }, 'amount'],
  [{ amount: undefined }, 'amount'],
  [{ out_day: '2099-01-01' }, 'out_day'],
  [{ out_day: '2020-01-01' }, 'out_day'],
  [{ out_day: '2026-02-30' }, 'out_day'],
  [{ out_day: undefined }, 'out_day'],
  [{ reason: 5 }, 'reason'],
  [{ reason: 0 }, 'reason'],
  [{ reason: undefined }, 'reason'],
  [{ reason: 4 }, 'remark'],
  [{ remark: 'x'.repeat(201) }, 'remark'],
])('%j is refused by its field, and nothing is turned out', async (changes, field) => {
  for (const style of ['A', 'B'] as const) {
    const answer = await at.server.call('/api/flow/turn_out', asked(changes), at.admin, style)
    expect([answer.code, answer.data?.field]).toEqual([400, field])
  }
  expect(await outs()).toEqual([])
})

test('what the store itself refuses, whoever writes it', async () => {
  const insert = (columns: string, values: string) =>
    sql.raw(`insert into input_tax_out (day, reason, ${columns}) values (current_date, 1, ${values})`).execute(at.server.db)
  await expect(insert('flow_id, p_id, price', `${flow_id}, 1, 601`)).rejects.toThrow('超过可转出')
  await expect(insert('flow_id, p_id, price', `${flow_id}, 1, -1`)).rejects.toThrow('input_tax_out_price')
  await expect(insert('flow_id, p_id, price', `${flow_id}, 2, 1`)).rejects.toThrow('只有有效的')
  const { out_id } = done(await turn()).data
  await expect(insert('flow_id, p_id, price, undoes', `${flow_id}, 1, -99, ${out_id}`)).rejects.toThrow('不符')
  await expect(insert('flow_id, p_id, price, undoes', `${flow_id}, 1, 100, ${out_id}`)).rejects.toThrow('input_tax_out_price')
  for (const change of [
    'update input_tax_out set price = 1',
    'update input_tax_out set reason = 2',
    'delete from input_tax_out',
    'truncate input_tax_out cascade',
  ])
    await expect(sql.raw(change).execute(at.server.db), change).rejects.toThrow('只能追加')
  const reversal = sql`
    insert into flow (type, "from", from_id, price, p_id, custom_name, way, start_date, end_date, deal_time, sn, invoice_number, input_tax, deductible, reverses)
    select type, "from", from_id, -price, p_id, custom_name, way, start_date, end_date, deal_time, 'X' || flow_id, invoice_number, -input_tax, deductible, flow_id
    from flow where flow_id = ${flow_id}`
  await expect(reversal.execute(at.server.db)).rejects.toThrow('已转出')
  expect(await outs()).toEqual([100])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('many at once, on two nodes, turn out no more than was deducted; so do those who undo one, turn out more and reverse at once', async () => {
  const send = (nth: number, path: string, params: Params) =>
    (nth % 2 === 0 ? at.call : second.send)(path, { ...params, request_id: randomUUID() })
  const answers = await Promise.all(Array.from({ length: 8 }, (_, nth) => send(nth, '/api/flow/turn_out', asked({ amount: 200 }))))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 200, 200, ...Array<number>(5).fill(400)])
  const out_id = answers.find(({ code }) => code === 200)?.data.out_id
  const rush = await Promise.all([
    ...Array.from({ length: 4 }, (_, nth) => send(nth, '/api/input_tax_out/undo', { out_id })),
    ...Array.from({ length: 4 }, (_, nth) => send(nth, '/api/flow/turn_out', asked({ amount: 200 }))),
    send(1, '/api/flow/reverse', { flow_id, note: '录错' }),
  ])
  expect(rush.slice(0, 4).filter(({ code }) => code === 200)).toHaveLength(1)
  expect(rush.slice(4, 8).filter(({ code }) => code === 200).length).toBeLessThanOrEqual(1)
  expect(rush[8]?.code).toBe(409)
  const sum = (await outs()).reduce((all, price) => all + price, 0)
  expect([400, 600]).toContain(sum)
  // Reversed and turned out at once: one of them.
  for (const { out_id: other } of (
    await sql<{ out_id: number }>`select out_id from input_tax_out_view where flow_id = ${flow_id} and state = 1`.execute(at.server.db)
  ).rows)
    done(await at.ask('/api/input_tax_out/undo', { out_id: other }))
  const last = await Promise.all([send(0, '/api/flow/turn_out', asked()), send(1, '/api/flow/reverse', { flow_id, note: '录错' })])
  expect(last.map(({ code }) => code).sort()).toEqual([200, 409])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('who may not, or only in another project, turns nothing out, takes nothing back, and is told nothing', async () => {
  const { out_id } = done(await turn()).data
  const nobody = await tokenOf(at.server, await addAccount(at.server, 'nobody', []))
  const rights = ['/api/flow/turn_out', '/api/input_tax_out/undo', '/api/input_tax_out/index']
  const elsewhere = await tokenOf(at.server, await addAccount(at.server, 'elsewhere', rights, [2]))
  for (const [token, code] of [
    [nobody, 403],
    [elsewhere, 404],
  ] as const) {
    expect((await turn({}, token)).code).toBe(code)
    expect((await at.ask('/api/input_tax_out/undo', { out_id }, token)).code).toBe(code)
    expect((await at.call('/api/flow/turning_out', { flow_id, amount: 1 }, token)).code).toBe(code)
  }
  expect(done(await at.call('/api/input_tax_out/index', {}, elsewhere)).data.list).toEqual([])
  expect((await at.call('/api/input_tax_out/index', {}, nobody)).code).toBe(403)
  expect(await outs()).toEqual([100])
})
