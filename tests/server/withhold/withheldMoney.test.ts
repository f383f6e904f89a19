import { beforeAll, describe, expect, test } from 'vitest'
import { today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { bankFile, statementsOn, stating } from '../../help/stating.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { done } from '../../help/tenancies.ts'
import { answerTo, withholdingOn } from '../../help/withholding.ts'

const at = adminServer()
const { call, ask } = at
const nodes = jobNodes(at)
const statements = stating(at, nodes)
const { line: bankLine, linesOf: statementLines } = statementsOn(at)
const { account, debtor, bill, batchOf, file, send, booked, batch, linesOf, owedOf } = withholdingOn(at, nodes)

beforeAll(() => nodes.rowsOf(`update cost set income = 2 where id = ${at.ground.cost}`))

describe('the money', () => {
  /** A batch of one bill whose result is booked. */
  const debited = async (price: number) => {
    const one = await debtor(price)
    const { batch_id } = done(await batchOf([one.bill_id], await account())).data
    done(await send(batch_id, (await answerTo(1, (await file(batch_id)).bytes)).bytes))
    await booked()
    return { ...one, batch_id, line: (await linesOf(batch_id))[0] }
  }
  let serial = 0
  const statementLine = async (price: number, type = 1): Promise<{ line_id: number; own_account_id: number }> => {
    serial += 1
    const asked = { name: `到账户${serial}`, kind: 1, way: 3, usual: 2, code: `1002.${900 + serial}` }
    const { own_account_id } = done(await ask('/api/own_account/add', asked)).data
    const [statement] = await nodes.rowsOf<{ statement_id: number }>(
      `insert into statement (own_account_id, from_day, to_day, lines, known, income, outgo, enters, file_name, sha256)
       values (${own_account_id}, '2026-11-01', '2026-11-01', 1, 0, ${price}, 0, 2, '对账单.csv', 'w${serial}') returning statement_id`,
    )
    const [line] = await nodes.rowsOf<{ line_id: number }>(
      `insert into statement_line (statement_id, own_account_id, day, deal_time, type, price, party, kind, file_row, mark)
       values (${statement?.statement_id}, ${own_account_id}, current_date, epoch_now(), ${type}, ${price}, '代扣', 4, 2, 'w${serial}') returning line_id`,
    )
    return { line_id: line?.line_id ?? 0, own_account_id }
  }

  test('arrives by the line of a statement, less the fee; taken back, it is on its way again', async () => {
    const { batch_id, line } = await debited(88_800)
    const { line_id, own_account_id } = await statementLine(88_700)
    const offered = done(await call('/api/withhold/awaiting')).data
    expect(offered.find((row: { batch_id: number }) => row.batch_id === batch_id).said).toBe('在途 ¥888.00')
    const asked = { line_id, moves: 1, other: 900_003, fee: 100, batch_id }
    expect((await ask('/api/statement_line/transfer', { ...asked, other: 900_002 })).data.field).toBe('other')
    done(await ask('/api/statement_line/transfer', asked))
    expect(await batch(batch_id)).toMatchObject({ status: 4, in_transit: 0 })
    expect(await wrongInBooks(at.server.db)).toEqual([])
    done(await ask('/api/statement_line/undo', { ids: [line_id] }))
    expect(await batch(batch_id)).toMatchObject({ status: 3, in_transit: 88_800 })
    // By a transfer that was written down before it was known whose it is.
    const { transfer_id } = done(
      await ask('/api/transfer/add', {
        kind: 1,
        from_account_id: 900_003,
        to_account_id: own_account_id,
        price: 88_900,
        fee: 0,
        day: '2026-11-02',
      }),
    ).data
    expect((await ask('/api/withhold/arrive', { batch_id, transfers: [transfer_id] })).msg).toBe('所选划转的合计比在途多 ¥1.00')
    done(await ask('/api/transfer/undo', { transfer_id }))
    expect((await ask('/api/withhold/arrive', { batch_id, transfers: [transfer_id] })).code).toBe(409)
    const { transfer_id: right } = done(
      await ask('/api/transfer/add', {
        kind: 1,
        from_account_id: 900_003,
        to_account_id: own_account_id,
        price: 88_800,
        fee: 0,
        day: '2026-11-02',
      }),
    ).data
    expect(done(await call('/api/withhold/transfers', { batch_id })).data).toContainEqual(expect.objectContaining({ transfer_id: right }))
    expect(done(await ask('/api/withhold/arrive', { batch_id, transfers: [right] })).data.said).toBe('批次已到账')
    expect((await batch(batch_id)).status).toBe(4)
    expect(await wrongInBooks(at.server.db)).toEqual([])
    // The bank takes back what it had debited: until its statement says so too, the batch is open.
    done(await ask('/api/withhold_line/bounce', { line_id: line.line_id, reason: '账户已销' }))
    expect(await batch(batch_id)).toMatchObject({ status: 3, in_transit: -88_800 })
    const back = (await statementLine(88_800, 2)).line_id
    done(await ask('/api/statement_line/transfer', { line_id: back, moves: 1, other: 900_003, batch_id }))
    expect(await batch(batch_id)).toMatchObject({ status: 4, in_transit: 0 })
    done(await ask('/api/statement_line/undo', { ids: [back] }))
    expect(await batch(batch_id)).toMatchObject({ status: 3, in_transit: -88_800 })
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })

  test('is nobody’s payment, however the bank or the fund writes it: it is left to be told of which batch it is, or is the transfer that told', async () => {
    const own = await account()
    const [one, other] = [await debtor(44_400), await debtor(60_000)]
    done(await ask('/api/lessee/fund', { custom_id: other.custom_id, fund_account: '880012345679' }))
    const { batch_id } = done(await batchOf([one.bill_id], own)).data
    const fund = done(await ask('/api/withhold/pick', { ids: [other.bill_id], kind: 2, fund: '上海市公积金管理中心' })).data
    done(await send(batch_id, (await answerTo(1, (await file(batch_id)).bytes)).bytes))
    done(await send(fund.batch_id, (await answerTo(4, (await file(fund.batch_id)).bytes, () => ({ status: '成功' }))).bytes))
    await booked()
    const moved = { kind: 1, from_account_id: 900_003, to_account_id: own, price: 44_400, fee: 100, day: today() }
    const { transfer_id } = done(await ask('/api/transfer/add', moved)).data
    done(await ask('/api/withhold/arrive', { batch_id, transfers: [transfer_id] }))
    const lines = [
      bankLine(today(), 44_300, { party: '建设银行批量业务过渡户' }),
      bankLine(today(), 60_000, { party: '上海市公积金管理中心', note: '支付房租' }),
      bankLine(today(), 44_300, { party: '张三', note: '房租' }),
    ]
    done(await statements.send(own, bankFile(lines)))
    await statements.settled()
    const read = await statementLines(own)
    expect(read.map(({ party, status, how }: Record<string, unknown>) => [party, status, how])).toEqual([
      ['建设银行批量业务过渡户', 2, 3],
      ['上海市公积金管理中心', 1, null],
      ['张三', 2, 2],
    ])
    done(await ask('/api/statement_line/transfer', { line_id: read[1].line_id, moves: 1, other: 900_003, batch_id: fund.batch_id }))
    expect(await batch(fund.batch_id)).toMatchObject({ status: 4, in_transit: 0 })
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })

  test('that the bank gives back reopens the bill, whatever is set of reversals; all bills of its row, and the batch is on its way again', async () => {
    const one = await debtor(10_000)
    const second = await bill(one.custom_id, 20_000)
    const { batch_id } = done(await batchOf([one.bill_id, second], await account())).data
    done(await send(batch_id, (await answerTo(1, (await file(batch_id)).bytes)).bytes))
    await booked()
    const { version } = done(await call('/api/cancelVerificationSetting/detail')).data
    const setting = { mode: 1, sure: 90, order: 1, tolerance: 0 }
    done(await ask('/api/cancelVerificationSetting/save', { ...setting, reversal: 2, version }))
    const [line] = await linesOf(batch_id)
    expect(done(await ask('/api/withhold_line/bounce', { line_id: line.line_id, reason: '户名不符退回' })).data.said).toContain('2 张账单')
    done(await ask('/api/cancelVerificationSetting/save', { ...setting, reversal: 1, version: version + 1 }))
    expect((await linesOf(batch_id)).map(({ result, reason }: Record<string, unknown>) => [result, reason])).toEqual([
      [3, '户名不符退回'],
      [3, '代扣退票：户名不符退回'],
    ])
    expect([await owedOf(one.bill_id), await owedOf(second)]).toEqual([10_000, 20_000])
    expect(done(await call('/api/bill/detail', { bill_id: second })).data.withheld).toContain('代扣退票')
    expect(await batch(batch_id)).toMatchObject({ status: 6, done_lines: 0, bounced_lines: 2, in_transit: 0, retriable: 1 })
    expect(done(await ask('/api/withhold/retry', { batch_id })).data.count).toBe(2)
    expect((await ask('/api/withhold_line/bounce', { line_id: line.line_id, reason: '再' })).code).toBe(409)
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })

  test('that is reversed among the entries has come back, too', async () => {
    const { batch_id, line } = await debited(12_300)
    done(await ask('/api/flow/reverse', { flow_id: line.flow_id, note: '登错了' }))
    expect(await linesOf(batch_id)).toMatchObject([{ result: 3, reason: '登错了' }])
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })
})
