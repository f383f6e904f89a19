import { sql } from 'kysely'
import { hashToken, newToken } from '../../../server/domain/account/tokens.ts'
import type { TestServer } from '../testServer.ts'
import { rightsOf } from './ground.ts'

/** Some codes and no others; or of all of them every one but some. */
export interface Holding {
  codes: readonly string[]
  isAllBut: boolean
}

/**
 * Adds an account with a role of its own for each of these, and gives their sessions in the same order. All at once: to give one account
 * other rights before each of a thousand calls takes longer than the calls do.
 */
export const addHolders = async ({ db }: TestServer, all: readonly string[], holdings: readonly Holding[]): Promise<string[]> => {
  const tokens = holdings.map(newToken)
  const holders = holdings.map(({ codes, isAllBut }, n) => ({
    name: `持有人 ${n}`,
    hash: hashToken(tokens[n] ?? '').toString('hex'),
    ...(isAllBut ? { permission: codes, access: [] } : rightsOf(codes)),
    is_all_but: isAllBut,
  }))
  await sql`
    with holder as materialized (
      select * from json_to_recordset(${JSON.stringify(holders)}::json) as h (name text, hash text, permission text[], access text[], is_all_but boolean)
    ), role as (
      insert into role (name, permission, access)
      select name, case when is_all_but then array(select code from unnest(${all}::text[]) code where code <> all(permission)) else permission end, access
      from holder returning role_id, name
    ), made as (
      insert into account (user_name, name, password, role_id)
      select r.name, r.name, a.password, r.role_id from role r, account a where a.user_name = 'admin' returning user_id, user_name
    )
    insert into session (token_hash, user_id, expires_at, address)
    select decode(h.hash, 'hex'), m.user_id, epoch_now() + 86400, 'test' from made m join holder h on h.name = m.user_name
  `.execute(db)
  return tokens
}
