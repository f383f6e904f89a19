import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { actNamed } from '../../../server/calls/actNamed.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import verificationSetting from '../../../src/resources/settings/verification.ts'
import { adminServer } from '../../help/adminServer.ts'
import { invoicing } from '../../help/invoicing.ts'
import { bySystem, nightWork } from '../../help/nightWork.ts'
import { addRow, companyCode } from '../../help/store/ground.ts'
import { untilOneWaits } from '../../help/store/locks.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { deed, pay, read, rent, request, detail, lines, issued, newNumber } = invoicing(at)
const { ask, call } = at

describe('red', () => {
  test('by line and amount is a request of its own; issued, it is off the invoice, and the bill is open again', async () => {
    const bill_id = await rent()
    const invoice_id = await issued(bill_id)
    const seen = (await call('/api/invoice_request/red_lines', { invoice_id })).data
    expect(seen.facts).toEqual([{ label: '可红冲', value: '¥3,000.00' }])
    const red = done(
      await ask('/api/invoice_request/red', { invoice_id, red_reason: 4, whole: 2, lines: [{ row: 2, price: 40_000 }] }),
    ).data
    expect(await detail(red.invoice_id)).toMatchObject({
      kind: 2,
      price: -40_000,
      red_of: invoice_id,
      red_reason: 4,
      status: 1,
      tax: -3_303,
    })
    // Until the tax side has made it, the bill is invoiced as it was.
    expect(await read(bill_id)).toMatchObject({ invoiced: 300_000 })
    expect(
      await ask('/api/invoice_request/red', { invoice_id, red_reason: 4, whole: 2, lines: [{ row: 2, price: 60_001 }] }),
    ).toMatchObject({
      code: 400,
      data: { field: 'lines' },
    })
    done(await ask('/api/invoice_request/enter', { invoice_id: red.invoice_id, number: newNumber(), issued_on: '2026-11-02' }))
    expect(await detail(invoice_id)).toMatchObject({ status: 5, red_price: 40_000 })
    expect(await read(bill_id)).toMatchObject({ invoiced: 260_000 })
    const again = done(await request(bill_id)).data
    expect((await lines(again.invoice_id)).map(({ month, price }) => [month, price])).toEqual([['2026-02', 40_000]])
    // The rest: to the fen what was charged.
    const whole = done(await ask('/api/invoice_request/red', { invoice_id, red_reason: 1, whole: 1 })).data
    done(await ask('/api/invoice_request/enter', { invoice_id: whole.invoice_id, number: newNumber(), issued_on: '2026-11-02' }))
    expect(await detail(invoice_id)).toMatchObject({ status: 6, red_price: 300_000 })
    const { rows } = await sql<{ tax: number }>`
      select sum(tax)::integer as tax from invoice_line where invoice_id in (${invoice_id}, ${red.invoice_id}, ${whole.invoice_id})
    `.execute(at.server.db)
    expect(rows[0]?.tax).toBe(0)
    expect(await ask('/api/invoice_request/red', { invoice_id, red_reason: 1, whole: 1 })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/已全部红冲/),
    })
    expect(await ask('/api/invoice_request/red', { invoice_id: red.invoice_id, red_reason: 1, whole: 1 })).toMatchObject({ code: 409 })
  })

  test('of what is not issued there is none; one that is withdrawn gives its part back', async () => {
    const pending = done(await request(await rent())).data.invoice_id
    expect(await ask('/api/invoice_request/red', { invoice_id: pending, red_reason: 1, whole: 1 })).toMatchObject({ code: 409 })
    const invoice_id = await issued(await rent())
    const red = done(await ask('/api/invoice_request/red', { invoice_id, red_reason: 1, whole: 1 })).data.invoice_id
    expect(await ask('/api/invoice_request/red', { invoice_id, red_reason: 1, whole: 1 })).toMatchObject({ code: 409 })
    done(await ask('/api/invoice_request/withdraw', { invoice_id: red }))
    done(await ask('/api/invoice_request/red', { invoice_id, red_reason: 1, whole: 1 }))
  })

  test('is asked for where a bill is void, or comes to less than what is invoiced', async () => {
    const [gone, less] = [await rent(), await rent()]
    const [a, b] = [await issued(gone), await issued(less)]
    done(await deed('void', { bill_id: gone, void_why: '错' }))
    done(await deed('reduce', { bill_id: less, how: 1, amount: 100_000, why: '减' }))
    for (const invoice_id of [a, b]) expect(await detail(invoice_id)).toMatchObject({ is_over: 1 })
    const over = (await call('/api/invoice_request/index', { kind: [1], is_over: [1] })).data.list
    expect(over.map((row: { invoice_id: number }) => row.invoice_id).sort()).toEqual([a, b].sort())
    expect(JSON.stringify((await call('/api/workbench/todos')).data)).toContain('invoices_over')
    const red = done(await ask('/api/invoice_request/red', { invoice_id: a, red_reason: 3, whole: 1 })).data.invoice_id
    done(await ask('/api/invoice_request/enter', { invoice_id: red, number: newNumber(), issued_on: '2026-11-02' }))
    expect(await detail(a)).toMatchObject({ is_over: 0, status: 6 })
    await sql`select 1`.execute(at.server.db)
  })

  test('two that are issued at once are both off their invoice', async () => {
    const invoice_id = await issued(await rent())
    const reds: number[] = []
    for (const rows of [[1], [2, 3]]) {
      const lines = rows.map((row) => ({ row, price: 100_000 }))
      reds.push(done(await ask('/api/invoice_request/red', { invoice_id, red_reason: 4, whole: 2, lines })).data.invoice_id)
    }
    const [first = 0, second = 0] = reds
    const given = () => ({ number: newNumber(), issued_on: '2026-11-02' })
    let other: ReturnType<typeof ask> | undefined
    await nightWork(at.server, async (tx) => {
      await actNamed(bySystem(tx), 'invoice_request', 'enter', [first], given())
      other = ask('/api/invoice_request/enter', { invoice_id: second, ...given() })
      await untilOneWaits(at.server)
    })
    expect(await other).toMatchObject({ code: 200 })
    expect(await detail(invoice_id)).toMatchObject({ status: 6, red_price: 300_000 })
  })

  test('is not asked for where a bill was written off, or was short by a little: it was earned all the same', async () => {
    const [bad, short] = [await rent(), await rent()]
    const [a, b] = [await issued(bad), await issued(short)]
    await pay(bad, 100_000)
    done(await deed('write_off', { bill_id: bad, why: '失联' }))
    const paths = callsOfSetting(verificationSetting)
    const { values, version } = done(await ask(paths.detail)).data
    done(await ask(paths.save, { ...values, tolerance: 10, short: 2, version }))
    await pay(short, 299_995)
    expect(await read(short)).toMatchObject({ price: 299_995, state: 3 })
    for (const invoice_id of [a, b]) expect(await detail(invoice_id)).toMatchObject({ is_over: 0 })
    done(await deed('recover', { bill_id: bad, why: '找到' }))
    done(await deed('reduce', { bill_id: bad, how: 1, amount: 1, why: '减' }))
    expect(await detail(a)).toMatchObject({ is_over: 1 })
  })
})

test('of a bill that several bear each has an invoice of his own part, and none of another’s', async () => {
  const firm = { name: '各担单位', code: companyCode(88_011), contact: '王', phone: '13812345678' }
  const company_id = await addRow(at.server, 'company', firm)
  const bill_id = await rent({ start_date: '2027-04-01', end_date: '2027-06-30' })
  await pay(bill_id, 210_000)
  done(await deed('change_payer', { bill_id, from_party: 1, to_party: 2, to_company: company_id, why: '单位承担' }))
  const title_id = await addRow(at.server, 'invoice_title', { company_id, p_id: 1, kind: 1, name: firm.name, tax_no: firm.code })
  const theirs = done(await request(bill_id, { title_id, line_way: 2 })).data
  expect(await detail(theirs.invoice_id)).toMatchObject({ buyer: firm.name, price: 90_000 })
  expect(await lines(theirs.invoice_id)).toMatchObject([{ start_date: '2027-04-01', end_date: '2027-06-30' }])
  expect(await request(bill_id, { title_id })).toMatchObject({ code: 409, msg: expect.stringMatching(/由几方承担.*没有可开的了/) })
  const own = done(await request(bill_id)).data
  expect((await lines(own.invoice_id)).map(({ month, price }) => [month, price])).toEqual(
    ['2027-04', '2027-05', '2027-06'].map((month) => [month, 70_000]),
  )
  expect(await request(bill_id)).toMatchObject({ code: 409, msg: expect.stringMatching(/已全部开票/) })
})

test('is asked for where what was invoiced in one’s name is another’s by now, who can have an invoice of it then', async () => {
  const firm = { name: '接手单位', code: companyCode(88_012), contact: '王', phone: '13812345678' }
  const company_id = await addRow(at.server, 'company', firm)
  const title_id = await addRow(at.server, 'invoice_title', { company_id, p_id: 1, kind: 1, name: firm.name, tax_no: firm.code })
  const bill_id = await rent({ start_date: '2027-07-01', end_date: '2027-09-30' })
  await pay(bill_id, 100_000)
  done(await deed('change_payer', { bill_id, from_party: 1, to_party: 2, to_company: company_id, why: '单位承担' }))
  const own = done(await request(bill_id)).data.invoice_id
  const theirs = await issued(bill_id, { title_id, line_way: 2 })
  const over = async () => [(await detail(own)).is_over, (await detail(theirs)).is_over]
  expect([(await detail(theirs)).price, await over()]).toEqual([200_000, [0, 0]])
  done(await deed('change_payer', { bill_id, from_party: 2, to_party: 1, why: '单位不再承担' }))
  expect(await over()).toEqual([0, 1])
  const red = done(await ask('/api/invoice_request/red', { invoice_id: theirs, red_reason: 4, whole: 1 })).data.invoice_id
  done(await ask('/api/invoice_request/enter', { invoice_id: red, number: newNumber(), issued_on: '2026-11-02' }))
  expect(await detail(done(await request(bill_id, { line_way: 2 })).data.invoice_id)).toMatchObject({ price: 200_000 })
  expect(await over()).toEqual([0, 0])
})
