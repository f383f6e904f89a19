import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import invoiceSetting from '../../../src/resources/settings/invoice.ts'
import { adminServer } from '../../help/adminServer.ts'
import { billingOn } from '../../help/billing.ts'
import { closingOn, monthBack, noonOf } from '../../help/closing.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, addRow, addTenant, cardOf, flat, flowOf, tokenOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

type Params = Record<string, unknown>

const at = adminServer()
const nodes = jobNodes(at)
const { monthOf, close } = closingOn(at, nodes)
const place = { org_id: 0, custom_id: 0, name: '顾一鸣' }
const { bill } = billingOn(at, () => place)
const [last, former] = [monthBack(1), monthBack(2)]
const today = monthBack(0)

let invoices = 10_000_000
const number = (): string => String(++invoices)
/** An expense with an invoice that is deducted, of project 1. */
const spend = (changes: Params = {}) =>
  at.ask('/api/flow/add', flowOf(at.ground, { type: 2, p_id: 1, price: 10_600, ...fresh(), ...changes }))
const fresh = () => ({ custom_name: '某公司', invoice_number: number(), input_tax: 600, deductible: 1 })
const spent = async (changes: Params = {}): Promise<number> => done(await spend(changes)).data.flow_id
const reverse = async (flow_id: number): Promise<Params> => done(await at.ask('/api/flow/reverse', { flow_id, note: '录错' })).data
const read = async (flow_id: unknown): Promise<Params> => done(await at.call('/api/flow/detail', { flow_id })).data
/** What stands of a flow by the code of the account, debit less credit. */
const journal = async (flow_id: number): Promise<Params> => {
  const { rows } = await sql<{ code: string; fen: number }>`
    select a.code, sum(case j.side when 1 then j.price else -j.price end)::bigint as fen from journal_line j join ledger_account a using (ledger_account_id)
    where j.flow_id in (select flow_id from flow where ${flow_id} in (flow_id, reverses)) group by a.code having sum(case j.side when 1 then j.price else -j.price end) <> 0
  `.execute(at.server.db)
  return Object.fromEntries(rows.map(({ code, fen }) => [code, Number(fen)]))
}
const due = async (where: Params): Promise<Params> => done(await at.call('/api/vat_due/index', where)).data.list[0]
const inAll = async (month: string, more: Params = {}): Promise<Params> =>
  done(await at.call('/api/vat_month/index', { month, ...more })).data.list[0]

let repairs: number
beforeAll(async () => {
  place.org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1, number: '701' }))).data.org_id[0]
  place.custom_id = await addTenant(at.server, { name: place.name, p_id: 1, card: cardOf(88_101) })
  repairs = await addRow(at.server, 'cost', { name: '维修材料', expense: 2 })
})

describe('the input VAT of an expense', () => {
  test('that is deductible is no cost; of one that is not, or has no invoice, all is', async () => {
    const flow_id = await spent({ from_id: repairs })
    expect(await journal(flow_id)).toEqual({ '6401.02': 10_000, '2221.02': 600, '1002.01': -10_600 })
    expect(await read(flow_id)).toMatchObject({ input_tax: 600, deductible: 1, invoice_number: String(invoices) })
    expect(await journal(await spent({ deductible: 2 }))).toEqual({ '6602': 10_600, '1002.01': -10_600 })
    expect(await journal(await spent({ deductible: undefined }))).toEqual({ '6602': 10_600, '1002.01': -10_600 })
    const bare = { invoice_number: undefined, input_tax: undefined, deductible: undefined }
    expect(await journal(await spent(bare))).toEqual({ '6602': 10_600, '1002.01': -10_600 })
    // An invoice of a seller that is exempt, on which the tax is nought.
    expect(await journal(await spent({ input_tax: 0 }))).toEqual({ '6602': 10_600, '1002.01': -10_600 })
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })

  test('goes back with its reversal, which frees the invoice for the right entry', async () => {
    const flow_id = await spent()
    const { invoice_number } = await read(flow_id)
    expect(await spend({ invoice_number })).toMatchObject({ code: 409, data: { field: 'invoice_number' } })
    const red = await reverse(flow_id)
    expect(await journal(flow_id)).toEqual({})
    expect(await read(red.flow_id)).toMatchObject({ price: -10_600, input_tax: -600, deductible: 1, invoice_number })
    const again = await spent({ invoice_number, input_tax: 599 })
    expect(await journal(again)).toEqual({ '6602': 10_001, '2221.02': 599, '1002.01': -10_600 })
    // The reversal of an entry that is not deducted frees its number as well.
    const other = await spent({ deductible: 2 })
    const { invoice_number: held } = await read(other)
    await reverse(other)
    await spent({ invoice_number: held })
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })

  test('is of what the operator itself bears: not of what is passed on, of a deposit, of money that came in, or of a room under agency', async () => {
    const resold = await addRow(at.server, 'simple', { name: '转供电', call: '度', price: 100, book: 2 })
    expect(await journal(await spent({ from: 4, from_id: resold }))).toEqual({ '6602': 10_000, '2221.02': 600, '1002.01': -10_600 })
    expect(await spend({ from: 4, from_id: at.ground.simple })).toMatchObject({ code: 400, data: { field: 'deductible' } })
    const passedOn = await spent({ from: 4, from_id: at.ground.simple, deductible: 2 })
    expect(await journal(passedOn)).toEqual({ '2241.02': 10_600, '1002.01': -10_600 })
    // Fields that are not of such money are not kept.
    const deposit = { from: 3, from_id: at.ground.pledge }
    for (const changes of [{ type: 1 }, { type: 1, ...deposit }, deposit])
      expect(await read(await spent(changes))).toMatchObject({ invoice_number: null, input_tax: null, deductible: null })

    const org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1, number: '702' }))).data.org_id[0]
    const owner_id = await addRow(at.server, 'owner', { kind: 1, name: '业主甲', card: cardOf(88_102), phone: '13812345678' })
    done(await at.ask('/api/owner_house/add', { owner_id, org_id, share: 100, from_date: `${last}-01` }))
    await spent({ org_id })
    const terms = { owner_id, p_id: 1, start_date: `${last}-01`, end_date: '2099-12-31', settle_day: 1, book: 1, fee_way: 3 }
    const { agreement_id } = done(await at.ask('/api/entrust_agreement/add', { ...terms, fee_way: 1, fee_percent: 8 })).data
    await spent({ org_id })
    done(await at.ask('/api/entrust_agreement/enforce', { agreement_id }))
    expect(await spend({ org_id })).toMatchObject({ code: 400, data: { field: 'deductible' }, msg: expect.stringContaining('业主') })
    await spent({ org_id, deductible: 2 })
    await spent({ org_id, deal_time: noonOf(`${former}-28`) })
    await spent({ org_id: place.org_id })
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })

  test('of a month that is closed goes back in the open one, and the vouchers show what was spent net', async () => {
    const own = { deal_time: noonOf(`${former}-20`), custom_name: '某保洁' }
    const flow_id = await spent(own)
    const before = await due({ p_id: 1, month: former })
    const { closing_id } = await monthOf(former)
    await close(former)
    const csv = done(await at.ask('/api/closing/vouchers', { closing_id, software: 1, sums_by: 1 })).data as { base64: string }
    const lines = new TextDecoder('gbk').decode(Buffer.from(csv.base64, 'base64')).trim().split('\r\n')
    expect(lines.filter((line) => line.startsWith(`${former}-20`)).map((line) => line.split(',').slice(4, 8).join(' '))).toEqual([
      '付款、进项税额 2 笔 2221.02 6.00 0.00',
      '付款、进项税额 2 笔 6602 100.00 0.00',
      '付款、进项税额 2 笔 1002.01 0.00 106.00',
    ])
    const now = Number((await due({ p_id: 1, month: today }))?.input ?? 0)
    await reverse(flow_id)
    expect(await journal(flow_id)).toEqual({})
    expect(await due({ p_id: 1, month: former })).toEqual(before)
    expect(await due({ p_id: 1, month: today })).toMatchObject({ input: now - 600 })
    // What is entered late for it is of the first month that is open.
    await spent(own)
    expect(await due({ p_id: 1, month: last })).toMatchObject({ input: 600 })
    expect(await due({ p_id: 1, month: former })).toEqual(before)
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })
})

describe('what is owed of VAT', () => {
  /** Has what is billed from now on taxed at a rate. */
  const tax = async (rate: number): Promise<void> => {
    const paths = callsOfSetting(invoiceSetting)
    const { version } = (await at.call(paths.detail)).data
    const rates = [{ code: '3040801010000000000', from: 2, kind: 1, rate }]
    done(await at.ask(paths.save, { title: '安居公司', city: '上海市', rates, paid_first: 2, by: 1, version }))
  }
  const nought = (found: Params | undefined): Params => found ?? { output: 0, input: 0, simple: 0, difference: 0 }

  test('is by project the plain difference; of all, what is left to deduct is carried, and lessens nothing that is taxed at a levy rate', async () => {
    const [was, project] = [await inAll(today), nought(await due({ p_id: 1, month: today }))]
    await tax(6)
    await bill()
    await tax(5)
    await bill()
    await spent({ p_id: 2, input_tax: 10_000, price: 90_000 })
    expect(await due({ p_id: 1, month: today })).toMatchObject({
      output: Number(project.output) + 566,
      input: project.input,
      difference: Number(project.difference) + 566,
      simple: 476,
    })
    expect(await due({ p_id: 2, month: today })).toMatchObject({ output: 0, input: 10_000, difference: -10_000 })
    const is = await inAll(today)
    expect(is).toMatchObject({ output: 566, input: Number(was.input) + 10_000, brought: was.brought, general: 0, simple: 476, due: 476 })
    expect(is.carried).toBe(Number(is.input) - 566 + Number(is.brought))
    // On a day of the month before last none of it was booked.
    expect(done(await at.call('/api/vat_month/index', { as_of: `${former}-01` })).data.list).toEqual([])
    expect(await inAll(last, { as_of: `${last}-28` })).toMatchObject({ output: 0, simple: 0, general: 0 })
    // The picture of each leads to the rows behind, which come to the sums.
    const { list, sums } = done(await at.call('/api/vat_line/index', { kind: [2], day_start: `${today}-01`, page_rows: 1000 })).data
    expect(list.reduce((sum: number, row: Params) => sum + Number(row.tax), 0)).toBe(is.input)
    expect(sums).toBeDefined()
    expect(list).toContainEqual(expect.objectContaining({ tax: 10_000, invoice_number: String(invoices), p_id: 2 }))
    const then = done(await at.call('/api/vat_line/index', { kind: [2], as_of: `${former}-21`, page_rows: 1000 })).data.list
    expect(then.length).toBeGreaterThan(0)
    for (const row of then) expect(String(row.day) <= `${former}-21`).toBe(true)
    const simple = done(await at.call('/api/vat_line/index', { kind: [3] })).data.list
    expect(simple).toMatchObject([{ tax: 476, rate: 5 }])
    const limited = await tokenOf(at.server, await addAccount(at.server, 'one', ['/api/vat_due/index', '/api/vat_line/index'], [2]))
    for (const path of ['/api/vat_due/index', '/api/vat_line/index'])
      for (const row of done(await at.call(path, { page_rows: 1000 }, limited)).data.list) expect(row.p_id).toBe(2)
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })
})
