import { type RawBuilder, sql } from 'kysely'
import type { ApprovalStep } from '../../../src/core/approval.ts'
import type { Asking, House } from '../../approvals/house.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { isServing, superiorOf, whoMay } from '../account/index.ts'
import { headsOf } from '../structure/index.ts'

/** Who can open 审批列表: whoever cannot is not asked, for he could not answer. */
const MAY_OPEN = sql`a.is_active and ('audit' = any(r.access) or '*' = any(r.permission))`

/** Gives those of some accounts that can decide something: in use, and with 审批列表. */
const ableOf = async (db: Queryable, people: readonly number[]): Promise<ReadonlySet<number>> => {
  if (people.length === 0) return new Set()
  const { rows } = await sql<{ user_id: number }>`
    select a.user_id from account a join role r on r.role_id = a.role_id where a.user_id = any(${people}::integer[]) and ${MAY_OPEN}
  `.execute(db)
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Whether one at least of some accounts can decide something. */
export const someAble = (people: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select from account a join role r on r.role_id = a.role_id where a.user_id = any(${people}) and ${MAY_OPEN})`

/** One who stands in today for whom `away` names (委派) and can decide, the one who was named last. */
const deputyOf = (away: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select d.deputy_id from deputy d
  where d.user_id = ${away} and current_date between d.from_date and d.to_date and ${someAble(sql`array[d.deputy_id]`)}
  order by d.deputy_row desc limit 1`

interface Asked {
  place: number
  person: number
  /** Of a role: whether he answers for the project. */
  is_theirs: boolean
  is_able: boolean
  /** Who stands in for him, or for whoever stands in for him and is away himself. */
  deputy: number | null
}

/** What finds one step's people; the heads of departments and the superior were found before. */
const wanted = ({ who, role_id, user_id }: ApprovalStep, heads: readonly number[], superior: number | null) => ({
  role_id: who === 1 ? (role_id ?? null) : null,
  people: { 2: [user_id ?? []].flat(), 3: heads, 4: [superior ?? []].flat() }[who as number] ?? [],
})

/** Gives who would be asked, step by step: whether each can decide, and who stands in for him today (委派). */
const askedBy = async (db: Queryable, steps: readonly ApprovalStep[], { applicant, p_id }: Asking): Promise<Asked[]> => {
  const canAnswer = sql`exists (
    select from role r where r.role_id = a.role_id and (${MAY_OPEN} or (${deputyOf(sql`a.user_id`)}) <> ${applicant}::integer))`
  const heads = steps.some(({ who }) => who === 3) ? await headsOf(db, applicant, canAnswer) : []
  const superior = steps.some(({ who }) => who === 4) ? await superiorOf(db, applicant, canAnswer) : null
  const text = JSON.stringify(steps.map((step, place) => ({ place, ...wanted(step, heads, superior) })))
  const { rows } = await sql<Asked>`
    with recursive step as (
      select * from json_to_recordset(${text}::json) as s (place integer, role_id integer, people integer[])
    ),
    asked as (
      select s.place, a.user_id from step s join account a on a.role_id = s.role_id or a.user_id = any(s.people)
    ),
    -- From deputy to deputy, until one is there: never the applicant, nor in a circle.
    stands as (
      select distinct user_id as person, user_id as deputy, array[user_id] as past from asked
      union all
      select stands.person, next.deputy_id, past || next.deputy_id from stands, lateral (${deputyOf(sql`stands.deputy`)}) next
      where next.deputy_id <> ${applicant}::integer and next.deputy_id <> all(past)
    )
    select asked.place, a.user_id as person, a.projects is null or ${p_id}::integer is null or ${p_id}::integer = any(a.projects) as is_theirs,
      ${MAY_OPEN} as is_able,
      (select deputy from stands where person = a.user_id and cardinality(past) > 1 order by cardinality(past) desc limit 1) as deputy
    from asked join account a on a.user_id = asked.user_id join role r on r.role_id = a.role_id order by asked.place, a.user_id
  `.execute(db)
  return rows
}

/**
 * Gives whom each of some steps would ask now: those of a role who answer for the project (where none does, all of the role), an account, the heads
 * of the applicant's departments, his superior (where he cannot answer, the one above him); in the place of who is away his deputy (of a deputy who is away, his), unless that is the
 * applicant. Who cannot open 审批列表 is not asked.
 */
export const peopleOf = async (db: Queryable, steps: readonly ApprovalStep[], asking: Asking): Promise<number[][]> => {
  const all = await askedBy(db, steps, asking)
  return steps.map(({ who }, place) => {
    const found = all.filter((one) => one.place === place && (one.is_able || one.deputy !== null))
    const theirs = found.filter(({ is_theirs }) => is_theirs)
    const chosen = who === 1 && theirs.length > 0 ? theirs : found
    return chosen.flatMap(({ person, is_able, deputy }) => {
      if (deputy !== null) return [deputy]
      return is_able ? [person] : []
    })
  })
}

/** Gives who may put another in the place of approvers who are gone, or where there is none, of submissions of a project. */
export const assignersOf = (db: Queryable, p_id: number | null): Promise<number[]> => whoMay(db, '/api/audit/assign', p_id)

/** Gives those of some accounts that can decide nothing any more. */
export const goneOf = async (db: Queryable, people: readonly number[]): Promise<number[]> => {
  const able = await ableOf(db, people)
  return people.filter((person) => !able.has(person))
}

/** Gives who is to deal with a submission that did not pass, where its applicant cannot (he has left the house or the project, or lost the right): whoever may do what it asked for, in its project. */
export const heirsOf: House['heirsOf'] = async (db, { applicant_id, path, p_id }) =>
  (await isServing(db, applicant_id, p_id, path)) ? [] : whoMay(db, path, p_id)
