import { beforeAll, expect, test } from 'vitest'
import { today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { bankFile, statementsOn, stating } from '../../help/stating.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, flowOf, tokenOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { call, ask } = at
const nodes = jobNodes(at)
const { send, settled } = stating(at, nodes)
const { account, flow, line, linesOf, waysOf, balanceOf } = statementsOn(at)

beforeAll(async () => {
  await nodes.rowsOf(`update cost set income = 2 where id = ${at.ground.cost}`)
})

const statesOf = async (own: number): Promise<number[]> =>
  done(await call('/api/statement/index', { own_account_id: [own] })).data.list.map(({ status }: { status: number }) => status)
const retire = (own: number) => ask('/api/own_account/retire', { ids: [own] })

test('an account is closed once its lines are settled: what it sent to another is found there, and not taken for a choice of an account that is closed', async () => {
  const [closing, other] = [await account(), await account()]
  done(
    await send(
      closing,
      bankFile([line('2026-03-01', 100, { party: '张三' }), line('2026-03-02', -100, { party: '本单位', note: '内部转账' })]),
    ),
  )
  await settled()
  expect(await waysOf(closing)).toEqual([2, null])
  const [, { line_id }] = await linesOf(closing)
  expect(await retire(closing)).toMatchObject({ code: 409, msg: expect.stringContaining('还有 1 行对账单没有对上') })

  done(await ask('/api/statement_line/transfer', { line_id, moves: 1, other }))
  done(await retire(closing))
  done(
    await send(
      other,
      bankFile([line('2026-03-03', 100, { party: '本单位', note: '内部转账' }), line('2026-03-04', 300, { party: '李四' })]),
    ),
  )
  await settled()
  expect(await waysOf(other)).toEqual([3, 2])
  expect(await balanceOf(closing)).toMatchObject({ bank: 0, books: 0, difference: 0 })

  // What is taken back of it later is settled anew all the same: its account is not chosen, the bank has said it.
  const { list } = done(await call('/api/transfer/index', { from_account_id: [closing] })).data
  done(await ask('/api/transfer/undo', { ids: [list[0].transfer_id] }))
  const more = [line('2026-03-05', 100, { party: '本单位', note: '内部转账' }), line('2026-03-06', 500, { party: '王五' })]
  done(await send(other, bankFile(more, 400)))
  await settled()
  expect(await statesOf(other)).toEqual([2, 2])
  expect(await waysOf(other)).toEqual([null, 2, 3, 2])
  expect(await balanceOf(closing)).toMatchObject({ bank: 0, books: 0, difference: 0 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a line that is open again once its account is closed is entered by hand on that account', async () => {
  const own = await account()
  done(await send(own, bankFile([line(today(), 500, { party: '张三' })])))
  await settled()
  done(await retire(own))
  const [{ line_id }] = await linesOf(own)
  done(await ask('/api/statement_line/undo', { ids: [line_id] }))
  const entry = flowOf(at.ground, { price: 500, way: 3, p_id: 1, own_account_id: own, deal_time: Math.floor(Date.now() / 1000) })
  expect(await ask('/api/flow/add', entry)).toMatchObject({ code: 409, msg: '所选的已停用，请另选' })
  const { flow_id } = done(await ask('/api/flow/add', { ...entry, line_id })).data
  expect(done(await call('/api/flow/index', { line_id: [line_id] })).data.list).toMatchObject([{ flow_id, own_account_id: own }])
  expect(await waysOf(own)).toEqual([2])
  // The line has its entry: another is not made for it.
  expect(await ask('/api/flow/add', { ...entry, line_id })).toMatchObject({ code: 409 })
  done(await ask('/api/flow/reverse', { flow_id, note: '录错' }))
  expect(await waysOf(own)).toEqual([null])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what is reversed once its account is closed is on that account, whose day and whose entries sum to nothing', async () => {
  const own = await account()
  const flow_id = await flow(own, 5_000, today())
  done(await retire(own))
  done(await ask('/api/flow/reverse', { flow_id, note: '录错' }))
  const { sums } = done(await call('/api/flow/index', { own_account_id: [own] })).data
  expect(sums.price).toEqual({ 1: 0, 2: 0 })
  const days = done(await call('/api/cash_day/index', { own_account_id: [own] })).data.list
  expect(days).toMatchObject([{ day: today(), income: 0, red: -5_000 }])
  const signer = await tokenOf(at.server, await addAccount(at.server, 'signer', ['/api/cash_day/sign']))
  done(await ask('/api/cash_day/sign', { ids: [days[0].cash_day_id] }, signer))
  // Nobody chooses it anew.
  expect((await ask('/api/transfer/add', { kind: 2, from_account_id: own, price: 1, day: today() })).msg).toBe('所选的已停用，请另选')
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
