import { beforeAll, expect, test } from 'vitest'
import { leftToStaff } from '../../../server/domain/matching/leftToStaff.ts'
import { adminServer } from '../../help/adminServer.ts'
import { claimingOn } from '../../help/claiming.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { bankFile, statementsOn, stating } from '../../help/stating.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, addTenant, flowOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { call, ask } = at
const nodes = jobNodes(at)
const { claim, heldOf } = claimingOn(at)
const { send, settled } = stating(at, nodes)
const { account, flow, line, linesOf, waysOf, balanceOf, seconds } = statementsOn(at)

beforeAll(async () => {
  await nodes.rowsOf(`update cost set income = 2 where id = ${at.ground.cost}`)
})

test('one line is several entries; an entry that is reversed leaves it open', async () => {
  const own = await account()
  const flows = [await flow(own, 300, '2026-03-01', { custom_name: '甲某' }), await flow(own, 700, '2026-03-01', { custom_name: '乙某' })]
  done(await send(own, bankFile([line('2026-03-01', 1000)]), { enters: 2 }))
  const [{ line_id }] = await linesOf(own)
  expect(await ask('/api/statement_line/tick', { line_id, flows: flows.slice(0, 1) })).toMatchObject({
    code: 400,
    data: { field: 'flows' },
  })
  done(await ask('/api/statement_line/tick', { line_id, flows }))
  expect((await ask('/api/statement_line/tick', { line_id, flows })).code).toBe(409)
  expect((await balanceOf(own)).difference).toBe(0)
  const told = done(await call('/api/operation_log/index', { resource: 'statement_line', record_id: line_id })).data.list
  expect(told[0]).toMatchObject({ path: '/api/statement_line/tick', created_by: 1 })
  done(await ask('/api/flow/reverse', { flow_id: flows[0], note: '录错' }))
  expect((await linesOf(own))[0]).toMatchObject({ status: 1, how: null })
  expect(done(await call('/api/flow/detail', { flow_id: flows[1] })).data.line_id ?? null).toBeNull()
  expect(await balanceOf(own)).toMatchObject({ difference: 0, not_in_bank: 700, not_in_books: 1000 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what a payer had said that he paid is not there twice when the bank says so: it goes to the account, once, and is open again with its reversal', async () => {
  const own = await account()
  const said = { custom_name: '截图付款人', way: 11, own_account_id: undefined }
  const flow_id = await flow(own, 4_321, '2026-03-01', said)
  const lines = [line('2026-03-03', 4_321, { party: '截图付款人' }), line('2026-03-04', 4_321, { party: '截图付款人' })]
  done(await send(own, bankFile(lines), { enters: 1 }))
  await settled()
  expect(await waysOf(own)).toEqual([3, 2])
  const { list } = done(await call('/api/transfer/index', { flow_id: [flow_id] })).data
  expect(list).toMatchObject([{ from_account_id: 900_004, to_account_id: own, price: 4_321, status: 1 }])
  expect(await balanceOf(own)).toMatchObject({ bank: 8_642, books: 8_642, difference: 0 })
  done(await ask('/api/flow/reverse', { flow_id, note: '不是他的' }))
  expect(await waysOf(own)).toEqual([null, 2])
  expect(await balanceOf(own)).toMatchObject({ books: 4_321, not_in_books: 4_321, difference: 0 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what a person had written down is not there twice when lines that name nobody, or a relative, bring it: where several could be it they are left for a person', async () => {
  const own = await account()
  const flows = [
    await flow(own, 128_000, '2026-03-01', { custom_name: '甲某' }),
    await flow(own, 128_000, '2026-03-01', { custom_name: '乙某' }),
  ]
  // Who is named and paid on another day has paid himself.
  const lines = [
    line('2026-03-01', 128_000),
    line('2026-03-02', 128_000, { party: '乙某之妻' }),
    line('2026-03-04', 128_000, { party: '丙某' }),
  ]
  done(await send(own, bankFile(lines), { enters: 1 }))
  await settled()
  expect(await waysOf(own)).toEqual([null, null, 2])
  const open = (await linesOf(own)).flatMap(({ line_id, how }: { line_id: number; how: number | null }) => (how === null ? [line_id] : []))
  for (const [place, line_id] of open.entries()) done(await ask('/api/statement_line/tick', { line_id, flows: [flows[place]] }))
  expect(await balanceOf(own)).toMatchObject({ bank: 384_000, books: 384_000, not_in_bank: 0, difference: 0 })
})

test('what came in is entered with a press, and taken back by its opposite', async () => {
  const own = await account()
  done(await send(own, bankFile([line('2026-03-01', 900, { party: '张三' }), line('2026-03-02', 100)]), { enters: 2 }))
  const ids = (await linesOf(own)).map(({ line_id }: { line_id: number }) => line_id)
  done(await ask('/api/statement_line/enter', { ids }))
  const list = async () => done(await call('/api/flow/index', { own_account_id: [own], order: 'deal_time' })).data.list
  expect((await list()).map(({ custom_name, price }: Record<string, unknown>) => [custom_name, price])).toEqual([
    ['张三', 900],
    ['未知付款人', 100],
  ])
  done(await ask('/api/statement_line/undo', { ids: ids.slice(0, 1) }))
  expect((await list()).map(({ price }: Record<string, unknown>) => price).toSorted((a: number, b: number) => a - b)).toEqual([
    -900, 100, 900,
  ])
  expect(await balanceOf(own)).toMatchObject({ not_in_books: 900, difference: 0 })
})

test('what came on a line without a name is of a payer to be found: apart in the books until it is claimed, and taken back with the line', async () => {
  const own = await account()
  const lines = [line('2026-03-01', 900, { party: '张三' }), line('2026-03-02', 100), line('2026-03-03', 50, { party: '未知付款人' })]
  done(await send(own, bankFile(lines), { enters: 1 }))
  await settled()
  const { list } = done(await call('/api/flow/index', { own_account_id: [own], order: 'deal_time' })).data
  expect(list.map((one: Record<string, unknown>) => [one.custom_name, one.is_unknown, one.has_party])).toEqual([
    ['张三', null, 2],
    ['未知付款人', 1, 2],
    ['未知付款人', 1, 2],
  ])
  const flows: number[] = list.map(({ flow_id }: { flow_id: number }) => flow_id)
  expect(await heldOf(flows)).toEqual({ '2203.01': 900, '2241.03': 150 })
  const found = done(await call('/api/open_receipt/index', { own_account_id: [own], is_unknown: [1], order: 'deal_time' })).data.list
  expect(found.map(({ flow_id }: { flow_id: number }) => flow_id)).toEqual(flows.slice(1))
  const tenant = await addTenant(at.server, { name: '李四' })
  done(await claim(flows[1] ?? 0, `t${tenant}`))
  expect(await heldOf(flows)).toEqual({ '2203.01': 900, '2241.03': 50, [`2203.01 t${tenant}`]: 100 })
  const { line_id } = done(await call('/api/flow/detail', { flow_id: flows[1] })).data
  done(await ask('/api/statement_line/undo', { ids: [line_id] }))
  expect(await heldOf(flows)).toEqual({ '2203.01': 900, '2241.03': 50 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what a bank or a channel gave back is a refund of a receipt: of what is not matched, to who paid, and taken back with the line', async () => {
  const own = await account()
  const came = await flow(own, 5_000, '2026-03-01', { custom_name: '张三' })
  const lines = [line('2026-03-01', -2_000, { party: '张三', note: '退款' }), line('2026-03-06', -1_000, { party: '李四', note: '退款' })]
  done(await send(own, bankFile([...lines, line('2026-02-20', -500, { party: '张三' })]), { enters: 2 }))
  const ids = (await linesOf(own)).map(({ line_id, price }: Record<string, number>) => [price, line_id])
  const of = (price: number): number => ids.find(([fen]: number[]) => fen === price)?.[1]
  const refund = (price: number, flow_id = came) => ask('/api/statement_line/refund', { line_id: of(price), flow_id, why: '多付' })
  expect(await refund(1_000)).toMatchObject({ code: 400, data: { field: 'flow_id' }, msg: expect.stringContaining('不是付款人张三') })
  expect(await refund(500)).toMatchObject({ code: 400, msg: '对账单的这一行早于那笔收款' })
  expect(await refund(2_000, await flow(own, 1_999, '2026-03-01', { custom_name: '张三' }))).toMatchObject({
    code: 400,
    msg: '这笔收款未核销的只有 ¥19.99',
  })
  const { refund_id } = done(await refund(2_000)).data
  expect(done(await call('/api/flow/detail', { flow_id: refund_id })).data).toMatchObject({
    ...{ type: 2, price: 2_000, refunds: came, line_id: of(2_000), own_account_id: own },
  })
  expect(done(await call('/api/flow/detail', { flow_id: came })).data.unused).toBe(3_000)
  expect((await refund(2_000)).code).toBe(409)
  done(await ask('/api/statement_line/undo', { ids: [of(2_000)] }))
  expect(done(await call('/api/flow/detail', { flow_id: came })).data.unused).toBe(5_000)
  // What an approver is asked for is not matched meanwhile.
  const steps = [{ way: 1, who: 2, user_id: await addAccount(at.server, 'backhead', ['key:audit']) }]
  const { version } = done(await call('/api/checkSetting/detail')).data
  done(await ask('/api/checkSetting/save', { expense: steps, version }))
  done(await refund(2_000))
  expect((await leftToStaff(at.server.db, [came], [], true)).flows).toEqual(new Set([came]))
  done(await ask('/api/checkSetting/save', { expense: [], version: version + 1 }))
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('an entry begun from a line is the line’s; of another amount, direction or account it is refused', async () => {
  const [own, other] = [await account(), await account()]
  done(await send(own, bankFile([line('2026-03-01', -4_500, { party: '某物业公司', note: '维修费' })]), { enters: 2 }))
  const [{ line_id }] = await linesOf(own)
  const entry = flowOf(at.ground, {
    type: 2,
    price: 4_500,
    way: 3,
    p_id: 1,
    custom_name: '某物业公司',
    own_account_id: own,
    line_id,
    deal_time: seconds('2026-03-01'),
  })
  expect(await ask('/api/flow/add', { ...entry, price: 4_501 })).toMatchObject({ code: 400, data: { field: 'price' } })
  expect(await ask('/api/flow/add', { ...entry, type: 1 })).toMatchObject({ code: 400, data: { field: 'type' } })
  expect(await ask('/api/flow/add', { ...entry, own_account_id: other })).toMatchObject({ code: 400, data: { field: 'own_account_id' } })
  done(await ask('/api/flow/add', entry))
  expect((await linesOf(own))[0]).toMatchObject({ status: 2, how: 2 })
  expect((await ask('/api/flow/add', entry)).code).toBe(409)
})

test('money between own accounts, with the fee that was kept; fees, interest, and what the books have otherwise', async () => {
  const [bank, channel] = [await account(), await account({ kind: 6, way: 11, code: '1012.51' })]
  await flow(channel, 10_000, '2026-03-01', { way: 11, custom_name: '扫码的人' })
  done(
    await send(
      bank,
      bankFile([
        line('2026-03-02', 9_940, { note: '结算款' }),
        line('2026-03-21', 33, { note: '往来款' }),
        line('2026-03-22', -50, { note: '某费' }),
        line('2026-03-23', 77, { note: '建账前' }),
      ]),
      { enters: 2 },
    ),
  )
  await settled()
  const [arrival, interest, fee, former] = await linesOf(bank)
  const by = (line_id: number, asked: Record<string, unknown>) => ask('/api/statement_line/transfer', { line_id, ...asked })
  expect((await by(arrival.line_id, { moves: 2 })).code).toBe(400)
  expect((await by(arrival.line_id, { moves: 1, other: bank })).code).toBe(400)
  done(await by(arrival.line_id, { moves: 1, other: channel, fee: 60 }))
  done(await by(interest.line_id, { moves: 3 }))
  done(await by(fee.line_id, { moves: 2 }))
  expect((await ask('/api/statement_line/aside', { ids: [former.line_id] })).code).toBe(400)
  done(await ask('/api/statement_line/aside', { ids: [former.line_id], reason: '建账以前' }))
  const trial = async () => {
    const { list } = done(await call('/api/trial/index', { page_rows: 100 })).data
    const sums: Record<string, number> = {}
    for (const row of list) sums[row.code] = (sums[row.code] ?? 0) + Number(row.closing_debit) - Number(row.closing_credit)
    return sums
  }
  const before = await trial()
  expect([before['1012.51'], before['6603.01']]).toEqual([0, -33])
  expect(await balanceOf(bank)).toMatchObject({ not_in_books: 0, not_out_of_books: 0, difference: 0, begun: 77 })
  const [{ transfer_id }] = done(await call('/api/transfer/index', { from_account_id: [channel] })).data.list
  done(await ask('/api/transfer/undo', { ids: [transfer_id] }))
  expect((await linesOf(bank))[0].status).toBe(1)
  expect((await trial())['1012.51']).toBe(10_000)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('fees that somebody had booked are the bank’s own lines of that amount, as many as there are; the others are booked', async () => {
  const own = await account()
  const booked = { kind: 2, from_account_id: own, price: 500, day: '2026-03-02', fee: 0 }
  for (const _ of [1, 2]) done(await ask('/api/transfer/add', booked))
  done(
    await send(
      own,
      bankFile(
        [1, 2, 3].map(() => line('2026-03-02', -500, { note: '手续费' })),
        9_000,
      ),
    ),
  )
  await settled()
  expect(await waysOf(own)).toEqual([3, 3, 3])
  expect(await balanceOf(own)).toMatchObject({ bank: 7_500, books: -1_500, not_out_of_bank: 0, difference: 0 })
  // One that somebody takes back is not booked again by itself: he has something else to tell of it.
  const [{ line_id }] = await linesOf(own)
  done(await ask('/api/statement_line/undo', { ids: [line_id] }))
  // One that the clock has asked for may be under way.
  await expect.poll(async () => (await ask('/api/statement_line/match')).code, { timeout: 20_000 }).toBe(200)
  await settled()
  expect(await waysOf(own)).toEqual([null, 3, 3])
})

test('two accounts that both say so: the money went from one to the other', async () => {
  const [bank, channel] = [await account(), await account({ kind: 6, way: 11, code: '1012.52' })]
  done(await send(channel, bankFile([line('2026-03-01', 8_000, { party: '甲' }), line('2026-03-02', -8_000, { note: '提现到银行卡' })])))
  // Of the same amount, but somebody's payment.
  const lines = [line('2026-03-02', 8_000, { party: '某租客' }), line('2026-03-03', 8_000, { party: '财付通支付科技有限公司' })]
  done(await send(bank, bankFile(lines)))
  await settled()
  expect(await waysOf(bank)).toEqual([2, 3])
  expect(await waysOf(channel)).toEqual([2, 3])
  expect(await balanceOf(channel)).toMatchObject({ bank: 0, books: 0, difference: 0 })
  // A day earlier the money was on its way; before the first statement there is nothing to compare.
  expect(await balanceOf(bank, '2026-03-02')).toMatchObject({ bank: 8_000, not_in_bank: 8_000, books: 16_000, difference: 0 })
  expect(await balanceOf(bank, '2026-03-01')).toBeUndefined()
})

test('money from an account of the operator’s own is no receipt, whatever its line says', async () => {
  const [number, other] = ['6222020200112233445', '6222020200112233446']
  const [bank, deposits, third] = [await account({ number }), await account({ number: other }), await account()]
  // Of the same amount, but not the one that the line names.
  done(await send(third, bankFile([line('2026-03-02', 8_000, { note: '内部转账' })])))
  done(await send(deposits, bankFile([line('2026-03-02', -8_000, { party: '本单位', account: number, note: '往来款' })], 8_000)))
  done(await send(bank, bankFile([line('2026-03-02', 8_000, { party: '本单位', account: other, note: '往来款' })])))
  await settled()
  expect((await linesOf(bank)).map(({ kind, how }: Record<string, unknown>) => [kind, how])).toEqual([[4, 3]])
  expect(done(await call('/api/transfer/index', { from_account_id: [deposits] })).data.list).toMatchObject([
    { to_account_id: bank, price: 8_000 },
  ])
})

test('what was before the first statement and is put right later, or booked later, is no difference', async () => {
  const [own, other] = [await account(), await account()]
  const wrong = await flow(own, 500, '2026-02-10')
  done(await ask('/api/transfer/add', { kind: 1, from_account_id: own, to_account_id: other, price: 90, day: '2026-02-11' }))
  done(await send(own, bankFile([line('2026-03-01', 1000)], 500), { enters: 2 }))
  expect(await balanceOf(own)).toMatchObject({ begun: 90, difference: 0 })
  done(await ask('/api/flow/reverse', { flow_id: wrong, note: '录错' }))
  const [{ transfer_id }] = done(await call('/api/transfer/index', { from_account_id: [own] })).data.list
  done(await ask('/api/transfer/undo', { ids: [transfer_id] }))
  expect(await balanceOf(own)).toMatchObject({ books: 0, begun: 500, difference: 0 })
  // February is closed: an entry of it is booked in March, whether a line is found for it or not.
  await nodes.rowsOf(`update closing set status = 3, closed_at = 1, seal = 'x' where month = '2026-02' returning 1`)
  const late = [await flow(own, 40, '2026-02-12'), await flow(own, 1000, '2026-02-28')]
  await nodes.rowsOf(`update closing set status = 1, closed_at = null, seal = null where month = '2026-02' returning 1`)
  expect(await balanceOf(own)).toMatchObject({ books: 1040, begun: -540, difference: 0 })
  done(await ask('/api/statement_line/tick', { line_id: (await linesOf(own))[0].line_id, flows: late.slice(1) }))
  expect(await balanceOf(own)).toMatchObject({ not_in_books: 0, begun: 460, difference: 0 })
  expect((await balanceOf(own, '2026-03-01')).difference).toBe(0)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
