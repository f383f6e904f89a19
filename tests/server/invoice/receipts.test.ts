import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ended } from '../../help/exports.ts'
import { pagesOf, textOf } from '../../help/pdf.ts'
import { PRINT, receipts } from '../../help/receipts.ts'
import { addAccount, addTenant, tokenOf } from '../../help/store/ground.ts'

const at = receipts()
const { add, print, printed, rowsOf, receiptOf, fileOf } = at
let asked = 0
const call = (path: string, params: Record<string, unknown>, token = at.admin) =>
  at.server.call(path, { ...params, request_id: `receipt ${++asked}` }, token)
const detail = async (receipt_id: number) => (await call('/api/receipt/detail', { receipt_id })).data

describe('a receipt', () => {
  test('is a record of its own: who paid, how much, how often printed; void, its number stays and the money gets another', async () => {
    const flow_id = await add({ custom_name: '陈晓明', price: 12_345 })
    const first = await printed(flow_id)
    const receipt_id = await receiptOf(flow_id)
    expect(await detail(receipt_id)).toMatchObject({
      number: first.data.number,
      payer: '陈晓明',
      price: 12_345,
      status: 1,
      copies: 1,
      is_reversed: 0,
    })
    expect(await call('/api/receipt/void', { receipt_id })).toMatchObject({ code: 400, data: { field: 'void_why' } })
    expect(await call('/api/receipt/void', { receipt_id, void_why: '抬头写错' })).toMatchObject({ code: 200 })
    expect(await detail(receipt_id)).toMatchObject({ number: first.data.number, status: 2, void_why: '抬头写错', voided_by: 1 })
    expect(await call('/api/receipt/void', { receipt_id, void_why: '再来' })).toMatchObject({
      code: 409,
      msg: `收据 ${first.data.number} 已作废`,
    })
    expect(await call('/api/receipt/print', { receipt_id })).toMatchObject({ code: 409 })
    const second = await printed(flow_id)
    expect(second.data.number > first.data.number).toBe(true)
    expect(second.data.is_again).toBe(false)
    // The money has both, and the sum of what stands.
    const { list, sums } = (await call('/api/receipt_line/index', { flow_id: [flow_id] })).data
    expect([list.length, sums]).toEqual([2, { price: 12_345 }])
  })

  test('of money that was reversed says so, asks to be voided, and is not printed again', async () => {
    const flow_id = await add()
    await printed(flow_id)
    const receipt_id = await receiptOf(flow_id)
    expect(await call('/api/flow/reverse', { flow_id, note: '录错' })).toMatchObject({ code: 200 })
    expect(await detail(receipt_id)).toMatchObject({ status: 1, is_reversed: 1 })
    const { list } = (await call('/api/receipt/index', { status: [1], is_reversed: [1] })).data
    expect(list.map((row: { receipt_id: number }) => row.receipt_id)).toContain(receipt_id)
    const todo = (await call('/api/workbench/todos', {})).data
    expect(JSON.stringify(todo)).toContain('receipts_to_void')
    expect(await call('/api/receipt/print', { receipt_id })).toMatchObject({ code: 409, msg: '当前状态不能打印收据，请刷新后重试' })
    expect(await call('/api/receipt/void', { receipt_id, void_why: '收款已红冲' })).toMatchObject({ code: 200 })
  })

  test('of money that came without a name is for whoever it was claimed for', async () => {
    const flow_id = await add({ custom_name: '未知付款人' })
    const custom_id = await addTenant(at.server, { name: '贺兰山' })
    // As a statement enters it (tests/server/statement), and a claim says whose it is (tests/server/flow/claim).
    await rowsOf(`alter table flow disable trigger user`)
    await rowsOf(`update flow set is_unknown = 1, custom_id = ${custom_id} where flow_id = ${flow_id}`)
    await rowsOf(`alter table flow enable trigger user`)
    const { bytes } = await printed(flow_id)
    expect(await textOf(bytes)).toContain('贺兰山')
    expect(await detail(await receiptOf(flow_id))).toMatchObject({ payer: '贺兰山', custom_id, is_reversed: 0 })
    // Taken back, the claim leaves a receipt that says what is not so.
    await rowsOf(`alter table flow disable trigger user`)
    await rowsOf(`update flow set custom_id = null where flow_id = ${flow_id}`)
    await rowsOf(`alter table flow enable trigger user`)
    const receipt_id = await receiptOf(flow_id)
    const { number, ...left } = await detail(receipt_id)
    expect(left).toMatchObject({ status: 1, is_reversed: 1 })
    expect(await print({ flow_id })).toMatchObject({ code: 409, msg: `收据 ${number} 的交款人已不是这笔钱的，请先作废它再打印` })
    expect(await call('/api/receipt/void', { receipt_id, void_why: '认领撤销' })).toMatchObject({ code: 200 })
    expect(await textOf((await printed(flow_id)).bytes)).toContain('未知付款人')
  })

  test('of several receipts of money of one payer is one, with a line for each', async () => {
    const one = { custom_name: '吴越合租' }
    const ids = [await add({ ...one, price: 100_00 }), await add({ ...one, price: 200_50, way: 8 }), await add({ ...one, price: 1 })]
    const { code, data } = await call('/api/flow/one_receipt', { ids })
    expect(code).toBe(200)
    expect(data.said).toContain(data.number)
    const { receipt_id } = data
    expect(await detail(receipt_id)).toMatchObject({ payer: '吴越合租', price: 30_051, flows: 3, copies: 0 })
    const { data: paper } = await call('/api/receipt/print', { receipt_id })
    const text = await textOf(await fileOf(paper.handle))
    for (const said of ['叁佰元伍角壹分', '¥300.51', '100.00', '200.50', '0.01', data.number]) expect(text).toContain(said)
    // Printed from the money, it is the same one.
    expect((await print({ flow_id: ids[1] })).data).toMatchObject({ number: data.number, is_again: true, is_marked: true })
    expect(await call('/api/flow/one_receipt', { ids })).toMatchObject({
      code: 409,
      msg: expect.stringContaining(`已有收据 ${data.number}`),
    })
    expect(
      await call('/api/flow/one_receipt', { ids: [await add({ custom_name: '甲' }), await add({ custom_name: '乙' })] }),
    ).toMatchObject({
      code: 400,
      msg: '合开一张收据的须是同一交款人、同一项目的收款',
    })
    // One of them taken back, the others are asked for: it is told why not, and what to do.
    expect(await call('/api/flow/reverse', { flow_id: ids[2], note: '录错' })).toMatchObject({ code: 200 })
    expect(await print({ flow_id: ids[1] })).toMatchObject({ code: 409, msg: `收据 ${data.number} 里有红冲了的收款，请先作废它再打印` })
  })

  test('many at once are one file, each marked by how often it was printed; of one receipt of two there is one page', async () => {
    const ids = [await add({ custom_name: '批一' }), await add({ custom_name: '批二' }), await add({ custom_name: '批二' })]
    await call('/api/flow/one_receipt', { ids: ids.slice(1) })
    await printed(ids[0] ?? 0)
    const record = await ended(at.server, at.admin, (await print({ ids })).data.id)
    const pages = (await pagesOf(await fileOf(record.handle))).map((page) => page.replaceAll(/\s/g, ''))
    expect(pages).toHaveLength(2)
    expect(pages[0]).toContain('补打·第2次打印')
    expect(pages[1]).not.toContain('补打')
  })
})

describe('the database itself', () => {
  test('lets money have one receipt that stands, and nothing of a receipt be changed', async () => {
    const flow_id = await add()
    await printed(flow_id)
    const receipt_id = await receiptOf(flow_id)
    const again = sql`with r as (
        insert into receipt (number, payer, price, flows) values ('另一张', '甲', 1, 1) returning receipt_id
      ) insert into receipt_line (receipt_id, flow_id, price) select r.receipt_id, ${flow_id}::integer, f.price from r, flow f where f.flow_id = ${flow_id}`
    await expect(again.execute(at.server.db)).rejects.toThrow('已有收据')
    for (const change of ["number = 'X'", 'price = price + 1', "payer = '别人'"])
      await expect(sql.raw(`update receipt set ${change} where receipt_id = ${receipt_id}`).execute(at.server.db)).rejects.toThrow('作废')
    await expect(sql`delete from receipt where receipt_id = ${receipt_id}`.execute(at.server.db)).rejects.toThrow('作废')
    await expect(sql`delete from receipt_line where receipt_id = ${receipt_id}`.execute(at.server.db)).rejects.toThrow('只能追加')
  })

  test('numbers of twenty at once, a third of them rolled back, have no gap and no double', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => add()))
    const last = async () => (await rowsOf<{ number: string }>('select max(number) as number from receipt'))[0]?.number ?? ''
    const before = Number((await last()).slice(-6))
    await sql`create function refuse_third() returns trigger language plpgsql as $$ begin if new.flow_id % 3 = 0 then raise exception 'no'; end if; return new; end $$`.execute(
      at.server.db,
    )
    await sql`create trigger refuse_third before insert on receipt_line for each row execute function refuse_third()`.execute(at.server.db)
    const answers = await Promise.all(ids.map((flow_id) => print({ flow_id })))
    await sql`drop trigger refuse_third on receipt_line`.execute(at.server.db)
    const given = answers.flatMap(({ code, data }) => (code === 200 ? [Number(data.number.slice(-6))] : [])).sort((a, b) => a - b)
    expect(given.length).toBe(ids.filter((id) => id % 3 !== 0).length)
    expect(given).toEqual(given.map((_, index) => before + 1 + index))
  })
})

test('without the code 403, of another project 404', async () => {
  const [near, far] = [await add({ org_id: at.rooms[0] }), await add({ org_id: at.rooms[1] })]
  for (const flow_id of [near, far]) await printed(flow_id)
  const clerk = await tokenOf(
    at.server,
    await addAccount(at.server, 'keeper', [PRINT, '/api/receipt/detail', '/api/receipt/void', '/api/flow/one_receipt'], [1]),
  )
  const theirs = await receiptOf(far)
  expect(await call('/api/receipt/detail', { receipt_id: await receiptOf(near) }, clerk)).toMatchObject({ code: 200 })
  expect(await call('/api/receipt/detail', { receipt_id: theirs }, clerk)).toMatchObject({ code: 404 })
  expect(await call('/api/receipt/void', { receipt_id: theirs, void_why: '试' }, clerk)).toMatchObject({ code: 404 })
  expect(await call('/api/receipt/print', { receipt_id: theirs }, clerk)).toMatchObject({ code: 403 })
  expect(await call('/api/flow/one_receipt', { ids: [await add({ org_id: at.rooms[1] })] }, clerk)).toMatchObject({ code: 404 })
})
