import { CallError } from '../../src/core/errors.ts'
import { exportTypeOf } from '../../src/core/exportType.ts'
import { resourceNamed } from '../../src/declared/declared.ts'
import { standingOf } from '../caller/standing.ts'
import { downloadFilesIn } from '../files/downloads.ts'
import type { JobContext, JobResult } from '../jobs/defineJob.ts'
import { addJob, makerOf, openJobs } from '../jobs/queue.ts'
import { makeThread } from '../load/thread.ts'
import type { Database, Tx } from '../store/connection/database.ts'
import { type Actor, inTransaction } from '../store/connection/transaction.ts'
import type { Scope } from '../store/reading/filters.ts'
import { allotPapers } from './allot.ts'
import type { PrintSpec } from './definePrint.ts'
import { drawPapers, keptPapers } from './draw.ts'
import { printDisk, withPapers } from './files.ts'
import { copiesBy, handOut } from './handOut.ts'
import type { MergeTask } from './mergeThread.ts'
import mergeThread from './mergeThread.ts?thread'
import { drawnBy, printsByName } from './registry.ts'
import { stampOf } from './stamp.ts'
import { printingAction, standingFor } from './standing.ts'

/** The kind of its jobs. */
export const PRINT = 'print'

/** One person's jobs of this kind that wait or run. */
const OPEN_PRINTS = 10

/** What such a job keeps. */
interface PrintParams {
  name: string
  keys: readonly number[]
  address: string
}

/** What its record keeps of its file; the projects are those that its maker might see. */
export interface PrintResult {
  file: string
  bytes: number
  scope: Scope
  /** Codes of the lists of which it says rows. */
  reads?: readonly string[]
}

/** Putting a thousand papers together takes some seconds: apart from the thread that draws, for which someone may be waiting. */
const merged = makeThread<MergeTask, number>({
  file: mergeThread,
  waiting: 4,
  patience: 120,
  full: '正在打印的太多，请稍后再试',
  seconds: 120,
  late: '合成 PDF 超过 120 秒没有完成，已停止，请分几次打印',
})

/** Puts the printing of several records in the queue; their papers will be one file. 429 where ten of one's own are under way. */
export const beginPrint = async (
  tx: Tx,
  spec: PrintSpec,
  { keys, userId, address }: { keys: readonly number[]; userId: number; address: string },
): Promise<{ id: number; type: number }> => {
  if ((await openJobs(tx, userId, PRINT)) >= OPEN_PRINTS)
    throw new CallError(429, `您有 ${OPEN_PRINTS} 个打印还没完成，请等完成后再打印`, { seconds: 60 })
  const type = exportTypeOf(`print ${spec.name}`)
  const params: PrintParams = { name: spec.name, keys, address }
  return { id: await addJob(tx, { name: PRINT }, { msg: `${spec.label}.pdf`, type, params: { ...params }, userId }), type }
}

/** Gives what is laid on each of these papers, by place: nothing where copies are not marked, or it is the first. */
const stampsOf = async (
  db: Database,
  { marksCopies }: PrintSpec,
  printIds: readonly number[],
  jobId: number,
): Promise<(Uint8Array | null)[]> => {
  if (!marksCopies) return []
  const drawn = new Map<number, Uint8Array | null>()
  const stamps: (Uint8Array | null)[] = []
  for (const copies of await copiesBy(db, printIds, jobId)) {
    if (!drawn.has(copies)) drawn.set(copies, await stampOf(copies))
    stamps.push(drawn.get(copies) ?? null)
  }
  return stamps
}

/** A transaction in which all records get their numbers holds the series: so many at once are soon done. */
const NUMBERED_AT_ONCE = 100

/**
 * Does such a job: every record gets its paper, those without one are drawn, and all are put together in the order asked for. What its maker may
 * print is judged now. A job that is begun again finds what it had drawn, and hands nothing out twice.
 */
export const runPrint = async ({ job, db, config, signal, tell }: JobContext): Promise<JobResult> => {
  const { name, keys, address } = job.params as unknown as PrintParams
  const spec = printsByName().get(name)
  if (!spec) throw new CallError(404, '此版本没有这个打印')
  const { dataDir, secretKey } = config
  const maker = makerOf(job)
  const standing = await standingOf(db, maker, spec.can)
  if (!standing?.isPermitted) throw new CallError(403, `没有权限：打印${spec.label}`)
  const action = printingAction(resourceNamed(spec.of), spec)
  const made = drawnBy(spec)
  const reader = { userId: maker, scope: standing.scope }
  const actor: Actor = { userId: maker, path: spec.can, label: action.label, address }

  const ids: number[] = []
  const atOnce = spec.makes?.joins ? keys.length : NUMBERED_AT_ONCE
  for (let from = 0; from < keys.length; from += atOnce) {
    const portion = keys.slice(from, from + atOnce)
    const papers = await inTransaction(db, actor, async (tx) =>
      allotPapers(tx, made, (await standingFor({ tx, reader }, spec, portion)).records, reader),
    )
    const portionIds = papers.map(({ print_id }) => print_id).filter((id) => !ids.includes(id))
    await drawPapers({ db, dataDir, secretKey }, made, portionIds, { signal, tell: (done) => tell(from + done, keys.length) })
    ids.push(...portionIds)
  }

  const kept = await keptPapers(db, ids)
  const stamps = await stampsOf(db, made, ids, job.job_id)
  const hashes = ids.map((id) => kept.get(id)?.sha256 ?? '')
  const files = downloadFilesIn(dataDir)
  const file = `${job.job_id}-${job.attempt}.pdf`
  const bytes = await withPapers(printDisk(dataDir), hashes, (paths) =>
    files.make(file, async (path) => void (await merged({ paths, to: path, title: spec.label, stamps }))),
  )
  signal.throwIfAborted()
  await inTransaction(db, actor, (tx) => handOut(tx, made, resourceNamed(made.of), ids, { userId: maker, jobId: job.job_id }))
  const result: PrintResult = { file, bytes, scope: standing.scope, reads: spec.reads?.().map(({ code }) => code) ?? [] }
  return { total: keys.length, result, said: `打印 ${ids.length} 份` }
}
