import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { looksLikeFormula } from '../../../src/derive/exports.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import invoice from '../../../src/resources/invoice/invoice.ts'
import type { orderFileForm } from '../../../src/schemas/invoice/invoice.ts'
import { invoicePapers, redReasons, taxKinds } from '../../../src/schemas/invoice/words.ts'
import type { Context, Presenting } from '../../calls/defineCall.ts'
import { ownProject } from '../../calls/ownProject.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { writeLayout } from '../../imports/layouts/writeLayout.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inScope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { logDeed } from '../../store/writing/deeds.ts'
import layout from './layouts/invoiceOrder.ts'
import { isLease } from './rules/rates.ts'

/** More requests stand in no file: the site takes no more at once. */
const MOST = 1000

interface Ordered {
  keys: readonly number[]
  day: string
}

interface OrderLine {
  sn: string
  paper: number
  buyer: string
  tax_no: string | null
  address: string | null
  tel: string | null
  bank: string | null
  bank_account: string | null
  email: string | null
  note: string | null
  item: string
  code: string
  price: number
  tax: number
  tax_kind: number
  rate: number
  place: string | null
  start_date: string
  end_date: string
  is_away: number | null
  deed_no: string | null
  area_unit: string | null
  red_number: string | null
  red_reason: number | null
}

/** Gives the lines of these requests, in the order of their numbers. */
export const orderLines = async (db: Queryable, keys: readonly number[]): Promise<OrderLine[]> => {
  const { rows } = await sql<OrderLine>`
    select i.sn, i.paper, i.buyer, i.tax_no, i.address, i.tel, i.bank, i.bank_account, i.email, i.note, i.red_reason, o.number as red_number,
      l.item, l.code, l.price, l.tax, l.tax_kind, l.rate::float8 as rate, l.address as place, l.start_date, l.end_date, l.is_away, l.deed_no, l.area_unit
    from invoice_request i join invoice_line l on l.invoice_id = i.invoice_id left join invoice_request o on o.invoice_id = i.red_of
    where i.invoice_id = any(${keyList(keys)}) order by i.sn, l.row
  `.execute(db)
  return rows
}

/** A cell of one line that no spreadsheet takes for a formula: what people typed may begin like one (as in exports). */
const plain = (text: string | null): string | null => {
  const line = text?.replaceAll(/\s+/g, ' ') ?? null
  return line !== null && looksLikeFormula(line) ? `'${line}` : line
}

const TYPED = ['buyer', 'address', 'tel', 'bank', 'email', 'note', 'item', 'place', 'deed_no'] as const

const written = ({ paper, tax_kind, rate, is_away, red_reason, code, start_date, end_date, ...line }: OrderLine) => ({
  ...line,
  ...Object.fromEntries(TYPED.map((name) => [name, plain(line[name])])),
  ...{ code, paper: invoicePapers[paper as 1], unit: null, count: null },
  special: isLease(code) ? '不动产经营租赁服务' : null,
  rate: tax_kind === 1 ? `${rate}%` : taxKinds[tax_kind as 2],
  favour: tax_kind === 1 ? null : taxKinds[tax_kind as 2],
  start_date: isLease(code) ? start_date : null,
  end_date: isLease(code) ? end_date : null,
  is_away: is_away === null ? null : is_away === 1 ? '是' : '否',
  red_reason: red_reason === null ? null : redReasons[red_reason as 1],
})

/**
 * Gives which requests go to the tax bureau's site, and logs that their titles leave the house; those that waited are under way from now on. Throws 400 where the project is
 * none of the caller's, or there is nothing to be exported.
 */
export const orderFile = async ({ tx, session, now }: Context, { again, p_id }: FormValue<typeof orderFileForm>): Promise<Ordered> => {
  const project = await ownProject(tx, session.scope, p_id)
  const wanted = again === 1 ? inState(invoice, 'sending') : inState(invoice, 'pending')
  const { rows } = await sql<{ invoice_id: number }>`
    select invoice_id from invoice_request where status = ${wanted} and ${inScope(project === null ? session.scope : [project], 'p_id')}
    order by invoice_id limit ${MOST} for no key update
  `.execute(tx)
  const keys = rows.map(({ invoice_id }) => invoice_id)
  if (keys.length === 0) throw new CallError(400, again === 1 ? '没有开票中的申请' : '没有待开票的申请', { field: 'again' })
  if (again === 0) await moveBySystem({ tx, session, now }, invoice.name, 'send', keys)
  await logDeed(tx, { resource: resourceNamed(invoice.name), key: 0, title: `开票文件，${keys.length} 张`, p_id: project })
  return { keys, day: dateOf(now) }
}

/** Gives the file. It is made when what was logged is committed, and kept nowhere. */
export const drawOrder = async ({ keys, day }: Ordered, { db }: Presenting): Promise<{ name: string; base64: string }> => {
  const lines = (await orderLines(db, keys)).map(written)
  // The mark by which spreadsheets know UTF-8.
  const bytes = Buffer.concat([Buffer.from('\uFEFF'), writeLayout(layout, lines as never)])
  return { name: `开票文件-${day}.csv`, base64: bytes.toString('base64') }
}
