import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../help/adminServer.ts'
import { jobNodes } from '../help/jobNodes.ts'
import { secondNode } from '../help/secondNode.ts'
import { type BankLine, bankFile, stating } from '../help/stating.ts'
import { wrongInBooks } from '../help/store/books.ts'
import { addAccount, flowOf, permit, tokenOf } from '../help/store/ground.ts'
import { done } from '../help/tenancies.ts'

const at = adminServer()
const nodes = jobNodes(at)
const second = secondNode(at)
const { send } = stating(at, nodes)
const { call, ask } = at

let own = 0
beforeAll(async () => {
  await nodes.rowsOf(`update cost set income = 2 where id = ${at.ground.cost}`)
  own = done(await ask('/api/own_account/add', { name: '攻击户', kind: 1, way: 3, usual: 2, code: '1002.88' })).data.own_account_id
})
const lines = (from: number, count: number): BankLine[] =>
  Array.from({ length: count }, (_, n) => ({ day: '2026-03-01', price: 100 + from + n, party: `人${from + n}`, serial: `A${from + n}` }))
const all = async () => done(await call('/api/statement_line/index', { own_account_id: [own], page_rows: 100 })).data

test('twenty who send the same file at once, and ten whose files overlap: each line is there once', async () => {
  const same = bankFile(lines(0, 5))
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(own, same, { enters: 2 })))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  const overlapping = Array.from({ length: 10 }, (_, n) => send(own, bankFile(lines(3 + n, 6), 9_000 + n), { enters: 2 }))
  for (const { code } of await Promise.all(overlapping)) expect(code).toBe(200)
  const { list, count } = await all()
  expect(count).toBe(18)
  expect(new Set(list.map(({ price }: { price: number }) => price)).size).toBe(18)
})

test('a line that thirty enter, tick off and set aside at once on two nodes is settled once, and what it became is whole', async () => {
  const [{ line_id, price }] = (await all()).list
  const { flow_id } = done(await ask('/api/flow/add', flowOf(at.ground, { price, way: 3, p_id: 1, own_account_id: own }))).data
  const deeds: [string, Record<string, unknown>][] = [
    ['/api/statement_line/enter', { ids: [line_id] }],
    ['/api/statement_line/tick', { line_id, flows: [flow_id] }],
    ['/api/statement_line/aside', { ids: [line_id], reason: '试' }],
  ]
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => {
      const [path, params] = deeds[n % 3] ?? expect.unreachable()
      const asked = { ...params, request_id: randomUUID() }
      return n % 2 === 0 ? call(path, asked) : second.send(path, asked)
    }),
  )
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(answers.filter(({ code }) => ![200, 409].includes(code))).toEqual([])
  expect(await wrongInBooks(at.server.db)).toEqual([])
  done(await ask('/api/statement_line/undo', { ids: [line_id] }))
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('no line is changed or taken away past the calls, and none agrees with money that is not its own', async () => {
  const [{ line_id, price }, other] = (await all()).list
  for (const text of [
    `update statement_line set price = price + 1 where line_id = ${line_id}`,
    `delete from statement_line where line_id = ${line_id}`,
    'truncate statement_line cascade',
  ])
    await expect(nodes.rowsOf(text)).rejects.toThrow('不能修改或删除')
  await expect(nodes.rowsOf(`update statement_line set status = 2, how = 1 where line_id = ${line_id}`)).rejects.toThrow('与流水不符')
  const { flow_id } = done(await ask('/api/flow/add', flowOf(at.ground, { price, way: 3, p_id: 1, own_account_id: own }))).data
  await expect(nodes.rowsOf(`update flow set line_id = ${other.line_id} where flow_id = ${flow_id}`)).rejects.toThrow('与流水不符')
  expect((await ask('/api/statement_line/tick', { line_id: other.line_id, flows: [flow_id] })).code).toBe(400)
  expect((await ask('/api/statement_line/tick', { line_id, flows: [flow_id, flow_id] })).code).toBe(400)
  expect((await ask('/api/statement_line/transfer', { line_id, moves: 1, other: 900_002, fee: 2 ** 53 })).code).toBe(400)
  expect((await ask('/api/statement_line/transfer', { line_id, moves: 1, other: 999_999 })).code).toBe(400)
})

test('files that lie, and headings that are no headings, are refused in a sentence, and leave nothing', async () => {
  const before = (await all()).count
  const text = (rows: string[]) => Buffer.from(rows.join('\n'))
  const heads = '交易日期,收入,支出,余额,对方户名'
  for (const file of [
    text([heads, '2026-03-01,1.005,,1.01,甲', '']),
    text([heads, '2026-03-01,90071992547409.93,,90071992547409.93,甲', '']),
    text([heads, '2099-03-01,1.00,,1.00,甲', '']),
    text([heads, '2026-02-30,1.00,,1.00,甲', '']),
    text([heads, '2026-03-01,1.00,2.00,1.00,甲', '']),
    text([heads, '2026-03-01,=1+1,,2.00,甲', '']),
    text([heads, '2026-03-01,1.00,,1.00,"甲', '']),
    text(['<html><body>请登录</body></html>']),
    Buffer.from([0x81, 0x20, 0xff, 0xfe]),
    Buffer.alloc(0),
  ]) {
    const { code, msg, status } = await send(own, file)
    expect([status, code, msg.length > 3, /at \w|Error/.test(msg)]).toEqual([200, 400, true, false])
  }
  expect((await send(own, text([heads, '2026-03-01,1.00,,1.00,甲', '']), { name: 'a.exe' })).code).toBe(400)
  expect((await send(own, text([heads, '2026-03-01,1.00,,1.00,甲', '']), { day: 'x'.repeat(61) })).code).toBe(400)
  expect((await send(999_999, text([heads, '2026-03-01,1.00,,1.00,甲', '']))).code).toBe(400)
  expect((await all()).count).toBe(before)
})

test('a right that was taken away a moment ago reads and enters nothing', async () => {
  const clerk = await addAccount(at.server, 'clerk', ['/api/statement/read', '/api/statement_line/enter'])
  const token = await tokenOf(at.server, clerk)
  const file = bankFile(lines(500, 1), 1)
  await permit(at.server, clerk, ['/api/statement/index'])
  expect((await send(own, file, { token })).code).toBe(403)
  const [{ line_id }] = (await all()).list
  expect((await ask('/api/statement_line/enter', { ids: [line_id] }, token)).code).toBe(403)
})
