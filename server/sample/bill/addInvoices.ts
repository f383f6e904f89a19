import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import invoice from '../../../src/resources/invoice/invoice.ts'
import receipt from '../../../src/resources/invoice/receipt.ts'
import { openMonths } from '../../domain/invoice/rules/open.ts'
import { taxIn, taxTakenBack } from '../../domain/invoice/rules/tax.ts'
import type { Tx } from '../../store/connection/database.ts'
import { takeNumbersOfYear } from '../../store/writing/series.ts'
import { insertRow, insertRows } from '../../store/writing/write.ts'
import type { Staff } from '../types.ts'

/** 不动产经营租赁服务, at 9 %. */
const [CODE, RATE] = ['3040502020000000000', 900]

/** What becomes of the requests, in order: two that wait, one under way, one that failed, four that are issued, of which one is taken back. */
const LIVES = ['pending', 'pending', 'sending', 'failed', 'issued', 'issued', 'issued', 'red'] as const

interface Paid {
  bill_id: number
  custom_id: number
  custom_name: string
  p_id: number
  price: number
  address: string
  deed_no: string | null
  months: { month: string; start_date: string; end_date: string; price: number; invoiced: number }[]
}

/** Rents that tenants have paid as a whole, one of each, the last first. */
const paidRents = async (tx: Tx): Promise<Paid[]> => {
  const { rows } = await sql<Paid>`
    select distinct on (b.custom_id) b.bill_id, b.custom_id, b.custom_name, b.p_id, b.price, concat_ws(' ', o.address, o.unit_floor) as address, o.deed_no, m.months
    from bill b join org o on o.org_id = b.org_id
    cross join lateral (
      select json_agg(l order by l.month) as months from (
        select month, min(start_date) as start_date, max(end_date) as end_date, sum(price)::bigint as price, 0 as invoiced from bill_line where bill_id = b.bill_id group by month
      ) l
    ) m
    where b."from" = 1 and b.is_void = 0 and b.paid = b.price and b.price > 0 and b.reduced = 0 and b.bad = 0 and b.bill_date > current_date - 70 and b.custom_id is not null and m.months is not null
    order by b.custom_id, b.bill_date desc limit ${LIVES.length}
  `.execute(tx)
  return rows
}

const linesOf = ({ months, price, bill_id, address, deed_no, p_id }: Paid) =>
  openMonths(months, price).map((line, place) => ({
    ...{ ...line, row: place + 1, item: '房租', bill_id, tax: taxIn(line.price, RATE), tax_kind: 1, rate: RATE / 100, code: CODE, from: 1 },
    ...{ address, is_away: 0, deed_no: deed_no ?? '登记中', area_unit: '平方米', p_id },
  }))

type Line = ReturnType<typeof linesOf>[number]

const addRequest = async (
  tx: Tx,
  values: object,
  lines: readonly (Line & { red_of_line?: number })[],
  by: number | null,
): Promise<number[]> => {
  const sum = (of: 'price' | 'tax'): number => lines.reduce((total, line) => total + line[of], 0)
  const row = { ...values, price: sum('price'), tax: sum('tax') }
  const invoice_id = await insertRow(tx, resourceNamed('invoice_request'), row, by)
  const keys = await insertRows(
    tx,
    resourceNamed('invoice_line'),
    lines.map((line) => ({ ...line, invoice_id })),
    by,
  )
  return [invoice_id, ...keys]
}

/** Adds receipts of the latest money of tenants, a title, and requests in each of their lives. */
export const addInvoices = async (tx: Tx, staff: Staff): Promise<void> => {
  const { rows: days } = await sql<{
    day: string
    year: string
    created_at: number
  }>`select (current_date - 3)::text as day, to_char(current_date, 'YY') as year,
      extract(epoch from current_date - 4)::bigint + 36000 as created_at`.execute(tx)
  const { day = '', year = '', created_at = 0 } = days[0] ?? {}
  const { rows: flows } = await sql<{ flow_id: number; custom_name: string; price: number; custom_id: number; p_id: number | null }>`
    select flow_id, custom_name, price, custom_id, p_id from flow f
    where type = 1 and reverses is null and custom_id is not null and not exists (select from flow r where r.reverses = f.flow_id) order by flow_id desc limit 5
  `.execute(tx)
  const receipts = await takeNumbersOfYear(tx, 'PJ', flows.length)
  const rows = flows.map(({ custom_name: payer, flow_id: _, ...flow }, place) => ({
    ...{ ...flow, payer, flows: 1, number: receipts[place], created_at },
    ...(place === 4 ? { status: codeOf(receipt, 'void'), void_why: '抬头写错，另开', voided_by: staff.caiwu, voided_at: created_at } : {}),
  }))
  const keys = await insertRows(tx, resourceNamed('receipt'), rows, staff.caiwu)
  await insertRows(
    tx,
    resourceNamed('receipt_line'),
    flows.map(({ flow_id, price, p_id }, place) => ({ receipt_id: keys[place], flow_id, price, p_id })),
    staff.caiwu,
  )
  const rents = await paidRents(tx)
  const sns = await takeNumbersOfYear(tx, 'KP', rents.length + 1)
  const numberOf = (n: number): string => `${year}312000000${String(n).padStart(9, '0')}`
  for (const [place, rent] of rents.entries()) {
    const life = LIVES[place] ?? 'pending'
    const { custom_id, custom_name: buyer, p_id } = rent
    const own = { created_at, paper: 1, buyer, title_kind: 2, custom_id, p_id }
    const lines = linesOf(rent)
    const isMade = life === 'issued' || life === 'red'
    const [invoice_id = 0, ...lineKeys] = await addRequest(
      tx,
      {
        ...{ ...own, sn: sns[place], kind: 1, status: codeOf(invoice, life) },
        ...(isMade ? { number: numberOf(place + 1), issued_on: day } : {}),
        ...(life === 'failed' ? { fail_reason: '购买方名称与税务登记不符' } : {}),
        ...(life === 'red' ? { red_price: rent.price } : {}),
      },
      lines,
      staff.caiwu,
    )
    if (life !== 'red') continue
    await addRequest(
      tx,
      {
        ...own,
        sn: sns[rents.length],
        kind: 2,
        status: codeOf(invoice, 'issued'),
        number: numberOf(rents.length + 1),
        issued_on: day,
        red_of: invoice_id,
        red_reason: 1,
      },
      lines.map((line, at) => ({ ...line, price: -line.price, tax: -taxTakenBack(line, 0, line.price), red_of_line: lineKeys[at] ?? 0 })),
      staff.caiwu,
    )
  }
  const [first] = rents
  if (first)
    await insertRow(
      tx,
      resourceNamed('invoice_title'),
      { custom_id: first.custom_id, p_id: first.p_id, kind: 2, name: first.custom_name, email: 'fapiao@example.com', is_default: 1 },
      staff.caiwu,
    )
}
