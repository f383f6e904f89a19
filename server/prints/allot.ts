import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import type { Tx } from '../store/connection/database.ts'
import { takeNumbers } from '../store/writing/series.ts'
import type { PrintSpec } from './definePrint.ts'
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

/** The papers that these records have in the versions that they are in. */
const papersOf = async (tx: Tx, { name, edition = '' }: PrintSpec, records: readonly PrintedRecord[]): Promise<Map<number, Paper>> => {
  const { rows } = await sql<Paper>`
    select print_id, number, record_id from print
    join unnest(${records.map(({ key }) => key)}::integer[], ${records.map(({ version }) => version)}::integer[]) as asked (key, version)
      on record_id = asked.key and print.version = asked.version
    where name = ${name} and edition = ${edition}
  `.execute(tx)
  return new Map(rows.map((paper) => [paper.record_id, paper]))
}

const written = async (tx: Tx, spec: PrintSpec, records: readonly PrintedRecord[], userId: number): Promise<void> => {
  const contents = await spec.data(
    { tx },
    records.map(({ key }) => key),
  )
  const numbers = await takeNumbers(tx, { letters: spec.letters, isDated: false, digits: DIGITS }, records.length)
  const rows = records.map(({ key, ...record }, index) => ({ key, ...record, number: numbers[index], content: contents.get(key) }))
  for (const { title, content } of rows)
    if (!content) throw new CallError(404)
    else if (JSON.stringify(content).length > MAX_CONTENT) throw new CallError(409, `${title}的内容太长，不能打印`)
  await sql`
    insert into print (name, edition, label, resource, record_id, record_title, version, p_id, number, content, created_by)
    select ${spec.name}, ${spec.edition ?? ''}, ${spec.label}, ${spec.of}, key, title, version, p_id, number, content, ${userId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (key integer, title text, version integer, p_id integer, number text, content jsonb)
    order by number
  `.execute(tx)
}

/**
 * Gives each of these records its paper, in their order: the one that it has, if neither it nor the print's text has changed since, or a new one with the next
 * number. What a new one says is read and written here, in the same transaction; it is drawn later (draw.ts), outside of any.
 */
export const allotPapers = async (tx: Tx, spec: PrintSpec, records: readonly PrintedRecord[], userId: number): Promise<Paper[]> => {
  // Of two who print the same record at once the second finds the first one's paper.
  await sql`select pg_advisory_xact_lock(hashtextextended(${spec.name}, 826104))`.execute(tx)
  const had = await papersOf(tx, spec, records)
  const without = records.filter(({ key }) => !had.has(key))
  if (without.length > 0) await written(tx, spec, without, userId)
  const all = without.length > 0 ? await papersOf(tx, spec, records) : had
  return records.map(({ key }) => all.get(key) as Paper)
}
