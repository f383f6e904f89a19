import { chunk } from 'es-toolkit'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import ownAccount from '../../../src/resources/journal/ownAccount.ts'
import withholdFile from '../../../src/resources/withhold/withholdFile.ts'
import withholdLine from '../../../src/resources/withhold/withholdLine.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import type { Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { nextNumbers, series } from '../../store/writing/series.ts'
import { insertRows } from '../../store/writing/write.ts'
import { addMatches } from '../matching/index.ts'
import { reckonArrival } from './arrival.ts'

/** So many rows are written by one statement. */
const AT_ONCE = 5000

/** A file that was answered and is not booked yet, held. */
interface Answered {
  file_id: number
  number: string
  batch_id: number
  kind: number
  bank: string
}

const holdAnswered = async (tx: Tx, file_id: number): Promise<Answered | undefined> => {
  const { rows } = await sql<Answered>`
    select f.file_id, f.number, f.batch_id, w.kind, w.bank from withhold w join withhold_file f on f.batch_id = w.batch_id
    where f.file_id = ${file_id} and f.status = ${inState(withholdFile, 'booking')} for no key update of w, f
  `.execute(tx)
  return rows[0]
}

/** A line that was debited, with its bill. In fen. */
interface Paid {
  line_id: number
  row_no: number
  paid: number
  bill_id: number
  share_id: number
  custom_id: number | null
  custom_name: string
  unit_id: number | null
  org_id: number | null
  p_id: number | null
  start_date: string
  end_date: string
  from: number
  from_id: number | null
}

/** In the order of the bills, which is the order in which all who settle hold them. */
const paidLines = async (tx: Tx, file_id: number): Promise<Paid[]> => {
  const { rows } = await sql<Paid>`
    select line.line_id, line.row_no, line.paid, b.bill_id, s.share_id, b.custom_id, b.custom_name, b.unit_id, b.org_id, b.p_id, b.start_date, b.end_date,
      b.pay_from as "from", b.pay_from_id as from_id
    from withhold_line line join bill_view b on b.bill_id = line.bill_id join bill_share s on s.bill_id = line.bill_id and s.party = 1
    where line.file_id = ${file_id} and line.result = ${inState(withholdLine, 'sent')} and line.paid > 0 order by b.bill_id
  `.execute(tx)
  return rows
}

/** Where money is that a bank, or the fund, has taken and a statement does not say yet (domain.md: only a statement line moves the bank). */
const transitOf = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ own_account_id: number }>`
    select own_account_id from ${sql.table(ownAccount.name)} where way = 7 and usual = 1 and retired = 0 limit 1
  `.execute(tx)
  if (!rows[0]) throw new CallError(409, '没有默认的代扣在途账户：在“本单位账户”里设一个支付方式为代扣的默认账户')
  return rows[0].own_account_id
}

/** Writes the receipts of lines, and gives their keys in the lines' order. */
const addReceipts = async ({ tx, session, now }: Acting, { number, kind, bank }: Answered, lines: readonly Paid[]): Promise<number[]> => {
  const own_account_id = await transitOf(tx)
  if (lines.some(({ from_id }) => from_id === null)) throw new CallError(409, '没有记作“租金”的费用项，收款无法入账：请先在费用项里设一个')
  const flows: number[] = []
  for (const part of chunk(lines, AT_ONCE)) {
    const numbers = await nextNumbers(tx, series.receipt, part.length)
    flows.push(
      ...(await insertRows(
        tx,
        resourceNamed('flow'),
        part.map(({ line_id: _line, bill_id: _bill, share_id: _share, row_no, paid, custom_name, ...line }, place) => ({
          ...{ ...line, type: 1, price: paid, way: kind === 1 ? 7 : 3, own_account_id, deal_time: now, sn: numbers[place] },
          ...{
            custom_name: (kind === 1 ? custom_name : bank).slice(0, 60),
            note: `${kind === 1 ? '代扣' : '公积金'} ${number} 第 ${row_no} 行`,
          },
        })),
        session.userId,
      )),
    )
  }
  return flows
}

/** Settles by receipts what their bills still owe; what has been paid otherwise or voided meanwhile leaves them as they are, 预收 of the tenant. */
const settle = async (acting: Acting, lines: readonly Paid[], flows: readonly number[], told: (done: number) => void): Promise<void> => {
  const { tx } = acting
  const bills = keyList(lines.map(({ bill_id }) => bill_id))
  await sql`select from bill where bill_id = any(${bills}) order by bill_id for no key update`.execute(tx)
  // Deposits that are paid are held for their contracts: held here in their order, for they are settled part by part.
  await sql`
    select from contract where contract_id in (select contract_id from bill where bill_id = any(${bills}) and "from" = 3) order by contract_id for no key update
  `.execute(tx)
  const { rows } = await sql<{ share_id: number }>`
    select s.share_id from bill b join bill_share s on s.bill_id = b.bill_id and s.party = 1
    where b.bill_id = any(${bills}) and b.is_void = 0 and s.paid < s.price
  `.execute(tx)
  const owed = new Set(rows.map(({ share_id }) => share_id))
  const matches = lines.flatMap(({ share_id }, place) => {
    const flow = flows[place]
    return flow !== undefined && owed.has(share_id) ? [{ kind: 4 as const, flows: [flow], shares: [share_id] }] : []
  })
  let done = 0
  for (const part of chunk(matches, AT_ONCE)) {
    await addMatches(acting, part)
    done += part.length
    told(done)
  }
}

/** Ends a batch's way to the bank when all its files were answered. */
const endBatch = async (acting: Acting, batch_id: number): Promise<void> => {
  const { rows } = await sql`
    select from withhold_file where batch_id = ${batch_id} and status <> ${inState(withholdFile, 'booked')} limit 1
  `.execute(acting.tx)
  if (rows.length > 0) return
  await moveBySystem(acting, 'withhold', 'answer', [batch_id], { returned_at: acting.now })
  await reckonArrival(acting, [batch_id])
}

/**
 * Books a file that was answered: each bill that was debited has a receipt on the account of what is on its way, which settles it; the others keep the reason. All of it or
 * nothing; gives how many lines it was, 0 where another has booked it. `told` hears how many have been settled.
 */
export const bookFile = async (acting: Acting, file_id: number, told: (done: number) => void): Promise<number> => {
  const { tx } = acting
  const file = await holdAnswered(tx, file_id)
  if (!file) return 0
  const lines = await paidLines(tx, file_id)
  const flows = lines.length > 0 ? await addReceipts(acting, file, lines) : []
  if (lines.length > 0) await settle(acting, lines, flows, told)
  const booked = lines.map(({ line_id }, place) => ({ line_id, flow_id: flows[place] }))
  await sql`
    update withhold_line t set result = ${inState(withholdLine, 'debited')}, flow_id = p.flow_id, version = t.version + 1, updated_at = epoch_now()
    from json_to_recordset(${JSON.stringify(booked)}::json) as p (line_id integer, flow_id integer) where p.line_id = t.line_id
  `.execute(tx)
  const { numAffectedRows = 0n } = await sql`
    update withhold_line set result = ${inState(withholdLine, 'refused')}, version = version + 1, updated_at = epoch_now()
    where file_id = ${file_id} and result = ${inState(withholdLine, 'sent')}
  `.execute(tx)
  await moveBySystem(acting, 'withhold_file', 'book', [file_id])
  await endBatch(acting, file.batch_id)
  return lines.length + Number(numAffectedRows)
}
