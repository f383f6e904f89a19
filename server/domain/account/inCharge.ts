import { sql } from 'kysely'
import type { Queryable } from '../../store/connection/database.ts'

/** Gives the accounts in use that may do something (the code of its call) in a project; of what is in no project, those that have all. */
export const whoMay = async (db: Queryable, code: string, p_id: number | null): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select a.user_id from account a join role r on r.role_id = a.role_id
    where a.is_active and r.permission && array['*', ${code}] and (a.projects is null or ${p_id}::integer = any(a.projects))
  `.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Whether an account is there and in use. */
export const isServing = async (db: Queryable, user_id: number): Promise<boolean> =>
  (await sql`select from account where user_id = ${user_id}::integer and is_active`.execute(db)).rows.length > 0

/** Gives who is to hear of something: whoever did it (`by`); where nobody did or he has left, those who may deal with it in its project. */
export const whoDealsWith = async (db: Queryable, by: number | null, code: string, p_id: number | null): Promise<number[]> =>
  by !== null && (await isServing(db, by)) ? [by] : whoMay(db, code, p_id)
