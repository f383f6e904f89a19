import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { hashName } from '../../store/bringUp/tables.ts'
import type { Queryable } from '../../store/connection/database.ts'

const card = sql.id(hashName('card'))

/** 配偶 and 子女 (src/resources/tenant/member.ts): parents and others live with a household and are none of it. */
export const OF_HOUSEHOLD = sql`(1, 2)`

/**
 * Gives the tenants (`custom_id`) who stand in applications (`apply_id`) of which `of` holds (`q` the application): the one that it made a tenant, and whoever
 * is, by card, the spouse or a child. Of an entry that was merged into another the one that stayed.
 */
export const standingIn = (of: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select q.apply_id, q.custom_id from qualification q where ${of} and q.custom_id is not null
  union select q.apply_id, coalesce(l.merged_into, l.custom_id)
  from qualification q join member m on m.apply_id = q.apply_id and m.relation in ${OF_HOUSEHOLD} join lessee l on l.${card} = m.${card} where ${of}`

/**
 * Gives the households that staff have entered (src/resources/tenant/kin.ts) of which `of` holds (`k` the entry): by whom they were entered (`entered_by`, a
 * tenant) that tenant, and whoever is, by card, the spouse or a child (`custom_id`).
 */
export const enteredWith = (of: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select k.custom_id as entered_by, k.custom_id from kin k where ${of} and k.relation in ${OF_HOUSEHOLD}
  union select k.custom_id, coalesce(l.merged_into, l.custom_id)
  from kin k join lessee l on l.${card} = k.${card} where ${of} and k.relation in ${OF_HOUSEHOLD}`

/** Gives the applications (`apply_id`) that a contract was made from and in which a tenant stands, as `standingIn` has it. */
const applicationsOf = (custom_id: number | null): RawBuilder<unknown> => sql`
  select apply_id from qualification where custom_id = ${custom_id}::integer
  union select m.apply_id from lessee l join member m on m.${card} = l.${card} and m.relation in ${OF_HOUSEHOLD}
  join qualification q on q.apply_id = m.apply_id and q.custom_id is not null where l.custom_id = ${custom_id}::integer or l.merged_into = ${custom_id}::integer`

/** Gives the tenants (`custom_id`) with whom a tenant stands as `enteredWith` has it, himself among them. */
const enteredOf = (custom_id: number | null): RawBuilder<unknown> => sql`
  select ${custom_id}::integer as custom_id
  union select k.custom_id from lessee l join kin k on k.${card} = l.${card} and k.relation in ${OF_HOUSEHOLD}
  where l.custom_id = ${custom_id}::integer or l.merged_into = ${custom_id}::integer`

/**
 * Gives the tenants (`custom_id`) of a tenant's household (docs/decisions/039): himself, and those who stand with him, as the tenant, the spouse or a child, in
 * an application from which a contract was made, or in what staff have entered. Of two either is of the other's. `apply_id`: an application from which one is
 * about to be made.
 */
export const householdOf = (custom_id: number | null, apply_id: number | null = null): RawBuilder<unknown> => sql`
  select k.custom_id from (values (${custom_id}::integer)) k (custom_id) where k.custom_id is not null
  union select s.custom_id from (${standingIn(sql`q.apply_id in (${applicationsOf(custom_id)} union select ${apply_id}::integer)`)}) s
  union select e.custom_id from (${enteredWith(sql`k.custom_id in (${enteredOf(custom_id)})`)}) e`

/** Gives the application by which a tenant's household is known: that of a place in the queue, or else his last; null where there is none. */
export const applicationOf = async (db: Queryable, custom_id: number, wait_id: number | null = null): Promise<number | null> => {
  const { rows } = await sql<{ apply_id: number | null }>`
    select coalesce((select apply_id from waiting where wait_id = ${wait_id}::integer), (select max(apply_id) from (${applicationsOf(custom_id)}) a)) as apply_id
  `.execute(db)
  return rows[0]?.apply_id ?? null
}

/**
 * Throws 400 where whoever is to go on with a contract as its main tenant is none of the household: of those whom its application (`apply_id`) names, and of
 * those who stand with the tenant (`from`) in what staff have entered, whoever of them it was entered of, parents and others too. Where nobody is known
 * whoever staff name is.
 */
export const checkHeir = async (
  db: Queryable,
  { from, to, apply_id }: { from: number; to: number; apply_id: number | null },
): Promise<void> => {
  const { rows } = await sql<{ name: string; is_heir: boolean }>`
    with entered_of as (
      select ${from}::integer as custom_id
      union select k.custom_id from lessee l join kin k on k.${card} = l.${card} where l.custom_id = ${from}::integer or l.merged_into = ${from}::integer
    )
    select p.name, coalesce(l.merged_into, l.custom_id) is not distinct from ${to}::integer as is_heir
    from (
      select custom_name as name, ${card} as hash from qualification where apply_id = ${apply_id}::integer
      union all select name, ${card} from member where apply_id = ${apply_id}::integer
      union all select l.name, l.${card} from lessee l join entered_of e using (custom_id) where l.custom_id <> ${from}::integer
      union all select k.name, k.${card} from kin k join entered_of e using (custom_id)
    ) p left join lessee l on l.${card} = p.hash
  `.execute(db)
  if (rows.length === 0 || rows.some(({ is_heir }) => is_heir)) return
  const names = rows.map(({ name }) => name).join('、')
  throw new CallError(400, `新的主租人须是该户的人：${names}`, { field: 'custom_id' })
}
