import { beforeAll, describe, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { debtorsOn } from '../../help/plans.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { flowOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'
import { answerTo, withholdingOn } from '../../help/withholding.ts'

const at = adminServer()
const { call, ask } = at
const nodes = jobNodes(at)
const { account, debtor, bill, batchOf, file, send, booked, batch, linesOf, owedOf } = withholdingOn(at, nodes)
const { plan, enforce } = debtorsOn(at)
const { draft } = tenanciesOn(at)
/** Has a bill be paid by a plan that was signed. */
const planned = async ({ bill_id, custom_id }: { bill_id: number; custom_id: number }): Promise<void> => {
  const { contract_id } = done(await draft({ custom_id })).data
  await nodes.rowsOf(`update bill set contract_id = ${contract_id} where bill_id = ${bill_id}`)
  done(await enforce(done(await plan([{ bill_id }])).data.plan_id))
}

beforeAll(() => nodes.rowsOf(`update cost set income = 2 where id = ${at.ground.cost}`))

const results = async (batch_id: number) => (await linesOf(batch_id)).map(({ result }: { result: number }) => result)

describe('the round trip', () => {
  test('bills go into a batch, to the bank and back: what was debited is settled and on its way, what was not keeps the bank’s words and is tried again', async () => {
    const own = await account()
    const [rich, poor] = [await debtor(120_000), await debtor(80_000)]
    const unsigned = await debtor(5_000)
    done(await ask('/api/lessee/revoke', { custom_id: unsigned.custom_id }))
    const second = await bill(rich.custom_id, 30_050)
    const made = done(await batchOf([rich.bill_id, second, poor.bill_id, unsigned.bill_id], own))
    expect(made.data.said).toMatch(/^批次 DK\d{12}：3 张账单，¥2,300.50；没有进批次的：没有代扣协议 1 张$/)
    const { batch_id } = made.data
    const { name, bytes } = await file(batch_id)
    expect(name).toMatch(/^DK\d{12}-1\.txt$/)
    const { bytes: result, rows } = await answerTo(1, bytes, ({ account: of }) =>
      of === poor.number ? { status: '失败', message: '余额不足' } : {},
    )
    // The two bills of one account are one row.
    expect(rows.map(({ row_no, account: of, price }) => [row_no, of, price])).toEqual([
      ['1', rich.number, 150_050],
      ['2', poor.number, 80_000],
    ])
    expect(await batch(batch_id)).toMatchObject({ status: 2, lines: 3, price: 230_050, done_lines: 0 })
    // It is drawn again as it was.
    expect((await file(batch_id)).bytes.equals(bytes)).toBe(true)
    expect(done(await send(batch_id, result)).data).toMatchObject({
      done_rows: 1,
      done_price: 150_050,
      failed_rows: 1,
      said: '成功 1 户 ¥1,500.50，失败 1 户，正在入账',
    })
    await booked()
    expect(await batch(batch_id)).toMatchObject({
      status: 3,
      done_lines: 2,
      done_price: 150_050,
      failed_lines: 1,
      in_transit: 150_050,
      retriable: 1,
    })
    expect((await linesOf(batch_id)).map(({ result: is, paid, reason }: Record<string, unknown>) => [is, paid, reason])).toEqual([
      [1, 120_000, null],
      [2, 0, '余额不足'],
      [1, 30_050, null],
    ])
    expect([await owedOf(rich.bill_id), await owedOf(second), await owedOf(poor.bill_id)]).toEqual([0, 0, 80_000])
    const { list } = done(await call('/api/flow/index', { custom_name: (await linesOf(batch_id))[0].custom_name })).data
    expect(list).toHaveLength(2)
    expect(list[0]).toMatchObject({ type: 1, way: 7, own_account_id: 900_003, custom_id: rich.custom_id, unused: 0, state: 1 })
    expect(await wrongInBooks(at.server.db)).toEqual([])

    const again = done(await ask('/api/withhold/retry', { batch_id })).data
    expect(again).toMatchObject({ count: 1 })
    expect(await batch(again.batch_id)).toMatchObject({ status: 1, retry_of: batch_id, price: 80_000 })
    expect(await batch(batch_id)).toMatchObject({ retriable: 0 })
    expect((await ask('/api/withhold/retry', { batch_id })).code).toBe(409)
    const retried = await file(again.batch_id)
    done(await send(again.batch_id, (await answerTo(1, retried.bytes)).bytes))
    await booked()
    expect(await owedOf(poor.bill_id)).toBe(0)
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })

  for (const layout of [2, 3])
    test(`by layout ${layout}, too`, async () => {
      const own = await account(layout)
      const one = await debtor(99_999)
      const { batch_id } = done(await batchOf([one.bill_id], own)).data
      const { bytes } = await answerTo(layout, (await file(batch_id)).bytes)
      done(await send(batch_id, bytes))
      await booked()
      expect([await owedOf(one.bill_id), (await batch(batch_id)).status]).toEqual([0, 3])
    })

  test('the provident fund pays a part: receipts of the fund settle the tenant’s bill, the rest stays his', async () => {
    const one = await debtor(100_000)
    done(await ask('/api/lessee/fund', { custom_id: one.custom_id, fund_account: '880012345678' }))
    const { batch_id } = done(await ask('/api/withhold/pick', { ids: [one.bill_id], kind: 2, fund: '上海市公积金管理中心' })).data
    const { bytes } = await answerTo(4, (await file(batch_id)).bytes, () => ({ paid: 60_000, status: '部分支付', message: '额度不足' }))
    done(await send(batch_id, bytes))
    await booked()
    expect(await linesOf(batch_id)).toMatchObject([
      { result: 1, price: 100_000, paid: 60_000, reason: '额度不足', account: '880*****5678' },
    ])
    expect(await owedOf(one.bill_id)).toBe(40_000)
    const { list } = done(await call('/api/flow/index', { custom_name: '上海市公积金' })).data
    expect(list).toMatchObject([{ way: 3, price: 60_000, custom_id: one.custom_id, own_account_id: 900_003, unused: 0 }])
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })
})

describe('a result', () => {
  test('changes nothing a second time, and says of which batch it was', async () => {
    const own = await account()
    const [one, other] = [await debtor(10_000), await debtor(20_000)]
    const [first, second] = [done(await batchOf([one.bill_id], own)).data, done(await batchOf([other.bill_id], own)).data]
    const [order, another] = [await file(first.batch_id), await file(second.batch_id)]
    const { bytes } = await answerTo(1, order.bytes)
    done(await send(first.batch_id, bytes))
    await booked()
    const { sn } = await batch(first.batch_id)
    for (const batch_id of [first.batch_id, second.batch_id])
      expect(await send(batch_id, bytes)).toMatchObject({ code: 409, msg: expect.stringContaining(`批次 ${sn}`) })
    // The same said otherwise.
    const { bytes: failed } = await answerTo(1, order.bytes, () => ({ status: '失败', message: '余额不足' }))
    expect(await send(first.batch_id, failed)).toMatchObject({ code: 409, msg: expect.stringContaining('导入过') })
    const { bytes: others } = await answerTo(1, order.bytes, () => ({ message: '一' }))
    expect(await send(second.batch_id, others)).toMatchObject({ code: 400, msg: expect.stringContaining('别的批次的回盘') })
    expect(await results(second.batch_id)).toEqual([0])
    done(await send(second.batch_id, (await answerTo(1, another.bytes)).bytes))
    await booked()
    expect(done(await call('/api/flow/index', { custom_id: [one.custom_id] })).data.count).toBe(1)
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })

  test('of a bill that was paid by hand meanwhile: the money stays as 预收 of the tenant, and it is said', async () => {
    const own = await account()
    const one = await debtor(50_000)
    const { batch_id } = done(await batchOf([one.bill_id], own)).data
    const { bytes } = await answerTo(1, (await file(batch_id)).bytes)
    const { org_id, unit_id } = done(await call('/api/bill/detail', { bill_id: one.bill_id })).data
    expect(done(await call('/api/bill/detail', { bill_id: one.bill_id })).data.withheld).toBe('已送代扣，待回盘')
    expect(done(await call('/api/flow/owed', { org_id, type: 1, price: 50_000 })).data.said).toContain('正在代扣')
    done(await ask('/api/flow/add', flowOf(at.ground, { price: 50_000, org_id, unit_id, bill_id: one.bill_id })))
    expect((await batch(batch_id)).doubts).toBe(1)
    expect((await linesOf(batch_id))[0].doubt).toBe(1)
    expect(done(await call('/api/withhold/sending', { batch_id })).data.said).toContain('留作预收')
    done(await send(batch_id, bytes))
    await booked()
    expect(await linesOf(batch_id)).toMatchObject([{ result: 1, paid: 50_000, doubt: 3 }])
    const { list } = done(await call('/api/flow/index', { custom_id: [one.custom_id], way: [7] })).data
    expect(list).toMatchObject([{ unused: 50_000 }])
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })
})

describe('before it is sent', () => {
  test('what was paid or voided comes off, of what was paid in part only the rest is asked, and a bill is in one batch alone', async () => {
    const own = await account()
    const [paid, part, whole] = [await debtor(10_000), await debtor(20_000), await debtor(30_000)]
    // Who has agreed no more, or to another account, when it is sent is not debited from the one that he had named.
    const [revoked, moved] = [await debtor(40_000), await debtor(50_000)]
    // Nor is all of it asked at once of who has agreed to pay it by and by.
    const byPlan = await debtor(60_000)
    const bills = [paid, part, whole, revoked, moved, byPlan].map(({ bill_id }) => bill_id)
    const { batch_id } = done(await batchOf(bills, own)).data
    expect(await batchOf([whole.bill_id], own)).toMatchObject({ code: 409, msg: expect.stringContaining('已在未回盘的批次中 1 张') })
    for (const [bill_id, price] of [
      [paid.bill_id, 10_000],
      [part.bill_id, 5_000],
    ]) {
      const { org_id, unit_id } = done(await call('/api/bill/detail', { bill_id })).data
      done(await ask('/api/flow/add', flowOf(at.ground, { price, org_id, unit_id, bill_id })))
    }
    for (const { custom_id } of [revoked, moved]) done(await ask('/api/lessee/revoke', { custom_id }))
    done(await ask('/api/lessee/agree', { custom_id: moved.custom_id, withhold_account: '6217001299999999', withhold_on: '2026-02-01' }))
    await planned(byPlan)
    // Who has paid by a transfer that nobody has matched yet would pay twice.
    const { custom_name } = done(await call('/api/bill/detail', { bill_id: whole.bill_id })).data
    done(await ask('/api/flow/add', flowOf(at.ground, { price: 30_000, custom_name, p_id: 1 })))
    expect(done(await call('/api/withhold/sending', { batch_id })).data.said).toBe(
      '1 张已付清或作废，导出时移出；1 张已付了一部分，只扣未付的；2 张的租客已解除或换了账号，导出时移出；1 张已列入还款计划，导出时移出；1 张的租客有未核销的收款：先核销再导出，免得收两次',
    )
    const { rows } = await answerTo(1, (await file(batch_id)).bytes)
    expect(rows.map(({ price }) => price)).toEqual([15_000, 30_000])
    const off = (await linesOf(batch_id)).map(({ result, reason }: { result: number; reason: string }) => [result, reason])
    expect(off).toEqual([
      [4, '导出前已付清'],
      [0, null],
      [0, null],
      [4, '导出前已解除或换了账号'],
      [4, '导出前已解除或换了账号'],
      [4, '导出前已列入还款计划'],
    ])
    // What was sent stands.
    expect((await ask('/api/withhold_line/drop', { ids: [(await linesOf(batch_id))[1].line_id] })).code).toBe(409)
    await expect(nodes.rowsOf(`update withhold_line set price = 1 where batch_id = ${batch_id}`)).rejects.toThrow('不能修改')
    expect(done(await ask('/api/withhold_line/index', { batch_id: [batch_id] })).data.sums).toMatchObject({ price: 45_000 })
    done(await ask('/api/withhold/void', { batch_id }))
    expect(done(await ask('/api/withhold_file/index', { batch_id: [batch_id] })).data.sums).toMatchObject({ price: 0 })
    expect(await results(batch_id)).toEqual([4, 4, 4, 4, 4, 4])
    expect((await ask('/api/withhold/file', { batch_id })).code).toBe(409)
    expect(done(await batchOf(bills, own)).data.count).toBe(3)
  })

  test('all bills of a filter, and why others are left out, before it is made and when it is', async () => {
    const own = await account()
    const [one, none] = [await debtor(10_000, {}, 2), await debtor(20_000, {}, 2)]
    done(await ask('/api/lessee/revoke', { custom_id: none.custom_id }))
    const settled = await debtor(7_000, {}, 2)
    await nodes.rowsOf(`update bill set is_void = 1 where bill_id = ${settled.bill_id}`)
    await planned(await debtor(9_000, {}, 2))
    const filter = { kind: 1, p_id: 2, until: '2026-12-31' }
    const { facts, table } = done(await call('/api/withhold/foresee', filter)).data
    expect(facts).toEqual([
      { label: '账单', value: '1' },
      { label: '合计', value: '¥100.00' },
    ])
    expect(table.rows).toEqual([
      ['已作废', '1', '70.00'],
      ['没有代扣协议', '1', '200.00'],
      ['在履行中的还款计划里', '1', '90.00'],
    ])
    const { batch_id, said } = done(await ask('/api/withhold/batch', { ...filter, own_account_id: own })).data
    expect(said).toContain('没有代扣协议 1 张')
    expect((await linesOf(batch_id)).map(({ bill_id }: { bill_id: number }) => bill_id)).toEqual([one.bill_id])
    expect((await ask('/api/withhold/batch', { ...filter, own_account_id: own })).code).toBe(409)
    expect((await ask('/api/withhold/batch', { ...filter, own_account_id: 900_001 })).msg).toContain('没有设代扣文件格式')
    done(await ask('/api/withhold_line/drop', { ids: [(await linesOf(batch_id))[0].line_id] }))
    expect(done(await ask('/api/withhold/batch', { ...filter, own_account_id: own })).data.count).toBe(1)
  })
})
