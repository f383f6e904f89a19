import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { adminServer } from '../help/adminServer.ts'
import { invoicing } from '../help/invoicing.ts'
import { wrongInBooks } from '../help/store/books.ts'
import { flowOf } from '../help/store/ground.ts'
import { done } from '../help/tenancies.ts'

const at = adminServer()
const { rent, request, issued, results, newNumber } = invoicing(at)
const { call, ask } = at

/** What is invoiced of each bill beyond what it comes to, and lines taken back beyond themselves. */
const tooMuch = async (): Promise<unknown[]> => {
  const { rows } = await sql`
    select b.bill_id from bill b where invoiced_of(b.bill_id) > b.price
    union all
    select l.line_id from invoice_line l join invoice_line r on r.red_of_line = l.line_id join invoice_request i on i.invoice_id = r.invoice_id and i.status <> 7
    group by l.line_id, l.price having l.price + sum(r.price) < 0
  `.execute(at.server.db)
  return rows
}

test('the same request sent thirty times is one invoice, one receipt, one red', async () => {
  const bill_id = await rent()
  const same = { bill_id, paper: 1, line_way: 1, request_id: 'one invoice' }
  const answers = await Promise.all(Array.from({ length: 30 }, () => call('/api/bill/invoice', same)))
  expect(new Set(answers.filter(({ code }) => code === 200).map(({ data }) => data.sn)).size).toBe(1)
  const flow_id = done(await ask('/api/flow/add', flowOf(at.ground))).data.flow_id
  const papers = await Promise.all(Array.from({ length: 30 }, () => call('/api/flow/receipt', { flow_id, request_id: 'one receipt' })))
  expect(new Set(papers.filter(({ code }) => code === 200).map(({ data }) => data.number)).size).toBe(1)
  const { rows } = await sql<{ copies: number }>`select copies from receipt_view order by receipt_id desc limit 1`.execute(at.server.db)
  expect(rows).toEqual([{ copies: 1 }])
  const invoice_id = await issued(await rent())
  const red = { invoice_id, red_reason: 1, whole: 1, request_id: 'one red' }
  const reds = await Promise.all(Array.from({ length: 30 }, () => call('/api/invoice_request/red', red)))
  expect(new Set(reds.filter(({ code }) => code === 200).map(({ data }) => data.sn)).size).toBe(1)
  expect(await tooMuch()).toEqual([])
})

test('invoices of parts, reductions, voids and reds at once never invoice more than a bill came to when it was asked for', async () => {
  const bills = [await rent(), await rent(), await rent()]
  const deeds = bills.flatMap((bill_id) => [
    ...Array.from({ length: 6 }, () => request(bill_id, { amount: 70_000 })),
    request(bill_id),
    request(bill_id, { line_way: 2, amount: 299_999 }),
  ])
  for (const { code } of await Promise.all(deeds)) expect([200, 400, 409]).toContain(code)
  expect(await tooMuch()).toEqual([])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('one result file sent twenty times at once gives each number once', async () => {
  const { sn, invoice_id } = done(await request(await rent())).data
  const text = `申请号,发票号码,开票日期,价税合计,失败原因\r\n${sn},${newNumber()},2026-11-01,3000.00,\r\n`
  const answers = await Promise.all(Array.from({ length: 20 }, () => results(text)))
  expect(answers.filter(({ data }) => data?.issued === 1)).toHaveLength(1)
  expect(answers.filter(({ data }) => data?.known === 1)).toHaveLength(19)
  const { rows } = await sql<{ status: number }>`select status from invoice_request where invoice_id = ${invoice_id}`.execute(at.server.db)
  expect(rows).toEqual([{ status: 3 }])
})

test('what is typed into titles and notes stays text: in the file for the tax bureau no cell begins a formula or another line', async () => {
  const { sn } = done(await request(await rent(), { note: '=cmd|" /C calc"!A0\n,"换行' })).data
  const { data } = done(await ask('/api/invoice_request/file', { again: 0 }))
  const text = Buffer.from(data.base64, 'base64').toString()
  const own = text.split('\r\n').filter((line) => line.startsWith(sn))
  expect(own).toHaveLength(3)
  for (const line of own) expect(line).not.toMatch(/,=cmd|,"=cmd/)
})
