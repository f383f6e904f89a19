import { sql } from 'kysely'
import type { ApprovalStep } from '../../../src/core/approval.ts'
import { CallError } from '../../../src/core/errors.ts'
import type { Trail } from '../../../src/protocol/approvals.ts'
import { parts, stepsNow } from '../../approvals/audits.ts'
import type { Round } from '../../approvals/rules/approve.ts'
import type { Context } from '../../calls/defineCall.ts'
import { codesHeld } from '../../calls/findable.ts'
import { inScope } from '../../store/reading/filters.ts'

interface Found {
  specs: readonly ApprovalStep[]
  stands: Partial<Round>
  applicant_id: number
  p_id: number | null
}

/** Gives a submission to whom it is to read: whose part it has, and who holds the list's code in its project. 404 for others. */
const found = async (context: Context, auditId: number): Promise<Found> => {
  const { tx, session } = context
  const mayRead = (await codesHeld(context, ['/api/audit/index'])).size > 0
  const { rows } = await sql<Found>`
    select specs, stands, applicant_id, p_id from audit a where audit_id = ${auditId}::integer and (
      exists (select from audit_person p where p.audit_id = a.audit_id and p.user_id = ${session.userId}) or (${mayRead} and ${inScope(session.scope, 'a.p_id')})
    )
  `.execute(tx)
  if (!rows[0]) throw new CallError(404)
  return rows[0]
}

/** Gives a submission's way: what happened, in order, and its steps with whom each asks, those to come with whom they would ask now. */
export const trailOf = async (context: Context, auditId: number): Promise<Trail> => {
  const { tx } = context
  const { specs, stands, ...asking } = await found(context, auditId)
  const steps = await stepsNow(tx, { specs, ...asking })
  const { rows: events } = await sql<Trail['events'][number]>`
    select e.round, e.visit, e.step, e.deed, b.name as by, t.name as to, e.opinion, e.at from audit_event e
    left join account b on b.user_id = e.by_id left join account t on t.user_id = e.to_id
    where e.audit_id = ${auditId}::integer order by e.event_id
  `.execute(tx)
  const wanted = [...new Set([...steps.flatMap(({ who }) => who), ...(stands.tasks ?? []).map(({ person }) => person)])]
  const { rows: names } = await sql<{ user_id: number; name: string }>`
    select user_id, name from account where user_id = any(${wanted}::integer[])
  `.execute(tx)
  const nameOf = new Map(names.map(({ user_id, name }) => [user_id, name]))
  const current = stands.is === 'asking' ? (stands.step ?? -1) : null
  const { rows: told } = await sql<{ name: string }>`
    select a.name from audit_person p join account a using (user_id) where p.audit_id = ${auditId}::integer and p.part = ${parts.told} order by a.name
  `.execute(tx)
  return {
    is: stands.is ?? 'done',
    step: stands.step ?? 0,
    round: stands.round ?? 0,
    steps: specs.map((spec, place) => ({
      way: spec.way ?? 1,
      who: spec.who,
      need: spec.who === 1 ? (spec.all ?? 1) : 1,
      share: spec.share ?? null,
      hours: spec.hours ?? null,
      people:
        place === current
          ? (stands.tasks ?? []).map(({ person, said, must }) => ({ name: nameOf.get(person) ?? '', said, must }))
          : (steps[place]?.who ?? [])
              .filter((person) => person !== asking.applicant_id)
              .map((person) => ({ name: nameOf.get(person) ?? '', said: null, must: false })),
    })),
    events,
    told: told.map(({ name }) => name),
  }
}
