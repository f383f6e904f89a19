import { sql } from 'kysely'
import type { Queryable } from '../store/connection/database.ts'
import type { Scope } from '../store/reading/filters.ts'

/** Gives what an account may do now, apart from any session: its projects, and whether it may make the call of this code; null where it is gone or disabled. */
export const standingOf = async (db: Queryable, userId: number, code: string): Promise<{ scope: Scope; isPermitted: boolean } | null> => {
  const { rows } = await sql<{ scope: number[] | null; isPermitted: boolean }>`
    select a.projects as scope, (r.permission && array['*', ${code}::text]) as "isPermitted"
    from account a join role r on r.role_id = a.role_id where a.user_id = ${userId} and a.is_active
  `.execute(db)
  return rows[0] ?? null
}

/** Gives those of these codes that an account's role does not have now; all of them where the account is gone or disabled. */
export const codesLacking = async (db: Queryable, userId: number, codes: readonly string[]): Promise<string[]> => {
  if (codes.length === 0) return []
  const { rows } = await sql<{ code: string }>`
    select code from unnest(${codes}::text[]) as code where not exists (
      select from account a join role r on r.role_id = a.role_id
      where a.user_id = ${userId} and a.is_active and r.permission && array['*', code]
    )
  `.execute(db)
  return rows.map(({ code }) => code)
}
