import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Tx } from '../../store/connection/database.ts'

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
  const { rows } = await sql<{ no: number; is_seen: boolean }>`
    select no, no = ${seen} as is_seen from template where template_id = ${template_id} for update
  `.execute(tx)
  const [now] = rows
  if (!now) throw new CallError(404)
  if (!now.is_seen) throw new CallError(409, '其他人刚保存过这个模板，请先看看他改了什么')
  const no = now.no + 1
  await sql`
    insert into template_version (template_id, no, note, content, created_by) values (${template_id}, ${no}, ${note}, ${content}, ${userId})
  `.execute(tx)
  await sql`
    update template set no = ${no}, editor = ${userId}, version = version + 1, updated_at = epoch_now() where template_id = ${template_id}
  `.execute(tx)
  return no
}

/** Gives what a version says; 404 where there is none. */
export const readVersion = async (tx: Tx, template_id: number, no: number): Promise<string> => {
  const { rows } = await sql<{
    content: string
  }>`select content from template_version where template_id = ${template_id} and no = ${no}`.execute(tx)
  if (!rows[0]) throw new CallError(404)
  return rows[0].content
}
