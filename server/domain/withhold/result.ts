import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import { minuteOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import withhold from '../../../src/resources/withhold/withhold.ts'
import withholdFile from '../../../src/resources/withhold/withholdFile.ts'
import type { Session } from '../../caller/session.ts'
import type { Context } from '../../calls/defineCall.ts'
import { moveBySystem } from '../../calls/transition.ts'
import type { Upload } from '../../files/upload.ts'
import { readWhole, refusedAt } from '../../imports/layouts/readLayout.ts'
import { fileHash } from '../../imports/layouts/sameFile.ts'
import type { Told } from '../../imports/layouts/writeLayout.ts'
import { addJob } from '../../jobs/queue.ts'
import { hashName } from '../../store/bringUp/tables.ts'
import type { Database, Tx } from '../../store/connection/database.ts'
import { inSet } from '../../store/reading/states.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { toldOf } from './draw.ts'
import { formatOf } from './formats.ts'
import { withholdJob } from './jobs.ts'
import { judgeResult, type Outcome, type ResultRow, type SentRow, WrongResult } from './rules/result.ts'
import { shareOut } from './rules/rows.ts'
import { type HeldBatch, holdBatch, type SeenBatch } from './send.ts'

/** A result as it was read: its rows, their accounts hashed, and what its head tells. */
interface ReadResult {
  name: string
  sha256: string
  rows: readonly ResultRow[]
  told: Told
}

/** So many accounts are hashed before others have their turn. */
const SPELL = 2000

const refused = (message: string, code: 400 | 409 = 400): CallError => new CallError(code, message, { field: 'file' })

type Read = Readonly<Record<string, string | number | null>>

interface Arrived {
  db: Database
  file: Upload | null
  params: Readonly<Record<string, unknown>>
}

const read = async ({ db, file, params }: Arrived): Promise<ReadResult> => {
  if (!file) throw refused('请选择文件')
  const { rows: batches } = await sql<{ layout: number }>`select layout from withhold where batch_id = ${Number(params.batch_id)}`.execute(
    db,
  )
  if (!batches[0]) throw new CallError(404)
  const { told, lines } = await readWhole(formatOf(batches[0].layout).result, file.bytes)
  if (lines.length === 0) throw refused('文件里一行也没有')
  const sealer = sealerOf(db)
  const rows: ResultRow[] = []
  for (const { number: line, row } of lines) {
    const { row_no, account, name, price, status, paid = null, message } = row as Read
    if (!/^\d{1,8}$/.test(String(row_no))) throw refusedAt(line, '序号不是数')
    rows.push({
      ...{ line, row_no: Number(row_no), account: sealer.hash('bank', String(account)).toString('hex'), name: String(name) },
      ...{
        price: Number(price),
        status: String(status ?? ''),
        paid: paid === null ? null : Number(paid),
        message: message === null ? null : String(message),
      },
    })
    if (rows.length % SPELL === 0) await turn()
  }
  return { name: file.name, sha256: fileHash(file.bytes), rows, told }
}

/**
 * Reads a result by the layout of its batch, before any connection is held; what is not whole and right is 400 at `file`, with the line and the reason. Given, not
 * thrown: whose batch it is not is told of no file.
 */
export const readResult = (arrived: Arrived): Promise<ReadResult | CallError> =>
  read(arrived).catch((error: unknown) => {
    if (error instanceof CallError) return error
    throw error
  })

interface SentFile {
  file_id: number
  number: string
  status: number
  answered_at: number | null
  who: string | null
}

/** Throws 409 where the very same result was taken before, whatever batch it is said to be of. */
const refuseAgain = async (tx: Tx, sha256: string): Promise<void> => {
  const { rows } = await sql<SentFile & { sn: string }>`
    select f.number, f.answered_at, a.name as who, w.sn from withhold_file f join withhold w on w.batch_id = f.batch_id left join account a on a.user_id = f.answered_by
    where f.sha256 = ${sha256} and f.status in (${inSet(withholdFile, 'answered')}) limit 1
  `.execute(tx)
  const [before] = rows
  if (before)
    throw refused(
      `此回盘已由${before.who ?? '系统'}于 ${minuteOf(before.answered_at ?? 0)} 导入过（批次 ${before.sn}，文件 ${before.number}），没有再次入账`,
      409,
    )
}

/** The file that a result answers: the one whose row its first row is. Throws where there is none, or where it has been answered. */
const answeredFile = async (tx: Tx, batch: HeldBatch, [first]: readonly ResultRow[]): Promise<SentFile> => {
  const { rows } = await sql<SentFile>`
    select f.file_id, f.number, f.status, f.answered_at, a.name as who from withhold_file f left join account a on a.user_id = f.answered_by
    where f.file_id = (select file_id from withhold_line where batch_id = ${batch.batch_id} and row_no = ${first?.row_no ?? 0} limit 1)
  `.execute(tx)
  const [file] = rows
  if (!file) throw refusedAt(first?.line ?? 0, `序号 ${first?.row_no} 不在批次 ${batch.sn} 送出的文件里，可能是别的批次的回盘`)
  if (file.status !== codeOf(withholdFile, 'waiting'))
    throw refused(`文件 ${file.number} 的回盘已由${file.who ?? '系统'}于 ${minuteOf(file.answered_at ?? 0)} 导入过，没有再次入账`, 409)
  return file
}

interface SentLine extends SentRow {
  line_id: number
}

const sentLines = async (tx: Tx, file_id: number): Promise<SentLine[]> => {
  const { rows } = await sql<SentLine>`
    select line_id, row_no, encode(${sql.id(hashName('account'))}, 'hex') as account, custom_name as name, price from withhold_line
    where file_id = ${file_id} order by row_no, line_id
  `.execute(tx)
  return rows
}

const groupsOf = (lines: readonly SentLine[]): Map<number, SentLine[]> => {
  const groups = new Map<number, SentLine[]>()
  for (const line of lines) {
    const group = groups.get(line.row_no)
    if (group) group.push(line)
    else groups.set(line.row_no, [line])
  }
  return groups
}

/** Judges a result against what was sent. Throws 400 at `file`, with the line and the reason. */
const judged = (
  batch: HeldBatch,
  file: SentFile,
  groups: ReadonlyMap<number, readonly SentLine[]>,
  { rows, told }: ReadResult,
): Outcome[] => {
  for (const [name, wanted] of Object.entries(toldOf(batch, file.number)))
    if (told[name] !== undefined && told[name] !== wanted)
      throw refusedAt(1, `${name === 'batch' ? '批次号' : '商户号'}是“${told[name]}”，送出的是“${wanted}”，是别的批次或别的银行的回盘`)
  const sent = [...groups.values()].flatMap((lines): SentRow[] => {
    const [first] = lines
    return first ? [{ ...first, price: lines.reduce((sum, { price }) => sum + price, 0) }] : []
  })
  try {
    return judgeResult(sent, rows, formatOf(batch.layout))
  } catch (error) {
    if (!(error instanceof WrongResult)) throw error
    throw error.line === 0 ? refused(`${error.message}，整个文件没有读入`) : refusedAt(error.line, error.message)
  }
}

/** What each line of a row gets of what the row brought; what is not paid in full says why. */
const outcomesOf = (groups: ReadonlyMap<number, readonly SentLine[]>, outcomes: readonly Outcome[]) =>
  outcomes.flatMap(({ row_no, paid, reason }) => {
    const lines = groups.get(row_no) ?? []
    const parts = shareOut(
      paid,
      lines.map(({ price }) => price),
    )
    return lines.map(({ line_id, price }, place) => {
      const part = parts[place] ?? 0
      const said = part < price ? (reason ?? '没有付足') : null
      return { line_id, paid: part, reason: said?.slice(0, 200) ?? null }
    })
  })

/**
 * Takes the result of a file of a batch, all or nothing, and has the system book it (jobs.ts). Throws 400 at `file` for a line that cannot be, 404 for a batch out of scope,
 * 409 where it was taken before.
 */
export const takeResult = async (context: Context<Session, ReadResult | CallError>, seen: SeenBatch) => {
  const { tx, session, now, prepared } = context
  const acting = { tx, session, now }
  const batch = await holdBatch(tx, seen, session.scope)
  const { batch_id } = batch
  if (prepared instanceof CallError) throw prepared
  const { name, sha256, rows } = prepared
  await refuseAgain(tx, sha256)
  if (batch.status === codeOf(withhold, 'draft') || batch.status === codeOf(withhold, 'void'))
    throw refused('当前状态不能导入回盘，请刷新后重试', 409)
  const file = await answeredFile(tx, batch, rows)
  const groups = groupsOf(await sentLines(tx, file.file_id))
  const outcomes = judged(batch, file, groups, prepared)
  await sql`
    update withhold_line t set paid = p.paid, reason = p.reason, version = t.version + 1, updated_at = epoch_now()
    from json_to_recordset(${JSON.stringify(outcomesOf(groups, outcomes))}::json) as p (line_id integer, paid bigint, reason text) where p.line_id = t.line_id
  `.execute(tx)
  const done = outcomes.filter(({ paid }) => paid > 0)
  const counts = {
    done_rows: done.length,
    done_price: done.reduce((sum, { paid }) => sum + paid, 0),
    failed_rows: outcomes.length - done.length,
  }
  const answer = { ...counts, sha256, answer_name: name.slice(0, 200), answered_at: now, answered_by: session.userId }
  await moveBySystem(acting, 'withhold_file', 'answer', [file.file_id], answer)
  await addJob(tx, withholdJob, { msg: `${withholdJob.label} ${file.number}`, type: 0, params: {}, userId: session.userId })
  return {
    batch_id,
    ...counts,
    said: `成功 ${counts.done_rows} 户 ¥${fenToYuan(counts.done_price)}，失败 ${counts.failed_rows} 户，正在入账`,
  }
}
