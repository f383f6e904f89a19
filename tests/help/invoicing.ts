import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll } from 'vitest'
import { callsOfSetting } from '../../src/derive/settings.ts'
import invoiceSetting from '../../src/resources/settings/invoice.ts'
import type { AdminServer } from './adminServer.ts'
import { billingOn } from './billing.ts'
import { sendFiles } from './files.ts'
import { addTenant, cardOf, flat } from './store/ground.ts'
import { done } from './tenancies.ts'
import { signed } from './testServer.ts'

type Params = Record<string, unknown>

const RENT = '3040502020000000000'
/** At which rates things are invoiced in tests: rent 9 %, costs 6 %; nothing of meters. */
const rates = [
  { from: 1, code: RENT, rate: 9 },
  { from: 2, code: '3040801010000000000', rate: 6 },
]

/** Gives what a test does with invoices, as staff do it by the calls. */
export const invoicing = (at: AdminServer) => {
  const place = { org_id: 0, custom_id: 0, name: '顾一鸣' }
  const { bill, pay, read, deed } = billingOn(at, () => place)
  const paths = callsOfSetting(invoiceSetting)
  const save = async (values: Params = {}): Promise<void> => {
    const { version } = (await at.call(paths.detail)).data
    done(await at.ask(paths.save, { title: '安居房屋运营有限公司', city: '上海市', rates, paid_first: 2, by: 1, ...values, version }))
  }
  beforeAll(async () => {
    place.org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
    done(await at.ask('/api/org/deed', { org_id: place.org_id, deed_no: '沪（2020）浦字不动产权第000001号' }))
    place.custom_id = await addTenant(at.server, { name: place.name, p_id: 1, card: cardOf(88_001) })
    await save()
  })
  let rents = 0
  /** A bill of rent for three months of 1,000 yuan each, of the room or another; given its key. */
  const rent = async (changes: Params = {}): Promise<number> => {
    const row = {
      price: 300_000,
      start_date: '2026-01-01',
      end_date: '2026-03-31',
      org_id: place.org_id,
      custom_id: place.custom_id,
      ...changes,
    }
    const { rows } = await sql<{ bill_id: number }>`
      with b as (
        insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, custom_id, org_id, p_id)
        values (${`ZDF${++rents}`}, 1, 1, ${row.price}, '2026-01-01', ${row.start_date}, ${row.end_date}, 1, 100, ${place.name}, ${row.custom_id}, ${row.org_id},
          (select p_id from org where org_id = ${row.org_id})) returning bill_id, price, p_id
      ), s as (insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, price, p_id from b)
      select bill_id from b
    `.execute(at.server.db)
    return rows[0]?.bill_id ?? 0
  }
  const asked = { paper: 1, line_way: 1 }
  const request = (bill: number | readonly number[], more: Params = {}, token?: string) =>
    at.ask('/api/bill/invoice', { ...(typeof bill === 'number' ? { bill_id: bill } : { ids: bill }), ...asked, ...more }, token)
  const detail = async (invoice_id: number) => (await at.call('/api/invoice_request/detail', { invoice_id })).data
  const lines = async (invoice_id: number): Promise<Params[]> =>
    (await at.call('/api/invoice_line/index', { invoice_id: [invoice_id] })).data.list
  let numbers = 0
  const newNumber = (): string => `2631${String(++numbers).padStart(16, '0')}`
  /** An invoice that the tax side has made. */
  const issued = async (bill_id: number, more: Params = {}): Promise<number> => {
    const { invoice_id } = done(await request(bill_id, more)).data
    done(await at.ask('/api/invoice_request/enter', { invoice_id, number: newNumber(), issued_on: '2026-11-01' }))
    return invoice_id
  }
  /** Sends a file of results. */
  const results = (text: string | Buffer, { token = at.admin, ...more }: Params & { token?: string } = {}) =>
    sendFiles(
      at.server,
      signed({ request_id: randomUUID(), ...more }, token, at.server.config.signKey),
      [{ name: '开票结果.csv', bytes: Buffer.from(text) }],
      '/api/invoice_request/result',
    )
  return { place, bill, pay, read, deed, save, rent, request, detail, lines, issued, results, newNumber }
}
