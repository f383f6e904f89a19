import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { encoded } from '../../server/imports/layouts/encodings.ts'
import { adminServer } from '../help/adminServer.ts'
import { jobNodes } from '../help/jobNodes.ts'
import { secondNode } from '../help/secondNode.ts'
import { wrongInBooks } from '../help/store/books.ts'
import { addAccount, permit, tokenOf } from '../help/store/ground.ts'
import { done } from '../help/tenancies.ts'
import { answerTo, withholdingOn } from '../help/withholding.ts'

const at = adminServer({}, 'refused')
const nodes = jobNodes(at)
const second = secondNode(at)
const { call, ask } = at
const { account, debtor, batchOf, file, send, booked, batch, linesOf } = withholdingOn(at, nodes)

let own = 0
beforeAll(async () => {
  await nodes.rowsOf(`update cost set income = 2 where id = ${at.ground.cost}`)
  own = await account()
})

/** A batch of so many bills that is at the bank, and what the bank answers. */
const sent = async (bills: number, layout = 1) => {
  const keys: number[] = []
  for (let n = 0; n < bills; n++) keys.push((await debtor(10_000 + n)).bill_id)
  const { batch_id } = done(await batchOf(keys, layout === 1 ? own : await account(layout))).data
  const order = await file(batch_id)
  return { batch_id, order: order.bytes, result: (await answerTo(layout, order.bytes)).bytes }
}
const untouched = async (batch_id: number): Promise<void> => {
  expect(
    (await linesOf(batch_id)).every(({ result, paid }: { result: number; paid: number | null }) => result === 0 && paid === null),
  ).toBe(true)
}

test('twenty who import the same result at once: one does, and each bill is paid once', async () => {
  const { batch_id, result } = await sent(3)
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(batch_id, result)))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  await booked()
  const flows = done(await call('/api/flow/index', { way: [7], page_rows: 100 })).data
  expect(flows.count).toBe(3)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('ten who put the same bills into batches at once on two nodes: each bill is in one, and whoever came too late is told', async () => {
  const bills = [(await debtor(100)).bill_id, (await debtor(200)).bill_id, (await debtor(300)).bill_id]
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => {
      const asked = { ids: bills, kind: 1, own_account_id: own, request_id: randomUUID() }
      return n % 2 === 0 ? call('/api/withhold/pick', asked) : second.send('/api/withhold/pick', asked)
    }),
  )
  expect(answers.filter(({ code }) => ![200, 409].includes(code))).toEqual([])
  const rows = await nodes.rowsOf<{ n: number }>(
    `select count(*)::integer as n from withhold_line where bill_id in (${bills.join(', ')}) and result = 0 group by bill_id`,
  )
  expect(rows.map(({ n }) => n)).toEqual([1, 1, 1])
})

test('a batch that twenty export, void and take a bill out of at once is one thing or the other', async () => {
  const { bill_id } = await debtor(4_000)
  const { batch_id } = done(await batchOf([bill_id], own)).data
  const [{ line_id }] = await linesOf(batch_id)
  const deeds: [string, Record<string, unknown>][] = [
    ['/api/withhold/file', { batch_id }],
    ['/api/withhold/void', { batch_id }],
    ['/api/withhold_line/drop', { ids: [line_id] }],
  ]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => {
      const [path, params] = deeds[n % 3] ?? expect.unreachable()
      return second.send(path, { ...params, request_id: randomUUID() })
    }),
  )
  expect(answers.filter(({ code }) => ![200, 409].includes(code))).toEqual([])
  const { status } = await batch(batch_id)
  const [{ result, file_id }] = await linesOf(batch_id)
  expect([2, 5, 1]).toContain(status)
  if (status === 2) expect([result, file_id !== null]).toEqual([0, true])
  else expect(result).toBe(4)
})

test('a result that is twisted, cut off, of another bank or of another encoding is refused in a sentence, and leaves nothing', async () => {
  const { batch_id, result } = await sent(4)
  const other = await sent(4)
  const text = new TextDecoder('gb18030').decode(result)
  const rows = text.split('\r\n').slice(0, -1)
  const row = (place: number): string => rows[place] ?? expect.unreachable()
  const file = (lines: readonly string[]): Buffer => encoded(`${lines.join('\r\n')}\r\n`, 'gbk')
  const twisted = (from: string | RegExp, to: string): Buffer => file([row(0).replace(from, to), ...rows.slice(1)])
  const files: Buffer[] = [
    Buffer.alloc(0),
    encoded(text, 'gbk').subarray(0, -2),
    result.subarray(0, result.length - 9),
    file(rows.slice(0, 3)),
    file(rows.slice(1)),
    file([...rows, row(0)]),
    file([...rows, row(0).replace(/^1\|/, '9|')]),
    file([...rows, '合计|4']),
    twisted('100.00', '1000.00'),
    twisted('100.00', '-100.00'),
    twisted('100.00', '1e2'),
    twisted('成功', '处理中'),
    twisted('|成功|', '||'),
    twisted(/^1\|/, '1.0|'),
    twisted(/^1\|/, '99999999999999999999|'),
    twisted(/\|6217\d+\|/, '|6217000000000000|'),
    twisted(/\|代扣\d+\|/, '|别人|'),
    twisted('|', '"|'),
    Buffer.from('﻿<html><body>请登录</body></html>'),
    Buffer.from(text, 'utf16le'),
    Buffer.from([0x81, 0x20, 0xff, 0xfe]),
    other.result,
    (await sent(4, 2)).result,
    (await sent(4, 3)).result,
  ]
  for (const [place, bytes] of files.entries()) {
    const { code, msg, status } = await send(batch_id, bytes)
    expect([place, status, code, msg.length > 3, /at \w|Error/.test(msg)]).toEqual([place, 200, 400, true, false])
  }
  await untouched(batch_id)
  // The same words in UTF-8, and in another order, are the same result.
  done(await send(batch_id, Buffer.from(`${rows.toReversed().join('\n')}\n`)))
  await booked()
  expect((await batch(batch_id)).done_lines).toBe(4)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('under a head: a wrong total, another batch’s or another bank’s number are refused', async () => {
  const { batch_id, result } = await sent(2, 2)
  const text = new TextDecoder('gb18030').decode(result)
  const [head = '', ...rest] = text.split('\r\n')
  const parts = head.split('|')
  for (const [place, wrong] of [
    [0, 'M0'],
    [1, 'DK200001010001-1'],
    [2, '3'],
    [3, '1.00'],
  ] as const)
    expect((await send(batch_id, encoded([parts.with(place, wrong).join('|'), ...rest].join('\r\n'), 'gbk'))).code).toBe(400)
  expect((await send(batch_id, encoded(rest.join('\r\n'), 'gbk'))).code).toBe(400)
  await untouched(batch_id)
})

test('whole account numbers are in the file alone: no list, log, job or table has one, and whoever exports is written down', async () => {
  const one = await debtor(7_000)
  const { batch_id } = done(await batchOf([one.bill_id], own)).data
  const { bytes } = await file(batch_id)
  expect(bytes.includes(one.number)).toBe(true)
  done(await send(batch_id, (await answerTo(1, bytes)).bytes))
  await booked()
  for (const table of ['withhold_line', 'withhold_file', 'withhold', 'lessee', 'operation_log', 'job', 'flow'])
    expect(await nodes.rowsOf(`select 1 from "${table}" t where t::text like '%${one.number}%' limit 1`)).toEqual([])
  const logged = await nodes.rowsOf(
    `select created_by from operation_log where resource = 'withhold' and record_id = ${batch_id} and deed = 4 and label = '导出代扣文件'`,
  )
  expect(logged).toHaveLength(1)
})

test('who has only some projects exports and imports nothing of the others; a right that was taken away a moment ago does nothing', async () => {
  const { batch_id, result } = await sent(1)
  const codes = ['/api/withhold/file', '/api/withhold/result', '/api/withhold/pick', '/api/withhold/sending']
  const elsewhere = await tokenOf(at.server, await addAccount(at.server, 'elsewhere', codes, [2]))
  expect((await ask('/api/withhold/file', { batch_id }, elsewhere)).code).toBe(404)
  expect((await send(batch_id, result, { token: elsewhere })).code).toBe(404)
  const [{ bill_id }] = await linesOf(batch_id)
  expect((await batchOf([bill_id], own, {}, elsewhere)).code).toBe(404)
  const preview = await call('/api/withhold/sending', { batch_id }, elsewhere)
  expect(preview.data?.facts?.[0]).toEqual({ label: '账单', value: '0' })
  const clerk = await addAccount(at.server, 'clerk', codes)
  const token = await tokenOf(at.server, clerk)
  await permit(at.server, clerk, ['/api/withhold/index'])
  expect((await send(batch_id, result, { token })).code).toBe(403)
  expect((await ask('/api/withhold/file', { batch_id }, token)).code).toBe(403)
  await untouched(batch_id)
})
