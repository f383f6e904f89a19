import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { invoicing } from '../../help/invoicing.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { deed, read, rent, request, detail, lines, issued, newNumber } = invoicing(at)
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
})
