import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { changed } from '../../store/writing/changed.ts'

interface Saved {
  template_id: number
  /** The version that the writer saw; another's later one makes it 409. */
  seen: number
  content: string
  note: string
  userId: number
}

/** Adds a version and puts it in force. 404 where there is no such template, 409 where someone else saved one meanwhile. */
export const saveVersion = async (tx: Tx, { template_id, seen, content, note, userId }: Saved): Promise<number> => {
  const { rows } = await sql<Row<'template', 'no'> & { is_seen: boolean }>`
    select no, no = ${seen} as is_seen from template where template_id = ${template_id} for update
  `.execute(tx)
  const [now] = rows
  if (!now) throw new CallError(404)
  if (!now.is_seen) throw new CallError(409, '其他人刚保存过这个模板，请先看看他改了什么')
  const no = now.no + 1
  await tx.insertInto('template_version').values({ template_id, no, note, content, created_by: userId }).execute()
  await tx
    .updateTable('template')
    .set({ no, editor: userId, ...changed })
    .where('template_id', '=', template_id)
    .execute()
  return no
}

/** Gives what a version says; 404 where there is none. */
export const readVersion = async (tx: Queryable, template_id: number, no: number): Promise<string> => {
  const version = await tx
    .selectFrom('template_version')
    .select('content')
    .where('template_id', '=', template_id)
    .where('no', '=', no)
    .executeTakeFirst()
  if (!version) throw new CallError(404)
  return version.content
}
