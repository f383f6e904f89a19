import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import { codesLacking } from '../caller/standing.ts'
import type { Tx } from '../store/connection/database.ts'
import { sealerOf } from '../store/sealing/sealer.ts'
import { takeNumbers } from '../store/writing/series.ts'
import type { PrintContent, PrintSpec, Reader } from './definePrint.ts'
import type { PrintedRecord } from './records.ts'

/** A paper that has its number; drawn or not. */
export interface Paper {
  print_id: number
  number: string
  record_id: number
}

const DIGITS = 8
/** What a paper may say, as JSON, in bytes: some fifty pages. Drawing it takes memory and time that grow with it. */
const MAX_CONTENT = 200_000

/** A record, and by what its paper is told from others of its version. */
interface Wanted extends PrintedRecord {
  edition: string
}

type Contents = ReadonlyMap<number, PrintContent>

/** The papers that these records have in the versions that they are in. */
const papersOf = async (tx: Tx, { name, settled }: PrintSpec, wanted: readonly Wanted[]): Promise<Map<number, Paper>> => {
  const [keys, versions, editions] = [
    wanted.map(({ key }) => key),
    wanted.map(({ version }) => version),
    wanted.map(({ edition }) => edition),
  ]
  const { rows } = await sql<Paper>`
    select print_id, number, record_id from print
    join unnest(${keys}::integer[], ${versions}::integer[], ${editions}::text[]) as asked (key, version, edition)
      on record_id = asked.key and (${settled !== undefined} or print.version = asked.version and print.edition = asked.edition)
    where name = ${name}
  `.execute(tx)
  return new Map(rows.map((paper) => [paper.record_id, paper]))
}

/** Numbers in full stand beside what a paper says, sealed under its number, until it is drawn. */
const sealNumbers = async (tx: Tx, rows: readonly { number: string | undefined; numbers: PrintContent['numbers'] }[]): Promise<void> => {
  for (const { number = '', numbers } of rows) {
    if (!numbers) continue
    const sealed = sealerOf(tx).sealFile(`print ${number}`, Buffer.from(JSON.stringify(numbers)))
    await sql`insert into print_sealed (print_id, sealed) select print_id, ${sealed} from print where number = ${number}`.execute(tx)
  }
}

const written = async (tx: Tx, spec: PrintSpec, wanted: readonly Wanted[], contents: Contents, userId: number | null): Promise<void> => {
  const own = wanted.map(({ key }) => contents.get(key)?.number)
  const numbers = await takeNumbers(
    tx,
    { letters: spec.letters, isDated: false, digits: DIGITS },
    own.filter((one) => one === undefined).length,
  )
  const rows = wanted.map(({ key, ...record }, index) => {
    const { numbers: _, number: __, ...content } = contents.get(key) ?? {}
    return { key, ...record, number: own[index] ?? numbers.shift(), content: contents.has(key) ? content : undefined }
  })
  for (const { title, content } of rows)
    if (!content) throw new CallError(404)
    else if (JSON.stringify(content).length > MAX_CONTENT) throw new CallError(409, `${title}的内容太长，不能打印`)
  await sql`
    insert into print (name, edition, label, resource, record_id, record_title, version, p_id, number, content, created_by)
    select ${spec.name}, edition, ${spec.label}, ${spec.of}, key, title, version, p_id, number, content, ${userId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as made (key integer, edition text, title text, version integer, p_id integer, number text, content jsonb)
    order by number
  `.execute(tx)
  await sealNumbers(
    tx,
    rows.map(({ key, number }) => ({ number, numbers: contents.get(key)?.numbers })),
  )
}

const keysOf = (records: readonly PrintedRecord[]): number[] => records.map(({ key }) => key)

/** Throws 403 where whoever prints may not read a list of which the paper says rows. */
const checkReads = async (tx: Tx, spec: PrintSpec, userId: number): Promise<void> => {
  const lists = spec.reads?.() ?? []
  const lacking = await codesLacking(
    tx,
    userId,
    lists.map(({ code }) => code),
  )
  const labels = lists.filter(({ code }) => lacking.includes(code)).map(({ label }) => `“${label}”`)
  if (labels.length > 0)
    throw new CallError(403, `单据里有${[...new Set(labels)].join('、')}的内容，您没有查看的权限，不能打印${spec.label}`)
}

/** What is reckoned, referred to or listed changes without the record's version: what is said tells papers apart. Numbers in full are in it by a keyed hash alone. */
const withEditions = (tx: Tx, { edition = '' }: PrintSpec, records: readonly PrintedRecord[], contents: Contents | null): Wanted[] =>
  records.map((record) => {
    if (!contents) return { ...record, edition }
    const { values, reads, numbers } = contents.get(record.key) ?? {}
    return { ...record, edition: `${edition}.${sealerOf(tx).digest(JSON.stringify([values, reads, numbers]))}` }
  })

/**
 * Gives each of these records its paper, in their order: the one that it has, if neither it nor the print's text nor, where no deed settles it, anything that
 * it says has changed since, or a new one with the next number. What a new one says is read and written here, in the same transaction; it is drawn
 * later (draw.ts), outside of any. Throws 403 where the reader may not read one of the lists that it says rows of.
 */
export const allotPapers = async (tx: Tx, spec: PrintSpec, records: readonly PrintedRecord[], reader: Reader): Promise<Paper[]> => {
  if (spec.reads) await checkReads(tx, spec, reader.userId)
  // Of two who print the same record at once the second finds the first one's paper.
  await sql`select pg_advisory_xact_lock(hashtextextended(${spec.name}, 826104))`.execute(tx)
  const source = { tx, reader }
  const dataOf = async (some: readonly PrintedRecord[]): Promise<Contents> => (await spec.data?.(source, keysOf(some))) ?? new Map()
  const said = spec.settled === undefined && spec.data ? await dataOf(records) : null
  const wanted = withEditions(tx, spec, records, said)
  const had = await papersOf(tx, spec, wanted)
  const without = wanted.filter(({ key }) => !had.has(key))
  if (spec.settled !== undefined && !spec.data && without.length > 0) throw new CallError(409, spec.settled)
  if (without.length > 0) await written(tx, spec, without, said ?? (await dataOf(without)), reader.userId)
  const all = without.length > 0 ? await papersOf(tx, spec, wanted) : had
  return records.map(({ key }) => all.get(key) as Paper)
}

/** Settles what the papers of these records say, in the transaction of the deed that does it: from now on they are what is printed of them. */
export const settlePapers = async (
  tx: Tx,
  spec: PrintSpec,
  records: readonly PrintedRecord[],
  contents: Contents,
  userId: number | null,
): Promise<void> =>
  written(
    tx,
    spec,
    records.map((record) => ({ ...record, edition: spec.edition ?? '' })),
    contents,
    userId,
  )

/** The same for a paper whose file was made elsewhere, and is on the disk of papers (files.ts) by this SHA-256. */
export const settleFile = async (
  tx: Tx,
  spec: PrintSpec,
  record: PrintedRecord,
  { content, sha256, userId }: { content: PrintContent; sha256: string; userId: number | null },
): Promise<void> => {
  await settlePapers(tx, spec, [record], new Map([[record.key, content]]), userId)
  await sql`
    update print set sha256 = ${sha256} where name = ${spec.name} and record_id = ${record.key} and version = ${record.version} and sha256 is null
  `.execute(tx)
}
