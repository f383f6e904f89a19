import { beforeAll, describe, expect, test } from 'vitest'
import { csv, WECHAT_FUND, WECHAT_TRADE } from '../../domain/statement/files.ts'
import { adminServer } from '../../help/adminServer.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { bankFile, statementsOn, stating } from '../../help/stating.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, addTenant, cardOf, flat, tokenOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { call, ask } = at
const nodes = jobNodes(at)
const { send, settled } = stating(at, nodes)
const { account, flow, line, linesOf, waysOf, balanceOf } = statementsOn(at)

beforeAll(async () => {
  await addTenant(at.server, { name: '王小明', card: cardOf(901) })
  await nodes.rowsOf(`update cost set income = 2 where id = ${at.ground.cost}`)
})

describe('reading', () => {
  test('lines agree with entries that are there; what came in besides is entered; fees and what nobody paid stay as they are', async () => {
    const own = await account()
    const [there, other] = [
      await flow(own, 80_000, '2026-03-02', { custom_name: '王小明' }),
      await flow(own, 5_000, '2026-03-09', { custom_name: '某人' }),
    ]
    const answer = done(
      await send(
        own,
        bankFile(
          [
            line('2026-03-01', 80_000, { party: '王小明', account: '6217001234567890123' }),
            line('2026-03-03', 120_050, { party: '李四', note: '三月房租' }),
            line('2026-03-04', 30_000, { party: '财付通支付科技有限公司', note: '商户结算款' }),
            line('2026-03-05', -1_000, { party: '某保洁公司', note: '保洁' }),
          ],
          1_000_000,
        ),
      ),
    )
    expect(answer.data).toMatchObject({ lines: 4, known: 0, income: 230_050, outgo: 1_000, said: '读入 4 行，正在勾对' })
    await settled()
    const lines = await linesOf(own)
    expect(lines.map(({ status, how }: { status: number; how: number | null }) => [status, how])).toEqual([
      [2, 1],
      [2, 2],
      [1, null],
      [1, null],
    ])
    expect(lines[0].party_account).toMatch(/^621\*+0123$/)
    expect(done(await call('/api/flow/detail', { flow_id: there })).data.line_id).toBe(lines[0].line_id)
    const { list } = done(await call('/api/flow/index', { line_id: [lines[1].line_id] })).data
    expect(list).toMatchObject([{ type: 1, price: 120_050, custom_name: '李四', own_account_id: own, note: '三月房租', unused: 120_050 }])
    expect(done(await call('/api/statement/detail', { statement_id: answer.data.statement_id })).data).toMatchObject({
      status: 2,
      opening: 1_000_000,
      closing: 1_229_050,
    })
    // What the bank does not know of yet, and what the books do not.
    expect(await balanceOf(own)).toMatchObject({
      ...{ bank: 1_229_050, not_in_bank: 5_000, not_out_of_bank: 0, bank_adjusted: 1_234_050 },
      ...{ books: 205_050, not_in_books: 30_000, not_out_of_books: 1_000, books_adjusted: 234_050, begun: 1_000_000, difference: 0 },
    })
    const items = done(await call('/api/open_item/index', { own_account_id: [own], order: 'day' })).data.list
    expect(items.map(({ kind, price, resource, record_id }: Record<string, unknown>) => [kind, price, resource, record_id])).toEqual([
      [1, 30_000, 'statement_line', lines[2].line_id],
      [2, 1_000, 'statement_line', lines[3].line_id],
      [3, 5_000, 'flow', other],
    ])
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })

  test('a line is never there twice: the same file is refused, one that overlaps brings what is new', async () => {
    const own = await account()
    const all = [line('2026-04-01', 100), line('2026-04-02', 200), line('2026-04-03', 300)]
    const first = bankFile(all.slice(0, 2))
    done(await send(own, first, { enters: 2 }))
    expect(await send(own, first, { enters: 2 })).toMatchObject({ code: 409, msg: expect.stringContaining('读入过') })
    expect(done(await send(own, bankFile(all.slice(1), 100), { enters: 2 })).data).toMatchObject({ lines: 1, known: 1 })
    // Elsewhere the same words are another line.
    expect(done(await send(await account(), bankFile(all, 0), { enters: 2 })).data).toMatchObject({ lines: 3, known: 0 })
    expect((await linesOf(own)).map(({ price }: { price: number }) => price)).toEqual([100, 200, 300])
  })

  test('a gap between statements is told, and the accounts do not agree until it is filled', async () => {
    const own = await account()
    const all = [line('2026-04-01', 100), line('2026-04-10', 200), line('2026-04-20', 400)]
    done(await send(own, bankFile(all.slice(0, 1)), { enters: 2 }))
    expect(done(await send(own, bankFile(all.slice(2), 300), { enters: 2 })).data.said).toContain('期初与上一份相差 ¥2.00')
    expect((await balanceOf(own)).difference).toBe(200)
    done(await send(own, bankFile(all.slice(1, 2), 100), { enters: 2 }))
    expect((await balanceOf(own)).difference).toBe(0)
  })

  test('without balance and totals the end is asked for, by which a file that was cut off is told', async () => {
    const own = await account()
    const rows = ['交易日期,收入,支出,对方户名', '2026-05-01,1.00,,甲', '2026-05-02,,0.40,乙', '']
    const file = Buffer.from(rows.join('\n'))
    expect(await send(own, file)).toMatchObject({ code: 400, data: { field: 'closing' } })
    expect(done(await send(own, file, { closing: 560, enters: 2 })).data).toMatchObject({ lines: 2 })
    const [statement] = done(await call('/api/statement/index', { own_account_id: [own] })).data.list
    expect(statement).toMatchObject({ opening: 500, closing: 560 })
    expect(await send(own, bankFile([line('2026-05-03', 100)], 560), { closing: 661 })).toMatchObject({
      code: 400,
      data: { field: 'closing' },
    })
  })

  test('columns that nobody knows are told once and remembered for the account', async () => {
    const own = await account()
    const file = (day: string) =>
      Buffer.from(['哪天,进账,出账,剩下,谁', `${day},5.00,,${day.endsWith('1') ? '5.00' : '10.00'},丙`, ''].join('\n'))
    expect(await send(own, file('2026-06-01'))).toMatchObject({ code: 400, data: { field: 'file' }, msg: expect.stringContaining('哪天') })
    const told = { day: '哪天', income: '进账', outgo: '出账', balance: '剩下', party: '谁' }
    done(await send(own, file('2026-06-01'), { ...told, enters: 2 }))
    done(await send(own, file('2026-06-02'), { enters: 2 }))
    expect((await linesOf(own)).map(({ party, price }: Record<string, unknown>) => [party, price])).toEqual([
      ['丙', 500],
      ['丙', 500],
    ])
    expect(done(await call('/api/statement_form/index', { own_account_id: [own] })).data.list).toHaveLength(1)
  })
})

test('what a bank takes or gives by itself is booked at once; what is paid to another is not', async () => {
  const own = await account()
  const lines = [
    line('2026-03-21', 33, { note: '结息' }),
    line('2026-03-22', -50, { note: '工本费' }),
    line('2026-03-23', -70, { party: '某房产中介', note: '手续费' }),
  ]
  done(await send(own, bankFile(lines)))
  await settled()
  expect((await linesOf(own)).map(({ how, kind }: Record<string, unknown>) => [kind, how])).toEqual([
    [5, 3],
    [2, 3],
    [1, null],
  ])
  const { list } = done(await call('/api/transfer/index', { order: 'day' })).data
  expect(list.map(({ kind, price }: Record<string, unknown>) => [kind, price])).toEqual([
    [3, 33],
    [2, 50],
  ])
  expect(await balanceOf(own)).toMatchObject({ bank: -87, books: -17, not_out_of_books: 70, difference: 0 })
})

test('whose money it is, is known by the account that has paid before, whatever name it comes under', async () => {
  const own = await account()
  const org_id = done(await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  const who = { custom_id: await addTenant(at.server, { name: '欧阳晓', card: cardOf(902) }), custom_name: '欧阳晓' }
  const owe = async (price: number, bill_date: string): Promise<number> => {
    const asked = {
      org_id,
      from: 2,
      from_id: at.ground.cost,
      price,
      bill_date,
      payer: 1,
      payment_ratio: 100,
      late: 0,
      contract_id: 0,
      type: 2,
    }
    const { bill_id } = done(await ask('/api/bill/create', { ...asked, start_date: bill_date, end_date: '2026-12-31', ...who })).data
    return bill_id
  }
  const bills = [await owe(71_000, '2026-03-01'), await owe(72_000, '2026-04-01')]
  const paid = async () => Promise.all(bills.map(async (bill_id) => done(await call('/api/bill/detail', { bill_id })).data.paid))
  const from = { account: '6217000000000000019' }
  done(await ask('/api/cancelVerificationSetting/save', { mode: 2, sure: 90, order: 1, tolerance: 0, reversal: 1, version: 0 }))
  done(await send(own, bankFile([line('2026-03-02', 71_000, { party: '欧阳晓', ...from })])))
  await settled()
  expect(await paid()).toEqual([71_000, 0])
  done(await send(own, bankFile([line('2026-04-02', 72_000, { party: '网银代付', ...from })], 71_000)))
  await settled()
  expect(await paid()).toEqual([71_000, 72_000])
  const [latest] = done(await call('/api/match/index', { custom_id: [who.custom_id] })).data.list
  expect(latest).toMatchObject({ kind: 2, why: expect.arrayContaining([8]) })
  const { version } = done(await call('/api/cancelVerificationSetting/detail')).data
  done(await ask('/api/cancelVerificationSetting/save', { mode: 1, sure: 90, order: 1, tolerance: 0, reversal: 1, version }))
})

test('a whole statement is taken back: its entries are reversed, what it was agrees with again, and it may be read anew', async () => {
  const own = await account()
  const there = await flow(own, 700, '2026-03-05', { custom_name: '丁某' })
  const file = bankFile([line('2026-03-04', 500, { party: '戊' }), line('2026-03-05', 700, { party: '丁某' })])
  const { statement_id } = done(await send(own, file)).data
  await settled()
  done(await ask('/api/statement/undo', { statement_id }))
  await expect.poll(async () => done(await call('/api/statement/detail', { statement_id })).data.status, { timeout: 20_000 }).toBe(4)
  expect((await linesOf(own)).map(({ status }: { status: number }) => status)).toEqual([3, 3])
  expect(await balanceOf(own)).toBeUndefined()
  expect(done(await call('/api/flow/detail', { flow_id: there })).data.state).toBe(1)
  done(await send(own, file))
  await expect
    .poll(async () => (await linesOf(own)).filter(({ status }: { status: number }) => status === 2).length, { timeout: 20_000 })
    .toBe(2)
  const { list, sums } = done(await call('/api/statement_line/index', { own_account_id: [own] })).data
  expect({ lines: list.length, sums }).toEqual({ lines: 4, sums: { price: { 1: 1_200, 2: 0 } } })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

describe('who has only some projects', () => {
  test('reads for his project alone, and sees nothing of the others', async () => {
    const own = await account()
    const codes = [
      '/api/statement/read',
      '/api/statement/index',
      '/api/statement_line/index',
      '/api/statement_line/aside',
      '/api/statement_line/match',
      '/api/reconciliation/index',
    ]
    const token = await tokenOf(at.server, await addAccount(at.server, 'kuaiji1', codes, [1]))
    done(await send(own, bankFile([line('2026-03-01', 100)]), { enters: 2 }))
    const [{ line_id }] = await linesOf(own)
    const asked = { own_account_id: [own] }
    expect(done(await call('/api/statement_line/index', asked, token)).data.list).toEqual([])
    expect((await ask('/api/statement_line/aside', { ids: [line_id], reason: '试' }, token)).code).toBe(404)
    expect((await ask('/api/statement_line/match', {}, token)).code).toBe(403)
    expect(done(await call('/api/reconciliation/index', {}, token)).data.list).toEqual([])
    // What he sends is his project's; the same words for all are there already, so that nothing comes twice.
    expect(done(await send(own, bankFile([line('2026-03-02', 300)], 100), { token, enters: 2 })).data).toMatchObject({ lines: 1 })
    expect(done(await call('/api/statement_line/index', asked, token)).data.list).toMatchObject([{ price: 300, p_id: 1 }])
    expect((await send(own, bankFile([line('2026-03-03', 300)], 400), { token, p_id: 2 })).code).toBe(400)
  })
})

test('a channel’s bill of trades and that of its funds bring the same money once, also where midnight is between; what has no balance goes on from the last one', async () => {
  const own = await account({ kind: 6, way: 11, code: '1012.61' })
  const at = (rows: string[][], from: string, to: string) => csv(rows.map((row) => row.map((cell) => cell.replace(from, to))))
  const read = async (bytes: Buffer) => done(await send(own, bytes, { enters: 2 })).data
  expect(await read(at(WECHAT_TRADE, '2026-11-05 09:30:00', '2026-11-04 23:59:59'))).toMatchObject({ lines: 6, known: 0 })
  expect(await read(at(WECHAT_FUND, '2026-11-05 09:30:01', '2026-11-05 00:00:01'))).toMatchObject({ lines: 1, known: 6, outgo: 100_000 })
  expect(await balanceOf(own)).toMatchObject({ bank: 19_280, difference: 0 })
  // The next day's trades: other numbers, no balances.
  const next = WECHAT_TRADE.map((row) => row.map((cell) => cell.replace('2026-11-05', '2026-11-06').replace(/^`(42|50)/, '`9$1')))
  expect(await read(csv(next))).toMatchObject({ lines: 6, known: 0 })
  expect(await balanceOf(own)).toMatchObject({ bank: 19_280 + 119_280, difference: 0 })
})

test('a statement that cannot be entered keeps no other from being settled', async () => {
  const [first, second] = [await account(), await account()]
  await flow(second, 600, '2026-03-01', { custom_name: '甲' })
  await nodes.rowsOf(`update cost set income = 1 where id = ${at.ground.cost} returning 1`)
  done(await send(first, bankFile([line('2026-03-01', 500, { party: '乙' })]), { enters: 1 }))
  done(await send(second, bankFile([line('2026-03-01', 600, { party: '甲' })]), { enters: 1 }))
  await settled()
  expect(await waysOf(second)).toEqual([1])
  const [job] = await nodes.rowsOf<{ error: string }>(
    `select error from job where kind = 'match_statements' and state = 'failed' order by job_id desc limit 1`,
  )
  expect(job?.error).toContain('没有记作“租金”的费用项')
  await nodes.rowsOf(`update cost set income = 2 where id = ${at.ground.cost} returning 1`)
})
