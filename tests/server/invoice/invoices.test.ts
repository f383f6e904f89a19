import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { invoicing } from '../../help/invoicing.ts'
import { addAccount, addRow, addTenant, cardOf, companyCode, flat, flowOf, tokenOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { place, bill, pay, deed, read, save, rent, request, detail, lines, issued, newNumber } = invoicing(at)
const { ask, call } = at
const HEADS = 'KP'

describe('a request', () => {
  test('of rent has a line a month with its tax, and what a lease must say: place, days, certificate, whether away', async () => {
    const bill_id = await rent()
    const { data } = done(await request(bill_id))
    expect(data.sn).toMatch(new RegExp(`^${HEADS}20\\d{8}$`))
    expect(await detail(data.invoice_id)).toMatchObject({
      ...{ status: 1, kind: 1, buyer: place.name, title_kind: 2, price: 300_000, number: null, is_over: 0 },
      // 1,000 yuan with 9 % in: 82.57 each.
      tax: 3 * 8_257,
    })
    const [first, , last] = await lines(data.invoice_id)
    expect(first).toMatchObject({
      ...{ row: 1, month: '2026-01', start_date: '2026-01-01', end_date: '2026-01-31', price: 100_000, tax: 8_257, rate: 9, tax_kind: 1 },
      ...{ is_away: 0, deed_no: '沪（2020）浦字不动产权第000001号', area_unit: '平方米', bill_id },
    })
    expect(String(first?.address)).toContain('上海市')
    expect(last).toMatchObject({ month: '2026-03', end_date: '2026-03-31' })
    expect(await read(bill_id)).toMatchObject({ invoiced: 300_000 })
    expect(await request(bill_id)).toMatchObject({ code: 409, msg: expect.stringMatching(/已全部开票/) })
  })

  test('of several bills of one payer is one; by bill there is a line each; a part of one leaves the rest open', async () => {
    const [one, two] = [await rent(), await bill()]
    const { data } = done(await request([one, two], { line_way: 2 }))
    expect((await lines(data.invoice_id)).map(({ month, price, start_date, end_date }) => [month, price, start_date, end_date])).toEqual([
      [null, 300_000, '2026-01-01', '2026-03-31'],
      [null, 10_000, '2026-01-01', '2026-01-31'],
    ])
    const three = await rent()
    const part = done(await request(three, { amount: 150_000 })).data
    expect((await lines(part.invoice_id)).map(({ month, price }) => [month, price])).toEqual([
      ['2026-01', 100_000],
      ['2026-02', 50_000],
    ])
    expect(await request(three, { amount: 150_001 })).toMatchObject({ code: 400, data: { field: 'amount' } })
    const rest = done(await request(three)).data
    expect((await lines(rest.invoice_id)).map(({ month, price }) => [month, price])).toEqual([
      ['2026-02', 50_000],
      ['2026-03', 100_000],
    ])
  })

  test('shows before what it will be, or why it cannot', async () => {
    const bill_id = await rent()
    const { data } = await call('/api/invoice_request/foresee', { bill_id, paper: 1, line_way: 1 })
    expect(data.facts).toContainEqual({ label: '价税合计', value: '¥3,000.00' })
    expect(data.table.rows).toHaveLength(3)
    const gone = await bill()
    done(await deed('void', { bill_id: gone, void_why: '错' }))
    const said = (await call('/api/invoice_request/foresee', { ids: [bill_id, gone], paper: 1, line_way: 1 })).data
    expect(said).toEqual({ facts: [], said: expect.stringMatching(/已作废，不能开票/) })
  })

  test('is refused for what cannot be invoiced, each with its reason', async () => {
    const deposit = await bill({ from: 3, from_id: at.ground.pledge })
    expect(await request(deposit)).toMatchObject({ code: 409, msg: expect.stringMatching(/押金不开票/) })
    const { data } = await call('/api/invoice_request/foresee', { bill_id: deposit, paper: 1, line_way: 1 })
    expect(data.said).toMatch(/押金不开票/)
    const metered = await bill({ from: 4, from_id: at.ground.simple })
    expect(await request(metered)).toMatchObject({ code: 409, msg: expect.stringMatching(/“抄表项”，发票设置里没有它的编码与税率/) })
    const bare = done(await ask('/api/org/add', flat(at.ground, { p_id: 1, number: '9901' }))).data.org_id[0]
    expect(await request(await rent({ org_id: bare }))).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/没有登记产权证号：请在“房源列表”/),
    })
    await save({ city: undefined })
    expect(await request(await rent())).toMatchObject({ code: 409, msg: expect.stringMatching(/请在“发票设置”填机构所在市/) })
    await save()
    const other = await addTenant(at.server, { name: '另一人', p_id: 1, card: cardOf(88_002) })
    expect(await request([await rent(), await rent({ custom_id: other })])).toMatchObject({
      code: 400,
      msg: '所选账单不是同一付款方的：请分开申请，或选择开票抬头',
    })
    expect(await request(await rent(), { paper: 2 })).toMatchObject({ code: 400, data: { field: 'paper' } })
  })

  test('where money comes first, is of what has come in', async () => {
    await save({ paid_first: 1 })
    const bill_id = await bill()
    expect(await request(bill_id)).toMatchObject({ code: 409, msg: expect.stringMatching(/先收款后开票/) })
    await pay(bill_id, 4_000)
    const { data } = done(await request(bill_id))
    expect(await detail(data.invoice_id)).toMatchObject({ price: 4_000 })
    await save()
  })

  test('of money is of the bills that it settled, as much as it did', async () => {
    const bill_id = await bill()
    const flow_id = await pay(bill_id, 6_000)
    const seen = (await call('/api/invoice_request/foresee_flow', { flow_id, paper: 1, line_way: 1 })).data
    expect(seen.facts).toContainEqual({ label: '价税合计', value: '¥60.00' })
    const { data } = done(await ask('/api/flow/invoice', { flow_id, paper: 1, line_way: 1 }))
    expect(await detail(data.invoice_id)).toMatchObject({ price: 6_000, flow_id })
    // Asked for once more, it is not of what others have to pay of the bill.
    expect(await ask('/api/flow/invoice', { flow_id, paper: 1, line_way: 1 })).toMatchObject({ code: 409, msg: '这笔收款已全部开票' })
    done(await ask('/api/invoice_request/withdraw', { invoice_id: data.invoice_id }))
    expect(done(await ask('/api/flow/invoice', { flow_id, paper: 1, line_way: 1 })).data.invoice_id).toBeGreaterThan(data.invoice_id)
    const loose = done(await ask('/api/flow/add', flowOf(at.ground, { price: 1, custom_name: '没有核销', p_id: 1 }))).data.flow_id
    expect(await ask('/api/flow/invoice', { flow_id: loose, paper: 1, line_way: 1 })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/先核销再开票/),
    })
  })

  test('of money that settled two bills, one of which was invoiced before, is of the other', async () => {
    const [first, second] = [await bill(), await bill()]
    done(await request(first))
    const money = flowOf(at.ground, { price: 20_000, custom_name: place.name, p_id: 1 })
    const { flow_id } = done(await ask('/api/flow/add', money)).data
    const { rows } = await sql<{ share_id: number }>`select share_id from bill_share where bill_id in (${first}, ${second})`.execute(
      at.server.db,
    )
    done(await ask('/api/open_receipt/match', { flow_id, shares: rows.map(({ share_id }) => share_id) }))
    const { invoice_id } = done(await ask('/api/flow/invoice', { flow_id, paper: 1, line_way: 1 })).data
    expect((await lines(invoice_id)).map(({ bill_id, price }) => [bill_id, price])).toEqual([[second, 10_000]])
  })

  test('of money that a company paid of its own part is the company’s, though the bill is a tenant’s', async () => {
    const firm = { name: '承担单位', code: companyCode(88_003), contact: '王', phone: '13812345678' }
    const company_id = await addRow(at.server, 'company', firm)
    const bill_id = await rent({ start_date: '2027-01-01', end_date: '2027-03-31' })
    done(await deed('change_payer', { bill_id, from_party: 1, to_party: 2, to_company: company_id, why: '单位付' }))
    const { rows } = await sql<{ share_id: number }>`select share_id from bill_share where bill_id = ${bill_id} and party = 2`.execute(
      at.server.db,
    )
    const money = flowOf(at.ground, { price: 300_000, custom_name: firm.name, company_id, p_id: 1 })
    const { flow_id } = done(await ask('/api/flow/add', money)).data
    done(await ask('/api/open_receipt/match', { flow_id, shares: [rows[0]?.share_id] }))
    const { data } = done(await ask('/api/flow/invoice', { flow_id, paper: 1, line_way: 1 }))
    expect(await detail(data.invoice_id)).toMatchObject({
      buyer: firm.name,
      tax_no: firm.code,
      company_id,
      custom_id: null,
      price: 300_000,
    })
  })

  test('withdrawn keeps its number, and the bill can be asked for again', async () => {
    const bill_id = await rent()
    const { data } = done(await request(bill_id))
    done(await ask('/api/invoice_request/withdraw', { invoice_id: data.invoice_id }))
    expect(await detail(data.invoice_id)).toMatchObject({ status: 7, sn: data.sn })
    expect(await ask('/api/invoice_request/retry', { invoice_id: data.invoice_id })).toMatchObject({ code: 409 })
    const again = done(await request(bill_id)).data
    expect(again.sn > data.sn).toBe(true)
  })
})

describe('a title', () => {
  test('is one payer’s, the first the default; a number that is none is refused; company bills need none', async () => {
    const own = { custom_id: place.custom_id, p_id: 1, kind: 1, name: '顾一鸣工作室', tax_no: companyCode(123_456) }
    const first = done(await ask('/api/invoice_title/add', { ...own, is_default: 0 })).data.title_id
    const second = done(await ask('/api/invoice_title/add', { ...own, name: '顾一鸣二室', is_default: 1 })).data.title_id
    const rows = await sql<{ title_id: number; is_default: number }>`
      select title_id, is_default from invoice_title where custom_id = ${place.custom_id} order by title_id
    `.execute(at.server.db)
    expect(rows.rows).toEqual([
      { title_id: first, is_default: 0 },
      { title_id: second, is_default: 1 },
    ])
    for (const tax_no of ['123', companyCode(1).replace(/.$/, 'I'), 'abcdefghijklmno'])
      expect(await ask('/api/invoice_title/add', { ...own, tax_no })).toMatchObject({ code: 400, data: { field: 'tax_no' } })
    expect(await ask('/api/invoice_title/add', { ...own, tax_no: undefined })).toMatchObject({ code: 400, data: { field: 'tax_no' } })
    expect(await ask('/api/invoice_title/add', { ...own, custom_id: undefined })).toMatchObject({
      code: 400,
      msg: expect.stringMatching(/只选一个/),
    })
    const { data } = done(await request(await rent(), { paper: 2 }))
    expect(await detail(data.invoice_id)).toMatchObject({ buyer: '顾一鸣二室', title_kind: 1, tax_no: own.tax_no, paper: 2 })
    const chosen = done(await request(await rent(), { title_id: first })).data
    expect(await detail(chosen.invoice_id)).toMatchObject({ buyer: '顾一鸣工作室' })
    const other = await addTenant(at.server, { name: '他人', p_id: 1, card: cardOf(88_003) })
    expect(await request(await rent({ custom_id: other }), { title_id: first })).toMatchObject({ code: 400, data: { field: 'title_id' } })
  })
})

describe('the number', () => {
  test('comes from the tax side, once, on a day that has come; then nothing of it changes', async () => {
    const { invoice_id } = done(await request(await rent())).data
    const number = newNumber()
    for (const wrong of ['123', `${number}0`, 'A'.repeat(20)])
      expect(await ask('/api/invoice_request/enter', { invoice_id, number: wrong, issued_on: '2026-11-01' })).toMatchObject({
        code: 400,
        data: { field: 'number' },
      })
    expect(await ask('/api/invoice_request/enter', { invoice_id, number, issued_on: '2099-01-01' })).toMatchObject({
      code: 400,
      data: { field: 'issued_on' },
    })
    done(await ask('/api/invoice_request/enter', { invoice_id, number, issued_on: '2026-11-01' }))
    expect(await detail(invoice_id)).toMatchObject({ status: 3, number, issued_on: '2026-11-01' })
    const other = done(await request(await rent())).data.invoice_id
    expect(await ask('/api/invoice_request/enter', { invoice_id: other, number, issued_on: '2026-11-01' })).toMatchObject({
      code: 409,
      msg: '这个发票号码已登记在别的申请上',
    })
    expect(await ask('/api/invoice_request/withdraw', { invoice_id })).toMatchObject({ code: 409 })
    for (const change of ["number = '00000000000000000000'", 'price = price + 1', "buyer = '别人'", 'tax = 0'])
      await expect(sql.raw(`update invoice_request set ${change} where invoice_id = ${invoice_id}`).execute(at.server.db)).rejects.toThrow(
        '红冲',
      )
    await expect(sql`delete from invoice_request where invoice_id = ${invoice_id}`.execute(at.server.db)).rejects.toThrow('红冲')
    await expect(sql`update invoice_line set price = 1 where invoice_id = ${invoice_id}`.execute(at.server.db)).rejects.toThrow('只能追加')
  })

  test('does not come where the tax side refuses: with its reason, and asked for again', async () => {
    const { invoice_id } = done(await request(await rent())).data
    done(await ask('/api/invoice_request/fail', { invoice_id, fail_reason: '税号与名称不符' }))
    expect(await detail(invoice_id)).toMatchObject({ status: 4, fail_reason: '税号与名称不符' })
    done(await ask('/api/invoice_request/retry', { invoice_id }))
    expect(await detail(invoice_id)).toMatchObject({ status: 1 })
  })
})

describe('at once', () => {
  test('twenty requests of one bill are one, and twenty of twenty have numbers without a gap', async () => {
    const bill_id = await rent()
    const same = await Promise.all(Array.from({ length: 20 }, () => request(bill_id)))
    expect(same.filter(({ code }) => code === 200)).toHaveLength(1)
    for (const { code } of same) expect([200, 409]).toContain(code)
    const bills: number[] = []
    for (let n = 0; n < 20; n++) bills.push(await rent())
    // A third of them is rolled back.
    await sql`create function refuse_third() returns trigger language plpgsql as $$ begin if new.bill_id % 3 = 0 then raise exception 'no'; end if; return new; end $$`.execute(
      at.server.db,
    )
    await sql`create trigger refuse_third before insert on invoice_line for each row execute function refuse_third()`.execute(at.server.db)
    const answers = await Promise.all(bills.map((one) => request(one)))
    await sql`drop trigger refuse_third on invoice_line`.execute(at.server.db)
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(bills.filter((one) => one % 3 !== 0).length)
    const { rows } = await sql<{ sn: string }>`select sn from invoice_request order by sn`.execute(at.server.db)
    expect(rows.map(({ sn }) => Number(sn.slice(-6)))).toEqual(rows.map((_, place) => place + 1))
  })

  test('of two who take back the same line the second is refused', async () => {
    const invoice_id = await issued(await rent())
    const red = () => ask('/api/invoice_request/red', { invoice_id, red_reason: 1, whole: 2, lines: [{ row: 1, price: 60_000 }] })
    const answers = await Promise.all([red(), red(), red()])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  })

  test('the database itself lets no more be invoiced than a bill comes to', async () => {
    const bill_id = await rent()
    done(await request(bill_id))
    const over = sql`with i as (
        insert into invoice_request (sn, kind, paper, buyer, title_kind, price, tax, p_id) values ('多开', 1, 1, '甲', 2, 1, 0, 1) returning invoice_id
      ) insert into invoice_line (invoice_id, row, item, bill_id, start_date, end_date, price, tax, tax_kind, rate, code, "from", p_id)
        select invoice_id, 1, '房租', ${bill_id}, '2026-01-01', '2026-01-31', 1, 0, 2, 0, '3040502020000000000', 1, 1 from i`
    await expect(over.execute(at.server.db)).rejects.toThrow('开票金额超过账单')
  })
})

test('who may: without the code 403; a project that is not theirs does not exist for them', async () => {
  const room = done(await ask('/api/org/add', flat(at.ground, { p_id: 2, region_name: '徐汇花苑' }))).data.org_id[0]
  done(await ask('/api/org/deed', { org_id: room, deed_no: '2' }))
  const theirs = await rent({ org_id: room })
  const invoice_id = await issued(theirs)
  const codes = [
    '/api/bill/invoice',
    '/api/invoice_request/detail',
    '/api/invoice_request/red',
    '/api/invoice_request/enter',
    '/api/invoice_title/add',
  ]
  const clerk = await tokenOf(at.server, await addAccount(at.server, 'issuer', codes, [1]))
  expect(await request(await rent({ org_id: room }), {}, clerk)).toMatchObject({ code: 404 })
  expect(await ask('/api/invoice_request/detail', { invoice_id }, clerk)).toMatchObject({ code: 404 })
  expect(await ask('/api/invoice_request/red', { invoice_id, red_reason: 1, whole: 1 }, clerk)).toMatchObject({ code: 404 })
  expect(await ask('/api/invoice_request/red_lines', { invoice_id }, clerk)).toMatchObject({ code: 404 })
  expect(await ask('/api/invoice_request/foresee', { bill_id: theirs, paper: 1, line_way: 1 }, clerk)).toMatchObject({ code: 404 })
  expect(await ask('/api/invoice_request/withdraw', { invoice_id }, clerk)).toMatchObject({ code: 403 })
  const foreign = await addTenant(at.server, { name: '外项目', p_id: 2, card: cardOf(88_009) })
  expect(await ask('/api/invoice_title/add', { custom_id: foreign, p_id: 1, kind: 2, name: '外项目', is_default: 1 }, clerk)).toMatchObject(
    { code: 400 },
  )
  const title_id = await addRow(at.server, 'invoice_title', { custom_id: foreign, p_id: 2, kind: 2, name: '外项目' })
  expect(await request(await rent(), { title_id }, clerk)).toMatchObject({ code: 400, data: { field: 'title_id' } })
})
