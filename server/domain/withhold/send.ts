import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf, codesOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenToYuan, grouped } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import withhold from '../../../src/resources/withhold/withhold.ts'
import withholdLine from '../../../src/resources/withhold/withholdLine.ts'
import type { Context } from '../../calls/defineCall.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { bytesOfRow, writeLayout } from '../../imports/layouts/writeLayout.ts'
import { hashName, sealedName } from '../../store/bringUp/tables.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { inState } from '../../store/reading/states.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { logDeed } from '../../store/writing/deeds.ts'
import { insertRows } from '../../store/writing/write.ts'
import { isPlanned } from '../paymentPlan/index.ts'
import { accountColumn } from './candidates.ts'
import { type Batch, orderRow, toldOf } from './draw.ts'
import { formatOf } from './formats.ts'
import { type FileRow, mergeRows, splitRows } from './rules/rows.ts'

/** As long as a card is. */
const CARD = '0'.repeat(18)

/** A batch as it is held. */
export interface HeldBatch extends Batch {
  status: number
  version: number
  p_id: number | null
  bank: string
}

/** A batch, and how its caller has seen it. */
export interface SeenBatch {
  batch_id: number
  version?: number
}

/** Holds a batch until the transaction ends, and gives it. Throws 404 where there is none in scope, 409 where it has changed since it was seen. */
export const holdBatch = async (tx: Tx, { batch_id, version }: SeenBatch, scope: Scope): Promise<HeldBatch> => {
  const { rows } = await sql<HeldBatch>`
    select w.batch_id, w.sn, w.kind, w.layout, w.status, w.version, w.p_id, w.bank, coalesce(w.exported_on, current_date) as day,
      case w.status when ${inState(withhold, 'draft')} then o.merchant_no else w.merchant end as merchant
    from withhold w left join own_account o on o.own_account_id = w.own_account_id
    where w.batch_id = ${batch_id} and ${inScope(scope, 'w.p_id')} for no key update of w
  `.execute(tx)
  if (!rows[0]) throw new CallError(404)
  if (version !== undefined && rows[0].version !== version) throw new CallError(409)
  return rows[0]
}

/** Lines of a draft (`line`) with the bill (`b`), what its tenant owes of it (`s`), and who he is (`l`). */
const draftLines = (batch_id: number) => sql`
  withhold_line line join bill b on b.bill_id = line.bill_id join bill_share s on s.bill_id = line.bill_id and s.party = 1
  left join lessee l on l.custom_id = line.custom_id
  where line.batch_id = ${batch_id} and line.result = ${inState(withholdLine, 'sent')}
`

const isDone = sql`(b.is_void = 1 or s.paid >= s.price)`

/** Whether the tenant of a draft's line (`line`, `l`) has agreed no more that it is paid from its account: he has revoked that, or named another one since. */
const isRevoked = (kind: number) => {
  const account = sql`l.${sql.id(hashName(accountColumn(kind === 2 ? 2 : 1)))} is distinct from line.${sql.id(hashName('account'))}`
  return kind === 2 ? sql`(${account})` : sql`(l.withhold is distinct from 1 or ${account})`
}

/** Whether the tenant of a line (`line`, `l`) has paid what nobody has matched yet, as his record or his name says: of that he would be debited a second time. */
const hasFree = sql`(
  line.custom_id in (select f.custom_id from flow f where f.unused > 0 and f."from" <> 3)
  or l.name in (select f.custom_name from flow f where f.unused > 0 and f."from" <> 3 and num_nonnulls(f.custom_id, f.company_id) = 0)
)`

/** Tells what will be sent, and what of it has been paid or voided, or may be debited no more, since the batch was made. */
export const foreseeSending = async ({ tx, session }: Context, { batch_id }: { batch_id: number }): Promise<Preview> => {
  const { rows: batches } = await sql<{
    status: number
    kind: number
  }>`select status, kind from withhold where batch_id = ${batch_id}`.execute(tx)
  const isDraft = batches[0]?.status === codeOf(withhold, 'draft')
  const { rows } = await sql<{
    bills: number
    accounts: number
    price: number
    paid: number
    less: number
    revoked: number
    planned: number
    free: number
  }>`
    select count(*)::integer as bills, count(distinct (line.${sql.id(hashName('account'))}, line.custom_name))::integer as accounts, coalesce(sum(line.price), 0)::bigint as price,
      count(*) filter (where ${isDone})::integer as paid,
      count(*) filter (where not ${isDone} and s.price - s.paid < line.price)::integer as less,
      count(*) filter (where not ${isDone} and ${isRevoked(batches[0]?.kind ?? 1)})::integer as revoked,
      count(*) filter (where not ${isDone} and not ${isRevoked(batches[0]?.kind ?? 1)} and ${isPlanned})::integer as planned,
      count(*) filter (where not ${isDone} and not ${isRevoked(batches[0]?.kind ?? 1)} and not ${isPlanned} and ${hasFree})::integer as free
    from ${draftLines(batch_id)} and ${inScope(session.scope, 'line.p_id')}
  `.execute(tx)
  const { bills = 0, accounts = 0, price = 0, paid = 0, less = 0, revoked = 0, planned = 0, free = 0 } = rows[0] ?? {}
  const facts = [
    { label: '账单', value: grouped(bills) },
    { label: '户数', value: grouped(accounts) },
    { label: '金额', value: `¥${fenToYuan(price)}` },
  ]
  const said = [
    ...(paid > 0 ? [isDraft ? `${paid} 张已付清或作废，导出时移出` : `${paid} 张导出后已付清或作废，扣成的留作预收`] : []),
    ...(less > 0 ? [isDraft ? `${less} 张已付了一部分，只扣未付的` : `${less} 张导出后已付了一部分，多扣的留作预收`] : []),
    ...(isDraft && revoked > 0 ? [`${revoked} 张的租客已解除或换了账号，导出时移出`] : []),
    ...(isDraft && planned > 0 ? [`${planned} 张已列入还款计划，导出时移出`] : []),
    ...(isDraft && free > 0 ? [`${free} 张的租客有未核销的收款：先核销再导出，免得收两次`] : []),
  ]
  return said.length > 0 ? { facts, said: said.join('；') } : { facts }
}

/** Takes off a draft what has been paid or voided since it was made, may be debited from its account no more, or is being paid by a plan. */
const takeOffDone = async (tx: Tx, { batch_id, kind }: HeldBatch): Promise<void> => {
  await sql`
    update withhold_line t set result = ${inState(withholdLine, 'dropped')}, reason = o.reason, version = t.version + 1, updated_at = epoch_now()
    from (
      select line.line_id, case when b.is_void = 1 then '导出前账单已作废' when s.paid >= s.price then '导出前已付清' when ${isRevoked(kind)} then '导出前已解除或换了账号' else '导出前已列入还款计划' end as reason
      from ${draftLines(batch_id)} and (${isDone} or ${isRevoked(kind)} or ${isPlanned})
    ) o where o.line_id = t.line_id
  `.execute(tx)
  await sql`
    update withhold_line t set price = o.rest, version = t.version + 1, updated_at = epoch_now()
    from (select line.line_id, s.price - s.paid as rest from ${draftLines(batch_id)} and s.price - s.paid < line.price) o where o.line_id = t.line_id
  `.execute(tx)
}

interface DraftLine {
  line_id: number
  account: string
  sealed: Buffer
  name: string
  price: number
  bank: string | null
  bank_no: string | null
  agreement: string | null
}

/** Parts the rows into files of at most so many rows and bytes; gives what each has. */
const partRows = (tx: Tx, batch: Batch, rows: readonly FileRow[], lines: ReadonlyMap<number, DraftLine>): FileRow[][] => {
  const { order, ...limits } = formatOf(batch.layout)
  const sealer = sealerOf(tx)
  const sizes = rows.map(({ row_no, price, lines: [first = 0] }) => {
    const line = lines.get(first)
    if (!line) throw new Error(`row ${row_no} has no line ${first}`)
    const { sealed, name, bank, bank_no, agreement } = line
    const whole = { row_no, name, price, bank, bank_no, agreement, account: sealer.open('bank', sealed), card: CARD }
    return bytesOfRow(order, orderRow(batch, whole) as never)
  })
  const around = writeLayout(order, [], toldOf(batch, `${batch.sn}-0000`)).length + 32
  let at = 0
  return splitRows(sizes, limits, around).map((count) => {
    at += count
    return rows.slice(at - count, at)
  })
}

/** Makes the files of a batch: rows of the same account merged, parted as the bank takes them. */
const makeFiles = async (tx: Tx, batch: HeldBatch, userId: number): Promise<number> => {
  const { rows: lines } = await sql<DraftLine>`
    select line_id, encode(${sql.id(hashName('account'))}, 'hex') as account, ${sql.id(sealedName('account'))} as sealed, custom_name as name, price, bank, bank_no, agreement from withhold_line
    where batch_id = ${batch.batch_id} and result = ${inState(withholdLine, 'sent')} order by line_id
  `.execute(tx)
  if (lines.length === 0) throw new CallError(409, '批次里的账单都已付清、作废、列入还款计划或不能再扣，没有要扣的：可以作废这个批次')
  const parts = partRows(tx, batch, mergeRows(lines), new Map(lines.map((line) => [line.line_id, line])))
  const files = await insertRows(
    tx,
    resourceNamed('withhold_file'),
    parts.map((rows, place) => ({
      number: `${batch.sn}-${place + 1}`,
      batch_id: batch.batch_id,
      rows: rows.length,
      price: rows.reduce((sum, { price }) => sum + price, 0),
      p_id: batch.p_id,
    })),
    userId,
  )
  const placed = parts.flatMap((rows, place) =>
    rows.flatMap(({ row_no, lines: of }) => of.map((line_id) => ({ line_id, row_no, file_id: files[place] }))),
  )
  await sql`
    update withhold_line t set row_no = p.row_no, file_id = p.file_id, version = t.version + 1, updated_at = epoch_now()
    from json_to_recordset(${JSON.stringify(placed)}::json) as p (line_id integer, row_no integer, file_id integer) where p.line_id = t.line_id
  `.execute(tx)
  return parts.length
}

/**
 * Sends a batch, the first time by making its files, and logs that whole account numbers leave the house; gives of which batch the files are to be drawn. Throws 404 for a
 * batch out of scope, 409 for one that was answered or voided, or of which nothing is owed any more.
 */
export const send = async (context: Context, seen: SeenBatch): Promise<Batch> => {
  const { tx, session, now } = context
  const batch = await holdBatch(tx, seen, session.scope)
  const { batch_id } = batch
  if (!codesOf(withhold, 'open').includes(batch.status)) throw new CallError(409, '当前状态不能导出代扣文件，请刷新后重试')
  if (batch.status === codeOf(withhold, 'draft')) {
    await takeOffDone(tx, batch)
    await makeFiles(tx, batch, session.userId)
    await moveBySystem({ tx, session, now }, 'withhold', 'send', [batch_id], { exported_on: dateOf(now), merchant: batch.merchant })
  }
  await logDeed(tx, { resource: resourceNamed('withhold'), key: batch_id, title: `${batch.sn} 代扣文件`, p_id: batch.p_id })
  const { sn, kind, layout, merchant, day } = batch
  return { batch_id, sn, kind, layout, merchant, day }
}
