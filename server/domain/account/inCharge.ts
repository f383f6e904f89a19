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

/** Whether an account is in use and sees a project still (null: what is in none), and may do something (the code of its call), where that is asked. */
export const isServing = async (db: Queryable, user_id: number, p_id: number | null, code: string | null = null): Promise<boolean> => {
  const { rows } = await sql`
    select from account a join role r on r.role_id = a.role_id
    where a.user_id = ${user_id}::integer and a.is_active and (${p_id}::integer is null or a.projects is null or ${p_id}::integer = any(a.projects))
      and (${code}::text is null or r.permission && array['*', ${code}::text])
  `.execute(db)
  return rows.length > 0
}

/** Gives who is to hear of something: whoever did it (`by`); where nobody did, or he has left the house or the project, those who may deal with it in its project. */
export const whoDealsWith = async (db: Queryable, by: number | null, code: string, p_id: number | null): Promise<number[]> =>
  by !== null && (await isServing(db, by, p_id)) ? [by] : whoMay(db, code, p_id)
