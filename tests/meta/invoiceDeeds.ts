import { sql } from 'kysely'
import { today } from '../../src/protocol/dates.ts'
import { addInvoice } from '../help/addInvoice.ts'
import { addRow, addTenant, cardOf, flat, flowOf, type Ground } from '../help/store/ground.ts'
import type { TestServer } from '../help/testServer.ts'

type Params = Record<string, unknown>
type Deeds = Readonly<Record<string, () => Params | Promise<Params>>>

interface Hand {
  server: () => TestServer
  ground: () => Ground
  made: (path: string, params: Params) => Promise<Params>
}

/** Params of what is done to receipts and invoices: each on money and bills of its own. */
export const invoiceDeeds = ({ server, ground, made }: Hand): Deeds => {
  let others = 0
  const flow = async (): Promise<number> =>
    (await made('/api/flow/add', { ...flowOf(ground()), request_id: `receipt ${++others}` })).flow_id as number
  /** An expense whose input VAT is deducted, and what is turned out of one. */
  const deducted = async (): Promise<number> => {
    const invoice = { invoice_number: String(20_000_000 + ++others), input_tax: 60, deductible: 1 }
    const asked = flowOf(ground(), { type: 2, price: 1060, p_id: 1, ...invoice })
    return (await made('/api/flow/add', { ...asked, request_id: `expense ${others}` })).flow_id as number
  }
  const turningOut = async (): Promise<Params> => ({
    flow_id: await deducted(),
    amount: 10,
    out_day: today(),
    reason: 1,
    remark: undefined,
  })
  const receipt = async (): Promise<Params> => {
    const flow_id = await flow()
    await made('/api/flow/receipt', { flow_id, request_id: `print ${flow_id}` })
    const { rows } = await sql<{ receipt_id: number }>`select receipt_id from receipt_line where flow_id = ${flow_id}`.execute(server().db)
    return { receipt_id: rows[0]?.receipt_id ?? 0 }
  }
  /** A request that waits, or stands in another state. */
  const request = async (set = 'status = 1'): Promise<Params> => {
    const { invoice_id } = await addInvoice(server())
    await sql.raw(`update invoice_request set ${set} where invoice_id = ${invoice_id}`).execute(server().db)
    return { invoice_id }
  }
  const number = () => `2633${String(++others).padStart(16, '0')}`
  const title = async (): Promise<Params> => ({
    custom_id: await addTenant(server(), { name: `票${++others}`, card: cardOf(14_000 + others), p_id: 1 }),
    company_id: undefined,
    p_id: 1,
    kind: 2,
    name: `票${others}`,
    tax_no: undefined,
  })
  /** A bill of something that has a rate from now on. */
  const bill = async (): Promise<{ bill_id: number; org_id: number | undefined }> => {
    const { version } = await made('/api/invoice/detail', {})
    const rates = [{ from: 2, kind: 2, code: '3040801010000000000', rate: 0 }]
    await made('/api/invoice/save', { rates, paid_first: 2, by: 1, version, request_id: `rates ${++others}` })
    const [org_id] = (await made('/api/org/add', flat(ground(), { p_id: 1 }))).org_id as number[]
    const asked = { org_id, custom_id: (await title()).custom_id, custom_name: `票${others}`, from: 2, from_id: ground().cost, price: 100 }
    const days = { bill_date: '2026-03-01', start_date: '2026-03-01', end_date: '2026-03-31' }
    const { bill_id } = await made('/api/bill/create', {
      ...asked,
      ...days,
      payer: 1,
      payment_ratio: 100,
      late: 0,
      contract_id: 0,
      type: 2,
    })
    return { bill_id: bill_id as number, org_id }
  }
  /** Who has paid what is charged as rent. */
  // A certificate is of the last twelve months where nothing else is said.
  const month = today().slice(0, 7)
  const payingTenant = async (): Promise<number> => {
    const rent = await addRow(server(), 'cost', { name: `票租${++others}`, income: 2 })
    const [org_id] = (await made('/api/org/add', flat(ground(), { p_id: 1 }))).org_id as number[]
    const { custom_id } = await title()
    const asked = { org_id, custom_id, custom_name: `票${others}`, from: 2, from_id: rent, price: 100, bill_date: `${month}-01` }
    const days = { start_date: `${month}-01`, end_date: `${month}-28`, payer: 1, payment_ratio: 100, late: 0, contract_id: 0, type: 2 }
    const { bill_id } = await made('/api/bill/create', { ...asked, ...days, request_id: `paid ${others}` })
    await made('/api/flow/add', {
      ...flowOf(ground(), { price: 100, bill_id, org_id, custom_name: `票${others}` }),
      request_id: `money ${others}`,
    })
    return custom_id as number
  }
  return {
    '/api/flow/turn_out': turningOut,
    '/api/flow/turning_out': async () => ({ flow_id: await deducted(), amount: 10 }),
    '/api/input_tax_out/undo': async () => {
      const asked = await turningOut()
      return { out_id: (await made('/api/flow/turn_out', { ...asked, request_id: `out ${++others}` })).out_id }
    },
    '/api/invoice_title/add': title,
    '/api/invoice_title/edit': async () => ({
      title_id: (await made('/api/invoice_title/add', await title())).title_id,
      kind: 2,
      name: '改了',
    }),
    '/api/invoice_title/del': async () => ({ title_id: (await made('/api/invoice_title/add', await title())).title_id }),
    '/api/invoice_title/reveal': async () => ({
      title_id: (await made('/api/invoice_title/add', { ...(await title()), send_phone: '13812345678' })).title_id,
    }),
    '/api/bill/invoice': async () => ({ bill_id: (await bill()).bill_id, title_id: undefined, amount: undefined, paper: 1, line_way: 1 }),
    '/api/flow/invoice': async () => {
      const of = await bill()
      const { flow_id } = await made('/api/flow/add', { ...flowOf(ground(), { price: 100, ...of }), request_id: `invoice ${++others}` })
      return { flow_id, title_id: undefined, paper: 1, line_way: 1 }
    },
    '/api/invoice_request/file': async () => ({ ...(await request()), again: 0, p_id: undefined, invoice_id: undefined }),
    '/api/invoice_request/enter': async () => ({ ...(await request()), number: number(), issued_on: '2026-03-01' }),
    '/api/invoice_request/fail': () => request(),
    '/api/invoice_request/retry': () => request(`status = 4, fail_reason = '试'`),
    '/api/invoice_request/withdraw': () => request(),
    '/api/invoice_request/red': async () => ({
      ...(await request(`status = 3, number = '${number()}', issued_on = '2026-03-01'`)),
      ...{ red_reason: 1, whole: 1, lines: undefined },
    }),
    '/api/lessee/certificate': async () => ({ custom_id: await payingTenant() }),
    '/api/lessee/certificate_of': async () => ({ custom_id: await payingTenant(), from_month: month, to_month: month }),
    '/api/certificate/print': async () => {
      const custom_id = await payingTenant()
      const { certificate_id } = await made('/api/lessee/certificate_of', { custom_id, from_month: month, to_month: month })
      return { certificate_id }
    },
    '/api/invoice_request/sheet': () => request(),
    '/api/flow/one_receipt': async () => ({ flow_id: undefined, ids: [await flow()] }),
    '/api/receipt/print': receipt,
    '/api/receipt/void': async () => ({ ...(await receipt()), void_why: '写错' }),
  }
}
