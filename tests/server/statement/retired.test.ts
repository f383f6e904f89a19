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
const { account, line, linesOf, waysOf, balanceOf } = statementsOn(at)

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

  const [{ statement_id }] = done(await call('/api/statement/index', { own_account_id: [closing] })).data.list
  expect(await ask('/api/statement/undo', { statement_id })).toMatchObject({ code: 409, msg: expect.stringContaining('已停用：请先启用') })

  // What is taken back of it later waits there for a person: the other account's money is settled all the same.
  const { list } = done(await call('/api/transfer/index', { from_account_id: [closing] })).data
  done(await ask('/api/transfer/undo', { ids: [list[0].transfer_id] }))
  done(
    await send(
      other,
      bankFile([line('2026-03-05', 100, { party: '本单位', note: '内部转账' }), line('2026-03-06', 500, { party: '王五' })], 400),
    ),
  )
  await settled()
  expect(await statesOf(other)).toEqual([2, 2])
  expect(await waysOf(other)).toEqual([null, 2, null, 2])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
