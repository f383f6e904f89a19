import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { bankFile, statementsOn, stating } from '../../help/stating.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const nodes = jobNodes(at)
const { send, settled } = stating(at, nodes)
const { account, flow, seconds, line, linesOf, waysOf, balanceOf } = statementsOn(at)
const { call, ask } = at
const [FOUND, ENTERED, ASIDE] = [1, 2, 4]

beforeAll(async () => {
  await addRow(at.server, 'cost', { name: '租金', income: 2 })
})

test('what the bank took back is no payment: neither line is booked by itself, and what came again is', async () => {
  const own = await account()
  const of = (day: string, price: number, party = '冲正甲') => line(`2026-03-${day}`, price, { party })
  await send(
    own,
    bankFile([of('02', 5_000), of('03', -5_000), of('04', 5_000), of('05', 7_000), of('05', -7_000, '别人'), of('06', 9_000)]),
    {
      enters: 1,
    },
  )
  await settled()
  expect(await waysOf(own)).toEqual([null, null, ENTERED, ENTERED, null, ENTERED])
  const [came, went] = (await linesOf(own)).map(({ line_id }: { line_id: number }) => line_id)
  done(await ask('/api/statement_line/aside', { ids: [came, went], reason: '银行冲正' }))
  expect((await waysOf(own)).slice(0, 2)).toEqual([ASIDE, ASIDE])
  expect(await balanceOf(own)).toMatchObject({ difference: 0 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what was paid out and did not reach whom it went to is no payment of his', async () => {
  const own = await account()
  const flow_id = await flow(own, 8_000, '2026-03-01', { custom_name: '退汇甲' })
  const paid = { flow_id, amount: 8_000, pay_way: 3, pay_account_id: own, payee: '退汇甲', pay_time: seconds('2026-03-05'), why: '多付' }
  const { refund_id } = done(await ask('/api/flow/refund', paid)).data
  const of = (day: string, price: number) => line(`2026-03-${day}`, price, { party: '退汇甲' })
  await send(own, bankFile([of('01', 8_000), of('05', -8_000)]), { enters: 1 })
  await settled()
  expect(await waysOf(own)).toEqual([FOUND, FOUND])
  await send(own, bankFile([of('07', 8_000)], 0), { enters: 1 })
  await settled()
  expect(await waysOf(own)).toEqual([FOUND, FOUND, null])
  // The refund is reversed, and stands to be paid again: neither the bank's sending nor its coming back is booked.
  done(await ask('/api/flow/reverse', { flow_id: refund_id, note: '退汇' }))
  const ids = (await linesOf(own)).slice(1).map(({ line_id }: { line_id: number }) => line_id)
  done(await ask('/api/statement_line/aside', { ids, reason: '退汇' }))
  expect(done(await call('/api/flow/detail', { flow_id })).data.unused).toBe(8_000)
  expect(await balanceOf(own)).toMatchObject({ difference: 0 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what was paid out as two entries, and is not ticked yet, is no payment of his as it comes back; without the bank’s word it may be', async () => {
  const own = await account()
  const of = (day: string, price: number, note = '') => line(`2026-03-${day}`, price, { party: '退汇辛', note })
  await send(own, bankFile([of('01', -8_100), of('03', 8_100, '退汇 户名不符'), of('04', 8_200), of('20', 8_100, '四月房租')]), {
    enters: 1,
  })
  await settled()
  expect(await waysOf(own)).toEqual([null, null, ENTERED, ENTERED])
})

test('where it was a payment of which somebody asked a refund, it is entered by a person, and the other line is its refund', async () => {
  const own = await account()
  await send(own, bankFile([line('2026-03-02', 5_000, { party: '退款甲' }), line('2026-03-20', -5_000, { party: '退款甲' })]), {
    enters: 1,
  })
  await settled()
  // Long after: it was not the bank that took it back.
  expect(await waysOf(own)).toEqual([ENTERED, null])

  const other = await account()
  await send(other, bankFile([line('2026-03-02', 6_000, { party: '退款乙' }), line('2026-03-04', -6_000, { party: '退款乙' })]), {
    enters: 1,
  })
  await settled()
  expect(await waysOf(other)).toEqual([null, null])
  const [came, went] = (await linesOf(other)).map(({ line_id }: { line_id: number }) => line_id)
  done(await ask('/api/statement_line/enter', { ids: [came] }))
  const [receipt] = await nodes.rowsOf<{ flow_id: number }>(`select flow_id from flow where line_id = ${came}`)
  done(await ask('/api/statement_line/refund', { line_id: went, flow_id: receipt?.flow_id, why: '多付' }))
  expect(await waysOf(other)).toEqual([ENTERED, ENTERED])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
