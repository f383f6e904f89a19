import { sql } from 'kysely'
import type { Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'

/** A line, and what it is not: an entry, or the line of another account. */
interface Apart {
  line_id: number
  flow_id?: number | null
  other_line_id?: number | null
}

/** Keeps that somebody took back what lines were said to be: found again each hour, he could never tick another. */
export const setApart = async (tx: Tx, all: readonly Apart[]): Promise<void> => {
  const said = all.filter(({ flow_id, other_line_id }) => (flow_id ?? other_line_id ?? null) !== null)
  if (said.length === 0) return
  await sql`
    insert into line_apart (line_id, flow_id, other_line_id)
    select line_id, flow_id, other_line_id from json_to_recordset(${JSON.stringify(said)}::json) as g (line_id integer, flow_id integer, other_line_id integer)
    on conflict do nothing
  `.execute(tx)
}

/** Keeps of ticks that are taken back which entries their lines are not. */
export const setTicksApart = async (tx: Tx, lines: readonly number[]): Promise<void> => {
  const { rows } =
    await sql<Apart>`select line_id, flow_id from flow where line_id = any(${keyList(lines)}) order by line_id, flow_id`.execute(tx)
  await setApart(tx, rows)
}

/** Gives whether somebody has said of one of these lines that it is not an entry. */
export const apartOf = async (tx: Tx, lines: readonly number[]): Promise<(line_id: number, flow_id: number) => boolean> => {
  const { rows } = await sql<{ line_id: number; flow_id: number }>`
    select line_id, flow_id from line_apart where line_id = any(${keyList(lines)}) and flow_id is not null
  `.execute(tx)
  const said = new Set(rows.map(({ line_id, flow_id }) => `${line_id}/${flow_id}`))
  return (line_id, flow_id) => said.has(`${line_id}/${flow_id}`)
}
