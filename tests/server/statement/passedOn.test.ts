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

test('lines that another statement has, too, stay the account’s where the one that brought them is taken back', async () => {
  const own = await account()
  const [a, b, c] = [
    line('2026-03-01', 1_000, { party: '甲某', account: '6222021234567890123' }),
    line('2026-03-02', 2_000, { party: '乙某' }),
    line('2026-03-03', 3_000, { party: '丙某' }),
  ]
  const take = async (file: Buffer): Promise<number> => done(await send(own, file, { enters: 1 })).data.statement_id
  const [first, second, third] = [await take(bankFile([a, b])), await take(bankFile([b, c], 1_000)), await take(bankFile([a, b, c]))]
  await settled()
  const counts = async (statement_id: number) => {
    const { lines, known, income, status } = done(await call('/api/statement/detail', { statement_id })).data
    return { lines, known, income, status }
  }
  expect(await counts(third)).toEqual({ lines: 0, known: 3, income: 0, status: 2 })
  const undo = async (statement_id: number) => {
    done(await ask('/api/statement/undo', { statement_id }))
    await settled()
  }
  await undo(first)
  expect(await counts(first)).toMatchObject({ status: 4 })
  expect(await counts(second)).toEqual({ lines: 2, known: 0, income: 5_000, status: 2 })
  expect(await counts(third)).toEqual({ lines: 1, known: 2, income: 1_000, status: 2 })
  const live = async () => (await linesOf(own)).filter(({ status }: { status: number }) => status < 3)
  expect((await live()).map(({ party, how, party_account }: Record<string, unknown>) => [party, how, party_account])).toEqual([
    ['甲某', 2, '622************0123'],
    ['乙某', 2, null],
    ['丙某', 2, null],
  ])
  expect(await balanceOf(own)).toMatchObject({ bank: 6_000, books: 6_000, difference: 0 })
  await undo(second)
  expect(await counts(third)).toEqual({ lines: 3, known: 0, income: 6_000, status: 2 })
  expect(await balanceOf(own)).toMatchObject({ bank: 6_000, books: 6_000, difference: 0 })
  await undo(third)
  expect(await waysOf(own)).not.toContain(2)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
