import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import invoice from '../../../src/resources/invoice/invoice.ts'
import invoiceSetting from '../../../src/resources/settings/invoice.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { addOutbound } from '../../outbox/addOutbound.ts'
import type { Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { takeNumbersOfYear } from '../../store/writing/series.ts'
import { insertRow, insertRows } from '../../store/writing/write.ts'
import { readSetting } from '../setting/index.ts'
import { type AskedOf, planInvoice } from './plan.ts'
import { type RedLine, redOf, WrongRed } from './rules/red.ts'

/** What the numbers of requests begin with. */
const LETTERS = 'KP'

type Row = Readonly<Record<string, unknown>>

/** Has the service outside, where one is set, be told of requests once this has been committed; each time anew. */
export const tellService = async ({ tx, now }: Pick<Acting, 'tx' | 'now'>, keys: readonly number[]): Promise<void> => {
  const { by } = await readSetting(tx, invoiceSetting)
  if (by !== 2) return
  await addOutbound(
    tx,
    keys.map((recordId) => ({
      channel: 4,
      receiver: null,
      subject: '开票申请',
      content: JSON.stringify({ invoice_id: recordId }),
      once: `invoice.${recordId}.${now}`,
      resource: invoice.name,
      recordId,
    })),
  )
}

const add = async ({ tx, session, now }: Acting, request: Row, lines: readonly Row[]): Promise<{ invoice_id: number; sn: string }> => {
  const [sn = ''] = await takeNumbersOfYear(tx, LETTERS, 1)
  const sum = (name: 'price' | 'tax'): number => lines.reduce((total, line) => total + Number(line[name]), 0)
  const row = { ...request, sn, price: sum('price'), tax: sum('tax') }
  const invoice_id = await insertRow(tx, resourceNamed(invoice.name), row, session.userId)
  await insertRows(
    tx,
    resourceNamed('invoice_line'),
    lines.map((line, place) => ({ ...line, invoice_id, row: place + 1 })),
    session.userId,
  )
  await tellService({ tx, now }, [invoice_id])
  return { invoice_id, sn }
}

/** Says which requests were made. */
export const saidOf = (made: readonly { sn: string }[]): string => `开票申请 ${made.map(({ sn }) => sn).join('、')} 已提交，在“发票列表”`

/** Requests an invoice of bills, which are held until the transaction ends. Throws as `planInvoice` does. */
export const requestInvoice = async (
  acting: Acting,
  keys: readonly number[],
  { note, flow_id, ...asked }: AskedOf & { note?: string | undefined; flow_id?: number },
) => {
  const { tx, session } = acting
  await sql`select from bill where bill_id = any(${keyList(keys)}) order by bill_id for no key update`.execute(tx)
  const { title, p_id, lines } = await planInvoice(tx, keys, asked, session.scope)
  const made = await add(
    acting,
    { ...title, kind: 1, paper: asked.paper, note: note ?? null, flow_id: flow_id ?? null, p_id },
    lines as never,
  )
  return { ...made, said: saidOf([made]) }
}

/** Gives the lines of an invoice in order, with what of each is taken back or asked to be. */
export const redLinesOf = async (tx: Tx, invoice_id: number): Promise<RedLine[]> => {
  const { rows } = await sql<RedLine>`
    select l.line_id, l.row, l.price, l.tax, -coalesce((
      select sum(x.price) from invoice_line x join invoice_request i on i.invoice_id = x.invoice_id
      where x.red_of_line = l.line_id and i.status <> ${inState(invoice, 'withdrawn')}
    ), 0)::bigint as back
    from invoice_line l where l.invoice_id = ${invoice_id} order by l.row
  `.execute(tx)
  return rows
}

/** The columns of an invoice that its red one has, too. */
const SAME = [
  'paper',
  'buyer',
  'title_kind',
  'tax_no',
  'address',
  'tel',
  'bank',
  'bank_account',
  'email',
  'title_id',
  'custom_id',
  'company_id',
  'p_id',
] as const

/** Requests that something of an invoice is taken back. Throws 400 at `lines` for a row that is not there or has less left, 409 where nothing is. */
export const requestRed = async (
  acting: Acting,
  row: Row & { invoice_id: number },
  asked: { red_reason: number; lines?: readonly { row: number; price: number }[] | undefined; note?: string | undefined },
) => {
  const { tx } = acting
  const lines = await redLinesOf(tx, row.invoice_id)
  const taken = (() => {
    try {
      return redOf(lines, asked.lines ?? null)
    } catch (error) {
      throw error instanceof WrongRed ? new CallError(400, error.message, { field: 'lines' }) : error
    }
  })()
  if (taken.length === 0) throw new CallError(409, '这张发票已全部红冲，或红字申请还没有办完')
  const { rows: before } = await sql<Row & { line_id: number }>`
    select line_id, bill_id, item, month, start_date, end_date, tax_kind, rate::float8 as rate, code, "from", address, is_away, deed_no, area_unit, p_id
    from invoice_line where line_id = any(${keyList(taken.map(({ line_id }) => line_id))})
  `.execute(tx)
  const known = new Map(before.map(({ line_id, ...line }) => [line_id, line]))
  const request = Object.fromEntries(SAME.map((name) => [name, row[name]]))
  const made = await add(
    acting,
    { ...request, kind: 2, red_of: row.invoice_id, red_reason: asked.red_reason, note: asked.note ?? null },
    taken.map(({ line_id, price, tax }) => ({ ...known.get(line_id), price: -price, tax: -tax, red_of_line: line_id })),
  )
  return { ...made, said: `红字申请 ${made.sn} 已提交，在“发票列表”` }
}

/** Of red ones that the tax side has made: what they take back is off their invoices, which are red in part or as a whole. Those are held before it is summed: of two at once the second counts what the first took. */
export const settleRed = async (acting: Acting, keys: readonly number[]): Promise<void> => {
  const { rows } = await sql<{ red_of: number }>`
    select distinct red_of from invoice_request where invoice_id = any(${keyList(keys)}) and red_of is not null order by red_of
  `.execute(acting.tx)
  await sql`select from invoice_request where invoice_id = any(${keyList(rows.map(({ red_of }) => red_of))}) order by invoice_id for no key update`.execute(
    acting.tx,
  )
  for (const { red_of } of rows) {
    const { rows: sums } = await sql<{ price: number; back: number }>`
      select o.price, -coalesce(sum(r.price) filter (where r.status = ${codeOf(invoice, 'issued')}), 0)::bigint as back
      from invoice_request o left join invoice_request r on r.red_of = o.invoice_id where o.invoice_id = ${red_of} group by o.price
    `.execute(acting.tx)
    const { price = 0, back = 0 } = sums[0] ?? {}
    await moveBySystem(acting, invoice.name, back >= price ? 'end' : 'redden', [red_of], { red_price: back })
  }
}
