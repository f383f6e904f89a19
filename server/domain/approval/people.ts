import { sql } from 'kysely'
import type { ApprovalStep } from '../../../src/core/approval.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import type { Asking } from '../../approvals/house.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { headsOf } from '../structure/index.ts'

/** Who can open 审批列表: whoever cannot is not asked, for he could not answer. */
const MAY_OPEN = sql`a.is_active and ('audit' = any(r.access) or '*' = any(r.permission))`

/** Those of a role who answer for the project; where none does, all of the role. */
const ofRole = async (db: Queryable, roleId: number, { p_id }: Asking): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number; is_theirs: boolean }>`
    select a.user_id, a.projects is null or ${p_id}::integer is null or ${p_id}::integer = any(a.projects) as is_theirs
    from account a join role r on r.role_id = a.role_id where a.role_id = ${roleId}::integer and ${MAY_OPEN} order by a.user_id
  `.execute(db)
  const theirs = rows.filter(({ is_theirs }) => is_theirs)
  return (theirs.length > 0 ? theirs : rows).map(({ user_id }) => user_id)
}

const superiorOf = async (db: Queryable, userId: number): Promise<number[]> => {
  const { rows } = await sql<{ superior_id: number }>`
    select superior_id from account where user_id = ${userId} and superior_id is not null and superior_id <> user_id
  `.execute(db)
  return rows.map(({ superior_id }) => superior_id)
}

const ofStep = async (db: Queryable, { who, role_id, user_id }: ApprovalStep, asking: Asking): Promise<number[]> => {
  if (who === 1) return role_id === undefined ? [] : ofRole(db, role_id, asking)
  if (who === 2) return user_id === undefined ? [] : [user_id]
  return who === 3 ? headsOf(db, asking.applicant) : superiorOf(db, asking.applicant)
}

/** Gives who stands in today for each of some (委派), by whom they stand in for. */
const deputiesOf = async (db: Queryable, people: readonly number[], today: string): Promise<ReadonlyMap<number, number>> => {
  if (people.length === 0) return new Map()
  const { rows } = await sql<{ user_id: number; deputy_id: number }>`
    select distinct on (d.user_id) d.user_id, d.deputy_id from deputy d
    join account a on a.user_id = d.deputy_id join role r on r.role_id = a.role_id
    where d.user_id = any(${people}::integer[]) and ${today}::date between d.from_date and d.to_date and ${MAY_OPEN}
    order by d.user_id, d.deputy_row desc
  `.execute(db)
  return new Map(rows.map(({ user_id, deputy_id }) => [user_id, deputy_id]))
}

/** Gives those of some accounts that can decide something: in use, and with 审批列表. */
const ableOf = async (db: Queryable, people: readonly number[]): Promise<ReadonlySet<number>> => {
  if (people.length === 0) return new Set()
  const { rows } = await sql<{ user_id: number }>`
    select a.user_id from account a join role r on r.role_id = a.role_id where a.user_id = any(${people}::integer[]) and ${MAY_OPEN}
  `.execute(db)
  return new Set(rows.map(({ user_id }) => user_id))
}

/**
 * Gives whom each of some steps would ask now: those of a role, an account, the heads of the applicant's departments, his superior; in the place of
 * who is away his deputy, unless that is the applicant. Who cannot open 审批列表 is not asked.
 */
export const peopleOf = async (db: Queryable, steps: readonly ApprovalStep[], asking: Asking): Promise<number[][]> => {
  const found: number[][] = []
  for (const step of steps) found.push(await ofStep(db, step, asking))
  const all = [...new Set(found.flat())]
  const [deputies, able] = [await deputiesOf(db, all, dateOf(Math.floor(Date.now() / 1000))), await ableOf(db, all)]
  const inPlaceOf = (person: number): number => {
    const deputy = deputies.get(person)
    return deputy === undefined || deputy === asking.applicant ? person : deputy
  }
  return found.map((people) => people.filter((person) => able.has(person) || deputies.has(person)).map(inPlaceOf))
}

/** Gives those of some accounts that can decide nothing any more. */
export const goneOf = async (db: Queryable, people: readonly number[]): Promise<number[]> => {
  const able = await ableOf(db, people)
  return people.filter((person) => !able.has(person))
}
