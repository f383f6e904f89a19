import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import invoiceSetting from '../../../src/resources/settings/invoice.ts'
import { billSources } from '../../../src/schemas/common.ts'
import type { Queryable } from '../../store/connection/database.ts'
import type { Scope } from '../../store/reading/filters.ts'
import { readSetting } from '../setting/index.ts'
import { type InvoicedBill, invoicedBills } from './bills.ts'
import { asOne, inPart, type OpenMonth, openMonths, upTo } from './rules/open.ts'
import { type Charge, chargeOf, isLease } from './rules/rates.ts'
import { taxIn } from './rules/tax.ts'
import { type Payer, type Title, titleFor } from './titles.ts'

/** What is asked of bills; `most`: of each at most so much, in fen; `whose`: whose part of it that is, where it is not asked of its payer's. */
export interface AskedOf {
  title_id?: number | undefined
  paper: number
  line_way: number
  amount?: number | undefined
  most?: ReadonlyMap<number, number>
  whose?: ReadonlyMap<number, Payer>
}

/** A line of an invoice as it will be. Fen. */
interface PlannedLine {
  bill_id: number
  from: number
  item: string
  month: string | null
  start_date: string
  end_date: string
  price: number
  tax: number
  tax_kind: number
  /** Percent. */
  rate: number
  code: string
  address: string | null
  is_away: 0 | 1 | null
  deed_no: string | null
  area_unit: string | null
  p_id: number
}

/** What would be invoiced. */
export interface Planned {
  title: Title
  p_id: number
  lines: PlannedLine[]
}

type Setting = FormValue<typeof invoiceSetting.form>

/** More stand on no invoice. */
const MOST_LINES = 500

const yuan = (fen: number): string => `¥${fenToYuan(fen)}`

/** What rent of a room has to say (不动产经营租赁服务). Throws 409 with where it is to be mended. */
const leaseOf = ({ sn, room, address, deed_no, away }: InvoicedBill) => {
  if (address === null) throw new CallError(409, `账单 ${sn} 没有房间，租金发票须有不动产地址`)
  if (!deed_no) throw new CallError(409, `房间 ${room} 没有登记产权证号：请在“房源列表”选中它，点“登记产权证号”`)
  if (away === null) throw new CallError(409, '租金发票须有跨地市标志：请在“发票设置”填机构所在市')
  return { address: address.slice(0, 200), deed_no, is_away: away ? (1 as const) : (0 as const), area_unit: '平方米' }
}

const NO_LEASE = { address: null, deed_no: null, is_away: null, area_unit: null }

/** The code is the setting's as it is now; the rate is the bill's where it keeps one, for the books have its VAT by that. */
const chargeFor = ({ sn, from, nature, tax_kind, tax_rate }: InvoicedBill, { rates }: Setting): Charge => {
  const charge = chargeOf(rates, from, nature)
  if (!charge) throw new CallError(409, `账单 ${sn} 是“${billSources[from]}”，发票设置里没有它的编码与税率，不能开票`)
  return tax_kind === null ? charge : { code: charge.code, tax_kind, rate: Math.round((tax_rate ?? 0) * 100) }
}

/** How much of a bill can be invoiced. Throws 409 where that is nothing. */
const restOf = ({ sn, price, paid, invoiced, is_void, from }: InvoicedBill, { paid_first }: Setting): number => {
  if (is_void === 1) throw new CallError(409, `账单 ${sn} 已作废，不能开票`)
  if (from === 3) throw new CallError(409, `账单 ${sn} 是押金，押金不开票`)
  if (price - invoiced <= 0) throw new CallError(409, `账单 ${sn} 已全部开票`)
  if (paid_first === 1 && paid - invoiced <= 0)
    throw new CallError(409, `账单 ${sn} 收到的 ${yuan(paid)} 已全部开票（发票设置：先收款后开票）`)
  return (paid_first === 1 ? Math.min(price, paid) : price) - invoiced
}

/**
 * Gives what of a bill that several bear is of the part of whoever an invoice is for: of each month his part of it, whatever of the others' is invoiced, for they have invoices of their own. All that is
 * open where one bears all of it. Throws 409 where that is nothing.
 */
const partFor = (
  { sn, parts, months }: InvoicedBill,
  { buyer, custom_id, company_id }: Title,
  open: readonly OpenMonth[],
  { paid_first }: Setting,
): readonly OpenMonth[] => {
  const own = parts.find((part) => (custom_id === null ? part.company_id === company_id : part.custom_id === custom_id))
  if (!own || parts.filter(({ price }) => price > 0).length < 2) return open
  const left = (paid_first === 1 ? Math.min(own.price, own.paid) : own.price) - own.invoiced
  if (left <= 0)
    throw new CallError(409, `账单 ${sn} 由几方承担，${buyer}承担的没有可开的了：其余的请选择承担方的抬头，或填“只开其中”`, {
      field: 'title_id',
    })
  const most = open.reduce((sum, { price }) => sum + price, 0)
  return inPart(own.invoiced === 0 ? months.filter(({ price }) => price > 0) : open, Math.min(left, most))
}

/** A bill with what of it can be invoiced, and how. */
interface Open {
  bill: InvoicedBill
  charge: Charge
  lease: ReturnType<typeof leaseOf> | typeof NO_LEASE
  months: OpenMonth[]
  /** As much is asked for; null where that is not said. */
  wanted: number | null
}

const openOf = (bill: InvoicedBill, asked: AskedOf, setting: Setting): Open => {
  const rest = restOf(bill, setting)
  const charge = chargeFor(bill, setting)
  const lease = isLease(charge.code) ? leaseOf(bill) : NO_LEASE
  if (asked.amount !== undefined && asked.amount > rest)
    throw new CallError(400, `账单 ${bill.sn} 还没有开票的是 ${yuan(rest)}，没有这么多`, { field: 'amount' })
  return { bill, charge, lease, months: openMonths(bill.months, rest), wanted: asked.most?.get(bill.bill_id) ?? asked.amount ?? null }
}

const linesOf = (
  { bill, charge, lease, months: open, wanted }: Open,
  { line_way }: AskedOf,
  title: Title,
  setting: Setting,
): PlannedLine[] => {
  const months = wanted === null ? partFor(bill, title, open, setting) : upTo(open, wanted)
  const { bill_id, from, item, p_id } = bill
  return (line_way === 2 ? asOne(months) : months).map((line) => ({
    ...{ bill_id, from, item: item ?? billSources[from], p_id, ...line, ...lease },
    ...{ tax: taxIn(line.price, charge.rate), tax_kind: charge.tax_kind, rate: charge.rate / 100, code: charge.code },
  }))
}

/** What a 专用发票 asks for beyond others. */
const checkPaper = ({ paper }: AskedOf, { title_kind, tax_no, buyer }: Title, lines: readonly PlannedLine[]): void => {
  if (paper !== 2) return
  if (title_kind !== 1 || !tax_no) throw new CallError(400, `“${buyer}”不是企业抬头，不能开专用发票`, { field: 'paper' })
  if (lines.some(({ tax_kind }) => tax_kind !== 1)) throw new CallError(400, '免税、不征税的不能开专用发票', { field: 'paper' })
}

/**
 * Gives the invoice that would be made of bills, of one payer and one project. Throws, with where it is to be mended, 400 or 409 for a bill that cannot be invoiced: void, a
 * deposit, invoiced already, not paid where that comes first, of a source without a rate, of a room without what rent must say. 404 for one that is not there in scope.
 */
export const planInvoice = async (db: Queryable, keys: readonly number[], asked: AskedOf, scope: Scope): Promise<Planned> => {
  const setting = await readSetting(db, invoiceSetting)
  const bills = await invoicedBills(db, keys, scope, setting.city)
  if (bills.length === 0 || bills.length !== new Set(keys).size) throw new CallError(404)
  if (asked.amount !== undefined && bills.length > 1) throw new CallError(400, '只开一部分的，请一张一张申请', { field: 'amount' })
  const [{ p_id = 0 } = {}] = bills
  if (bills.some((bill) => bill.p_id !== p_id)) throw new CallError(400, '所选账单不是同一项目的，请分开申请')
  const open = bills.map((bill) => openOf(bill, asked, setting))
  const title = await titleFor(db, asked, bills, scope)
  const lines = open.flatMap((one) => linesOf(one, asked, title, setting))
  if (lines.length > MOST_LINES) throw new CallError(400, `一张发票至多 ${MOST_LINES} 行，请少选一些，或明细改为按账单`)
  checkPaper(asked, title, lines)
  return { title, p_id, lines }
}
