import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { LayoutRow } from '../../../src/core/fileLayout.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { codeOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import filing from '../../../src/resources/filing/filing.ts'
import type { filedNumbersForm } from '../../../src/schemas/filing/filing.ts'
import type { Session } from '../../caller/session.ts'
import type { Context } from '../../calls/defineCall.ts'
import { ownProject } from '../../calls/ownProject.ts'
import { moveBySystem } from '../../calls/transition.ts'
import type { Upload } from '../../files/upload.ts'
import { readLines, refusedAt } from '../../imports/layouts/readLayout.ts'
import { fileHash, refuseSameFile } from '../../imports/layouts/sameFile.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { insertRow, updateRows } from '../../store/writing/write.ts'
import leaseFiling from './layouts/leaseFiling.ts'

interface Line {
  number: number
  row: LayoutRow<typeof leaseFiling>
}

/** The authority's file as it was read. */
interface ReadNumbers {
  name: string
  sha256: string
  lines: readonly Line[]
}

/** What the file says of a filing that it leads to. */
interface Known {
  filing_id: number
  sn: string
  custom_name: string
  status: number
  signed_on: string
  filing_no: string | null
}

/** A number that was given, with its day. */
export interface Given {
  filing_no: string
  filed_on: string
}

/** Reads the authority's file, before any connection is taken. Throws 400 at `file`, with the line and the reason, for what is not whole and right. */
export const readNumbers = async ({ file }: { file: Upload | null }): Promise<ReadNumbers> => {
  if (!file) throw new CallError(400, '请选择文件', { field: 'file' })
  const lines = await readLines(leaseFiling, file.bytes)
  if (lines.length === 0) throw new CallError(400, '文件里一行也没有', { field: 'file' })
  const [sns, numbers] = [new Map<string, number>(), new Map<string, number>()]
  for (const { number, row } of lines) {
    const { sn, filing_no, filed_on, note } = row
    if (sns.has(sn)) throw refusedAt(number, `合同号 ${sn} 与第 ${sns.get(sn)} 行重复`)
    sns.set(sn, number)
    if (filing_no === null) {
      if (note === null) throw refusedAt(number, `合同 ${sn} 没有备案号，也没有说明`)
      continue
    }
    if (filed_on === null) throw refusedAt(number, `合同 ${sn} 有备案号，没有备案日期`)
    if (numbers.has(filing_no)) throw refusedAt(number, `备案号 ${filing_no} 与第 ${numbers.get(filing_no)} 行重复`)
    numbers.set(filing_no, number)
  }
  return { name: file.name, sha256: fileHash(file.bytes), lines }
}

/** Gives the filings of contracts by their numbers, held until the transaction ends. */
const knownOf = async (tx: Tx, sns: readonly string[], scope: Scope): Promise<ReadonlyMap<string, Known>> => {
  const { rows } = await sql<Known>`
    select f.filing_id, c.sn, f.custom_name, f.status, f.signed_on, f.filing_no from filing f join contract c on c.contract_id = f.contract_id
    where c.sn = any(${keyList(sns, 'text')}) and ${inScope(scope, 'f.p_id')} order by f.filing_id for no key update of f
  `.execute(tx)
  return new Map(rows.map((row) => [row.sn, row]))
}

/** Gives which of these numbers are a contract's already, whichever project it is of, and of which filing. */
const takenOf = async (tx: Tx, numbers: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ filing_id: number; filing_no: string }>`
    select filing_id, filing_no from filing where status = ${inState(filing, 'filed')} and filing_no = any(${keyList(numbers, 'text')})
  `.execute(tx)
  return new Map(rows.map(({ filing_id, filing_no }) => [filing_no, filing_id]))
}

type Judged = { is: 'filed' | 'known'; filing_id: number; given: Given } | { is: 'returned'; filing_id: number; note: string }

/** Judges a line. Throws 400 at `file`, with the line and the reason, where it cannot be. */
const judge = ({ number, row }: Line, known: Known | undefined, { taken, today }: { taken: number | undefined; today: string }): Judged => {
  const { sn, custom_name, filing_no, filed_on, note } = row
  const refuse = (reason: string): never => {
    throw refusedAt(number, reason)
  }
  if (!known) return refuse(`备案台账里没有合同 ${sn}，或不在您负责的项目内`)
  const { filing_id } = known
  if (known.custom_name !== custom_name) return refuse(`合同 ${sn} 的承租方是“${known.custom_name}”，文件里是“${custom_name}”`)
  if (known.status === codeOf(filing, 'waived')) return refuse(`合同 ${sn} 已登记为不须备案`)
  const isFiled = known.status === codeOf(filing, 'filed')
  if (filing_no === null || filed_on === null) {
    if (isFiled) return refuse(`合同 ${sn} 已备案（${known.filing_no}），文件里说没有通过`)
    return { is: 'returned', filing_id, note: note ?? '' }
  }
  const given = { filing_no, filed_on }
  if (isFiled && known.filing_no === filing_no) return { is: 'known', filing_id, given }
  if (isFiled) return refuse(`合同 ${sn} 已备案，备案号是 ${known.filing_no}，文件里是 ${filing_no}`)
  if (taken !== undefined) return refuse(`备案号 ${filing_no} 已登记在另一份合同上`)
  if (filed_on > today) return refuse(`合同 ${sn} 的备案日期 ${filed_on} 晚于今天`)
  if (filed_on < known.signed_on) return refuse(`合同 ${sn} 的备案日期 ${filed_on} 早于签订日期 ${known.signed_on}`)
  return { is: 'filed', filing_id, given }
}

/**
 * Enters the numbers of the authority's file, all or none, and keeps the batch: what was filed with the same number before stays as it is, what was not filed has the reason
 * written to it. Throws 400 at `file` for a line that cannot be, 409 where the very same file was read before.
 */
export const enterNumbers = async (context: Context<Session, ReadNumbers>, { p_id }: FormValue<typeof filedNumbersForm>) => {
  const { tx, session, now, prepared } = context
  const { name, sha256, lines } = prepared
  const project = await ownProject(tx, session.scope, p_id)
  await refuseSameFile(tx, 'filing_batch', sha256, project)
  const known = await knownOf(
    tx,
    lines.map(({ row }) => row.sn),
    project === null ? null : [project],
  )
  const taken = await takenOf(
    tx,
    lines.flatMap(({ row }) => row.filing_no ?? []),
  )
  const today = dateOf(now)
  const judged = lines.map((line) => judge(line, known.get(line.row.sn), { taken: taken.get(line.row.filing_no ?? ''), today }))
  const counted = (is: Judged['is']): number => judged.filter((one) => one.is === is).length
  const [filed, before, returned] = [counted('filed'), counted('known'), counted('returned')]
  const batch = { file_name: name.slice(0, 200), sha256, lines: lines.length, filed, known: before, returned, p_id: project }
  const batch_id = await insertRow(tx, resourceNamed('filing_batch'), batch, session.userId)
  const given = new Map(judged.flatMap((one) => (one.is === 'filed' ? [[one.filing_id, one.given] as const] : [])))
  if (given.size > 0) await moveBySystem({ tx, session, now }, 'filing', 'number', [...given.keys()], { given, batch_id, reason: null })
  for (const one of judged)
    if (one.is === 'returned')
      await updateRows(tx, resourceNamed('filing'), [one.filing_id], { reason: `备案未通过：${one.note}`, batch_id })
  const said = `登记 ${filed} 份`
  const more = [...(before > 0 ? [`原已登记 ${before} 份`] : []), ...(returned > 0 ? [`未通过 ${returned} 份`] : [])]
  return { batch_id, filed, known: before, returned, said: [said, ...more].join('，') }
}
