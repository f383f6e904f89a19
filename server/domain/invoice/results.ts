import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { LayoutRow } from '../../../src/core/fileLayout.ts'
import { codeOf, codesOf } from '../../../src/core/states.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import invoiceRequest from '../../../src/resources/invoice/invoice.ts'
import type { Session } from '../../caller/session.ts'
import type { Context } from '../../calls/defineCall.ts'
import { ownProject } from '../../calls/ownProject.ts'
import { moveBySystem } from '../../calls/transition.ts'
import type { Upload } from '../../files/upload.ts'
import { readLines, refusedAt } from '../../imports/layouts/readLayout.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import layout from './layouts/invoiceResult.ts'

interface Line {
  number: number
  row: LayoutRow<typeof layout>
}

/** Reads a file of results, before any connection is taken. Throws 400 at `file`, with the line and the reason, for what is not whole and right. */
export const readResults = async ({ file }: { file: Upload | null }): Promise<readonly Line[]> => {
  if (!file) throw new CallError(400, '请选择文件', { field: 'file' })
  const lines = await readLines(layout, file.bytes)
  if (lines.length === 0) throw new CallError(400, '文件里一行也没有', { field: 'file' })
  const [sns, numbers] = [new Map<string, number>(), new Map<string, number>()]
  for (const { number: line, row } of lines) {
    const { sn, number, issued_on, price, reason } = row
    if (sns.has(sn)) throw refusedAt(line, `申请号 ${sn} 与第 ${sns.get(sn)} 行重复`)
    sns.set(sn, line)
    if (number === null) {
      if (reason === null) throw refusedAt(line, `申请 ${sn} 没有发票号码，也没有失败原因`)
      continue
    }
    if (!/^\d{20}$/.test(number)) throw refusedAt(line, `发票号码 ${number} 不是20位数字`)
    if (issued_on === null) throw refusedAt(line, `申请 ${sn} 有发票号码，没有开票日期`)
    if (price === null) throw refusedAt(line, `申请 ${sn} 有发票号码，没有价税合计`)
    if (numbers.has(number)) throw refusedAt(line, `发票号码 ${number} 与第 ${numbers.get(number)} 行重复`)
    numbers.set(number, line)
  }
  return lines
}

interface Known {
  invoice_id: number
  sn: string
  status: number
  price: number
  number: string | null
}

/** Gives requests by their numbers, held until the transaction ends. */
const knownOf = async (tx: Tx, sns: readonly string[], scope: Scope): Promise<ReadonlyMap<string, Known>> => {
  const { rows } = await sql<Known>`
    select invoice_id, sn, status, price, number from invoice_request where sn = any(${keyList(sns, 'text')}) and ${inScope(scope, 'p_id')}
    order by invoice_id for no key update
  `.execute(tx)
  return new Map(rows.map((row) => [row.sn, row]))
}

/** Gives of which requests these numbers are already, whichever project they are of. */
const takenOf = async (tx: Tx, numbers: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ sn: string; number: string }>`
    select sn, number from invoice_request where number = any(${keyList(numbers, 'text')})
  `.execute(tx)
  return new Map(rows.map(({ sn, number }) => [number, sn]))
}

type Judged =
  | { is: 'issued'; invoice_id: number; given: { number: string; issued_on: string } }
  | { is: 'failed'; invoice_id: number; reason: string }
  | { is: 'known' }

/** Judges a line. Throws 400 at `file`, with the line and the reason, where it cannot be. */
const judge = ({ number: line, row }: Line, known: Known | undefined, owner: string | undefined, today: string): Judged => {
  const { sn, number, issued_on, price, reason } = row
  const refuse = (why: string): never => {
    throw refusedAt(line, why)
  }
  if (!known) return refuse(`没有申请 ${sn}，或不在您负责的项目内`)
  const { invoice_id, status } = known
  if (status === codeOf(invoiceRequest, 'withdrawn')) return refuse(`申请 ${sn} 已撤回`)
  const isMade = codesOf(invoiceRequest, 'made').includes(status)
  if (number === null || issued_on === null) {
    if (isMade) return refuse(`申请 ${sn} 已开出发票 ${known.number}，文件里说没有开成`)
    return { is: 'failed', invoice_id, reason: (reason ?? '').slice(0, 200) }
  }
  if (price !== known.price) return refuse(`申请 ${sn} 的价税合计是 ${fenToYuan(known.price)}，文件里是 ${fenToYuan(price ?? 0)}`)
  if (isMade && known.number === number) return { is: 'known' }
  if (isMade) return refuse(`申请 ${sn} 已开出发票 ${known.number}，文件里是 ${number}`)
  if (owner !== undefined) return refuse(`发票号码 ${number} 已登记在申请 ${owner} 上`)
  if (issued_on > today) return refuse(`申请 ${sn} 的开票日期 ${issued_on} 晚于今天`)
  return { is: 'issued', invoice_id, given: { number, issued_on } }
}

/**
 * Takes what became of requests, all or none; what was known with the same number stays. Throws 400 at `file` for a line that cannot be: of another's request, of another
 * total, a number that is taken.
 */
export const takeResults = async (context: Context<Session, readonly Line[]>, { p_id }: { p_id?: number }) => {
  const { tx, session, now, prepared: lines } = context
  const project = await ownProject(tx, session.scope, p_id)
  const known = await knownOf(
    tx,
    lines.map(({ row }) => row.sn),
    project === null ? session.scope : [project],
  )
  const taken = await takenOf(
    tx,
    lines.flatMap(({ row }) => row.number ?? []),
  )
  const judged = lines.map((line) => judge(line, known.get(line.row.sn), taken.get(line.row.number ?? ''), dateOf(now)))
  const acting = { tx, session, now }
  const given = new Map(judged.flatMap((one) => (one.is === 'issued' ? [[one.invoice_id, one.given] as const] : [])))
  if (given.size > 0)
    await moveBySystem(
      acting,
      invoiceRequest.name,
      'issue',
      [...given.keys()].sort((a, b) => a - b),
      { given },
    )
  const failing = judged.flatMap((one) => (one.is === 'failed' ? [one] : []))
  const news = failing.filter(({ invoice_id }) =>
    [...known.values()].some((one) => one.invoice_id === invoice_id && one.status !== codeOf(invoiceRequest, 'failed')),
  )
  const reasons = new Map(news.map(({ invoice_id, reason }) => [invoice_id, reason]))
  if (reasons.size > 0) await moveBySystem(acting, invoiceRequest.name, 'refuse', [...reasons.keys()], { reasons })
  const before = judged.filter(({ is }) => is === 'known').length
  const said = [
    `开出 ${given.size} 张`,
    ...(failing.length > 0 ? [`没有开成 ${failing.length} 张`] : []),
    ...(before > 0 ? [`原已登记 ${before} 张`] : []),
  ]
  return { issued: given.size, failed: failing.length, known: before, said: said.join('，') }
}
