import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { matchCertain } from '../../../server/domain/matching/index.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { closingOn, monthBack, noonOf } from '../../help/closing.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { nightWork } from '../../help/nightWork.ts'
import { bankFile, statementsOn, stating } from '../../help/stating.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, addRow, addTenant, cardOf, flat, flowOf, tokenOf } from '../../help/store/ground.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const nodes = jobNodes(at)
const { send, settled } = stating(at, nodes)
const { account, flow, seconds, line, linesOf, waysOf, balanceOf } = statementsOn(at)
const { close } = closingOn(at, nodes)
const { call, ask } = at
const { signed, pay } = tenanciesOn(at)
const { begin, handOver, settle, figures } = surrendersOn(at)
const [FOUND, ENTERED] = [1, 2]

beforeAll(async () => {
  await addRow(at.server, 'cost', { name: '租金', income: 2 })
})

const detailOf = async (flow_id: number) => done(await call('/api/flow/detail', { flow_id })).data
const refunded = async (own: number, payee: string, amount = 8_000): Promise<{ flow_id: number; refund_id: number }> => {
  const flow_id = await flow(own, amount, '2026-03-01', { custom_name: payee })
  const paid = { flow_id, amount, pay_way: 3, pay_account_id: own, payee, pay_time: seconds('2026-03-30'), why: '多付' }
  return { flow_id, refund_id: done(await ask('/api/flow/refund', paid)).data.refund_id }
}
const sentBack = (flow_id: number, day: string) => ask('/api/flow/bounce', { flow_id, returned_at: seconds(day), why: '账号户名不符' })
const lineKeys = async (own: number): Promise<number[]> => (await linesOf(own)).map(({ line_id }: { line_id: number }) => line_id)

test('a refund that the bank sends back is at the bank twice: each of its lines has its entry, and it may be paid again', async () => {
  const own = await account()
  const { flow_id, refund_id } = await refunded(own, '退汇甲')
  const of = (day: string, price: number) => line(day, price, { party: '退汇甲' })
  expect(await sentBack(refund_id, '2026-03-29')).toMatchObject({ code: 400, data: { field: 'returned_at' } })
  const red = done(await sentBack(refund_id, '2026-04-12')).data
  expect(await detailOf(red.flow_id)).toMatchObject({
    ...{ type: 2, price: -8_000, own_account_id: own, is_returned: 1, reverses: refund_id, deal_time: seconds('2026-04-12') },
  })
  expect((await detailOf(flow_id)).unused).toBe(8_000)
  expect(await detailOf(refund_id)).toMatchObject({ state: 2 })
  expect(await sentBack(refund_id, '2026-04-12')).toMatchObject({ code: 409, msg: '该流水已红冲，不能再登记退回' })
  expect(await sentBack(red.flow_id, '2026-04-12')).toMatchObject({ code: 409, msg: '红字流水不能登记退回' })

  await send(own, bankFile([of('2026-03-01', 8_000), of('2026-03-30', -8_000)]), { enters: 1 })
  await settled()
  expect(await waysOf(own)).toEqual([FOUND, FOUND])
  // The bank has not said yet that it came back: the books have it.
  expect(await balanceOf(own)).toMatchObject({ difference: 0, not_in_bank: 8_000, not_out_of_bank: 0, books: 8_000 })
  expect(await balanceOf(own, '2026-03-31')).toMatchObject({ difference: 0, not_in_bank: 0, not_out_of_bank: 0, books: 0 })
  await send(own, bankFile([of('2026-04-13', 8_000)], 0), { enters: 1 })
  await settled()
  expect(await waysOf(own)).toEqual([FOUND, FOUND, FOUND])
  expect(await balanceOf(own)).toMatchObject({ difference: 0, not_in_bank: 0, not_out_of_bank: 0, not_in_books: 0 })
  const again = {
    flow_id,
    amount: 8_000,
    pay_way: 3,
    pay_account_id: own,
    payee: '退汇甲',
    pay_time: seconds('2026-04-20'),
    why: '换卡重付',
  }
  done(await ask('/api/flow/refund', again))
  expect((await detailOf(flow_id)).unused).toBe(0)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('the statement’s own line says it as well, and is let go without the entry', async () => {
  const own = await account()
  const { flow_id, refund_id } = await refunded(own, '退汇乙')
  const of = (day: string, price: number, note = '') => line(day, price, { party: '退汇乙', note })
  await send(own, bankFile([of('2026-03-01', 8_000), of('2026-03-30', -8_000)]), { enters: 1 })
  await settled()
  // A fortnight later, the bank says what it is; without, who was given back a rent pays the next one.
  await send(own, bankFile([of('2026-04-14', 8_000, '退汇 账号户名不符'), of('2026-04-15', 8_000, '四月房租')], 0), { enters: 1 })
  await settled()
  expect(await waysOf(own)).toEqual([FOUND, FOUND, null, ENTERED])
  const line_id = (await lineKeys(own))[2] as number
  const bounced = (more: Record<string, unknown>) => ask('/api/statement_line/bounced', { line_id, ...more })
  expect(done(await bounced({})).data).toEqual([
    { flow_id: refund_id, custom_name: '退汇乙', sn: expect.any(String), said: '2026-03-30 ¥80.00' },
  ])
  expect(done(await bounced({ keyword: '退汇甲' })).data).toEqual([])
  expect(done(await bounced({ ids: [flow_id] })).data).toHaveLength(1)
  const asked = { line_id, flows: [refund_id], why: '账号户名不符' }
  expect(await ask('/api/statement_line/bounce', { ...asked, flows: [flow_id] })).toMatchObject({ code: 400, data: { field: 'flows' } })
  const [red = 0] = done(await ask('/api/statement_line/bounce', asked)).data.flows
  expect(await detailOf(red)).toMatchObject({ line_id, is_returned: 1, price: -8_000 })
  expect((await detailOf(flow_id)).unused).toBe(8_000)
  expect(await balanceOf(own, '2026-03-31')).toMatchObject({ difference: 0, not_in_bank: 0, not_out_of_bank: 0 })
  expect(await balanceOf(own)).toMatchObject({ difference: 0, not_in_bank: 0, not_in_books: 0 })
  done(await ask('/api/statement_line/undo', { ids: [line_id] }))
  done(await ask('/api/statement_line/match', {}))
  await settled()
  expect(await waysOf(own)).toEqual([FOUND, FOUND, null, ENTERED])
  expect(await balanceOf(own)).toMatchObject({ difference: 0, not_in_bank: 8_000, not_in_books: 8_000 })
  done(await ask('/api/statement_line/tick', { line_id, flows: [red] }))
  expect(await balanceOf(own)).toMatchObject({ difference: 0, not_in_bank: 0, not_in_books: 0 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what came back by mistake: paid once more, the three are the line of what was paid', async () => {
  const own = await account()
  const { flow_id, refund_id } = await refunded(own, '退汇丙')
  const of = (day: string, price: number) => line(day, price, { party: '退汇丙' })
  await send(own, bankFile([of('2026-03-01', 8_000), of('2026-03-30', -8_000)]), { enters: 1 })
  await settled()
  const red = done(await sentBack(refund_id, '2026-03-31')).data
  const again = {
    flow_id,
    amount: 8_000,
    pay_way: 3,
    pay_account_id: own,
    payee: '退汇丙',
    pay_time: seconds('2026-03-31'),
    why: '没有退回',
  }
  const { refund_id: anew } = done(await ask('/api/flow/refund', again)).data
  const line_id = (await lineKeys(own))[1] as number
  done(await ask('/api/statement_line/undo', { ids: [line_id] }))
  done(await ask('/api/statement_line/tick', { line_id, flows: [refund_id, red.flow_id, anew] }))
  expect(await balanceOf(own)).toMatchObject({ difference: 0, not_in_bank: 0, not_out_of_bank: 0, not_out_of_books: 0 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a receipt that the bank takes back later leaves its bill unpaid, whatever the settings say of reversals, and cash is of no bank', async () => {
  const own = await account()
  const flow_id = await flow(own, 9_000, '2026-03-02', { custom_name: '冲正丁' })
  await send(
    own,
    bankFile([line('2026-03-02', 9_000, { party: '冲正丁' }), line('2026-03-28', -9_000, { party: '冲正丁', note: '冲正' })]),
    {
      enters: 1,
    },
  )
  await settled()
  const keys = await lineKeys(own)
  const [red = 0] = done(await ask('/api/statement_line/bounce', { line_id: keys[1], flows: [flow_id], why: '冲正' })).data.flows
  expect(await detailOf(red)).toMatchObject({ type: 1, price: -9_000, line_id: keys[1] })
  expect(await waysOf(own)).toEqual([FOUND, ENTERED])
  expect(await balanceOf(own)).toMatchObject({ difference: 0, books: 0, bank: 0 })
  const cash = await account({ kind: 5, code: '1001.77' })
  const paid = await flow(cash, 5_000, '2026-03-02', { type: 1, custom_name: '现金戊' })
  expect(await sentBack(paid, '2026-03-05')).toMatchObject({ code: 409, msg: '现金与期初的流水没有银行退回，登记错了的请红冲' })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what came back in a month that is closed is booked in the open one, and the line of that month is its', async () => {
  const last = monthBack(1)
  const own = await account()
  const flow_id = await flow(own, 8_000, `${last}-03`, { custom_name: '退汇己' })
  const paid = { flow_id, amount: 8_000, pay_way: 3, pay_account_id: own, payee: '退汇己', pay_time: noonOf(`${last}-25`), why: '多付' }
  const { refund_id } = done(await ask('/api/flow/refund', paid)).data
  const of = (day: string, price: number) => line(`${last}-${day}`, price, { party: '退汇己' })
  await send(own, bankFile([of('03', 8_000), of('25', -8_000), of('28', 8_000)]), { enters: 1 })
  await settled()
  expect(await waysOf(own)).toEqual([FOUND, FOUND, null])
  nodes.startDeclared('close_months', 'check_month')
  await close(last)
  const line_id = (await lineKeys(own))[2] as number
  const [red = 0] = done(await ask('/api/statement_line/bounce', { line_id, flows: [refund_id], why: '户名不符' })).data.flows
  expect(await detailOf(red)).toMatchObject({ line_id, book_day: `${monthBack(0)}-01` })
  expect(await balanceOf(own)).toMatchObject({ difference: 0, bank: 8_000, books: 8_000, not_out_of_bank: 0, not_in_books: 0 })
  const then = await balanceOf(own, `${last}-28`)
  expect(then).toMatchObject({ difference: 0, bank: 8_000, books: 0, not_in_books: 8_000, not_out_of_bank: 0 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what is to be given back once more is not matched with the next rent meanwhile', async () => {
  const own = await account()
  const custom_id = await addTenant(at.server, { name: '退汇庚', card: cardOf(8_001) })
  const matched = (flow_id: number) =>
    nightWork(at.server, (tx) =>
      matchCertain({ tx, session: { userId: null, scope: null } }, [flow_id], () => addRow({ db: tx }, 'match_run', { sure: 90 })),
    )
  const { flow_id, refund_id } = await refunded(own, '退汇庚', 8_010)
  const org_id = done(await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  const bill = { org_id, from: 2, from_id: at.ground.cost, price: 8_010, bill_date: '2026-04-01', payer: 1, payment_ratio: 100, late: 0 }
  const more = { contract_id: 0, type: 2, start_date: '2026-04-01', end_date: '2026-04-30', custom_id, custom_name: '退汇庚' }
  done(await ask('/api/bill/create', { ...bill, ...more }))
  done(await sentBack(refund_id, '2026-04-12'))
  expect([await matched(flow_id), (await detailOf(flow_id)).unused]).toEqual([0, 8_010])
  const again = {
    flow_id,
    amount: 8_000,
    pay_way: 3,
    pay_account_id: own,
    payee: '退汇庚',
    pay_time: seconds('2026-04-20'),
    why: '换卡重付',
  }
  const { refund_id: anew } = done(await ask('/api/flow/refund', again)).data
  done(await ask('/api/flow/reverse', { flow_id: anew, note: '不用退了，抵房租' }))
  expect(await matched(flow_id)).toBe(0)
  // Somebody may.
  const { rows } = await sql<{
    share_id: number
  }>`select share_id from bill_share s join bill b using (bill_id) where b.custom_id = ${custom_id}`.execute(at.server.db)
  done(await ask('/api/open_receipt/match', { flow_id, shares: rows.map(({ share_id }) => share_id) }))
  expect((await detailOf(flow_id)).unused).toBe(0)
})

test('of a line that one may not see nobody learns by his own entries what it comes to', async () => {
  const own = await account()
  const theirs = { type: 2, price: 4_321, way: 3, own_account_id: own, custom_name: '退汇丙', p_id: 2, deal_time: seconds('2026-03-31') }
  const { flow_id } = done(await ask('/api/flow/add', flowOf(at.ground, theirs))).data
  await send(own, bankFile([line('2026-04-02', 4_321, { party: '退汇丁', note: '退汇' })]), { enters: 1 })
  await settled()
  const [line_id] = await lineKeys(own)
  const far = await tokenOf(at.server, await addAccount(at.server, 'far', ['/api/statement_line/bounce'], [2]))
  expect(done(await ask('/api/statement_line/bounced', { line_id })).data).toEqual([expect.objectContaining({ flow_id })])
  expect(done(await ask('/api/statement_line/bounced', { line_id }, far)).data).toEqual([])
})

test('what a settlement paid by one transfer comes back by one line: the entries that it was are chosen together, and are held or used again', async () => {
  const start_date = addDays(today(), -9)
  const contract_id = await signed({ start_date, signed_on: start_date, months: 12, mode: 2 })
  await pay(contract_id)
  const surrender_id = await begin(contract_id)
  done(await handOver(surrender_id))
  done(await settle(surrender_id))
  const { rows } = await sql<{ flow_id: number; price: number; own: number; party: string }>`
    select f.flow_id, f.price, f.own_account_id as own, f.custom_name as party from flow f join surrender s using (org_id)
    where f.type = 2 and s.surrender_id = ${surrender_id} order by f.flow_id
  `.execute(at.server.db)
  const [rent, deposit] = rows
  if (!rent || !deposit) throw new Error('not two')
  const own = rent.own
  const price = rent.price + deposit.price
  const of = (fen: number, note: string) => line(today(), fen, { party: rent.party, note })
  await send(own, bankFile([of(-price, '退租'), of(price, '退汇')]), { enters: 1 })
  await settled()
  const [out, line_id = 0] = await lineKeys(own)
  // Whether it is found by itself or not: of two entries at once nobody is sure.
  done(await ask('/api/statement_line/tick', { line_id: out, flows: [rent.flow_id, deposit.flow_id] }))
  const offered = done(await ask('/api/statement_line/bounced', { line_id })).data
  expect(offered.map(({ flow_id }: { flow_id: number }) => flow_id).sort()).toEqual([rent.flow_id, deposit.flow_id].sort())
  const bounced = (flows: number[]) => ask('/api/statement_line/bounce', { line_id, flows, why: '户名不符' })
  expect(await bounced([rent.flow_id])).toMatchObject({
    code: 400,
    data: { field: 'flows' },
    msg: expect.stringContaining('合计比这一行少 ¥'),
  })
  const { flows, said } = done(await bounced([deposit.flow_id, rent.flow_id])).data
  expect([flows.length, said]).toEqual([2, expect.stringContaining('“退还押金”再付')])
  expect(await waysOf(own)).toEqual([FOUND, ENTERED])
  for (const flow_id of flows) expect(await detailOf(flow_id)).toMatchObject({ line_id, is_returned: 1 })
  expect(await figures(surrender_id)).toMatchObject({ is_held: 1, held: deposit.price })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
