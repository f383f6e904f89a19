import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { bankFile, statementsOn, stating } from '../../help/stating.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { call, ask } = at
const nodes = jobNodes(at)
const { send, settled } = stating(at, nodes)
const { account, flow, line, linesOf, waysOf } = statementsOn(at)

/** Has what is open looked at once more. */
const again = async (): Promise<void> => {
  done(await ask('/api/statement_line/match', {}))
  await settled()
}

const firstOf = async (own: number): Promise<number> => (await linesOf(own))[0].line_id

beforeAll(async () => {
  await nodes.rowsOf(`update cost set income = 2 where id = ${at.ground.cost}`)
})

test('a tick that somebody took back is not made again by itself: the line may be another entry, and he may tick the same one', async () => {
  const own = await account()
  const wrong = await flow(own, 64_000, '2026-03-01', { custom_name: '甲某' })
  done(await send(own, bankFile([line('2026-03-01', 64_000, { party: '甲某' })]), { enters: 2 }))
  await settled()
  const line_id = await firstOf(own)
  const lineOf = async (flow_id: number) => done(await call('/api/flow/detail', { flow_id })).data.line_id ?? null
  expect(await lineOf(wrong)).toBe(line_id)
  done(await ask('/api/statement_line/undo', { ids: [line_id] }))
  await again()
  expect([await waysOf(own), await lineOf(wrong)]).toEqual([[null], null])
  const right = await flow(own, 64_000, '2026-03-02', { custom_name: '乙某' })
  await again()
  expect([await waysOf(own), await lineOf(right)]).toEqual([[1], line_id])
  done(await ask('/api/statement_line/undo', { ids: [line_id] }))
  done(await ask('/api/statement_line/tick', { line_id, flows: [wrong] }))
  expect(await lineOf(wrong)).toBe(line_id)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('two accounts’ lines that somebody said are no transfer are not one again; nor is a line the receipt that it did not verify', async () => {
  const [one, other] = [await account(), await account()]
  const moved = { party: '本单位', note: '户间调拨 内部转账' }
  done(await send(one, bankFile([line('2026-03-05', -70_000, moved)], 70_000), { enters: 2 }))
  done(await send(other, bankFile([line('2026-03-05', 70_000, moved)]), { enters: 2 }))
  await settled()
  expect([await waysOf(one), await waysOf(other)]).toEqual([[3], [3]])
  const { list } = done(await call('/api/transfer/index', { from_account_id: [one] })).data
  done(await ask('/api/transfer/undo', { ids: [list[0].transfer_id] }))
  await again()
  expect([await waysOf(one), await waysOf(other)]).toEqual([[null], [null]])

  const own = await account()
  await flow(own, 5_321, '2026-03-01', { custom_name: '截图付款人', way: 11, own_account_id: undefined })
  done(await send(own, bankFile([line('2026-03-03', 5_321, { party: '截图付款人' })]), { enters: 2 }))
  await settled()
  expect(await waysOf(own)).toEqual([3])
  done(await ask('/api/statement_line/undo', { ids: [await firstOf(own)] }))
  await again()
  expect(await waysOf(own)).toEqual([null])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
