import { sql } from 'kysely'
import type { ApprovalStep } from '../../../src/core/approval.ts'
import { CallError } from '../../../src/core/errors.ts'
import audit from '../../../src/resources/approval/audit.ts'
import { tellAsked, tellUnasked } from '../../approvals/audits.ts'
import { house } from '../../approvals/house.ts'
import { type Going, proceed } from '../../approvals/proceed.ts'
import type { Event, Round } from '../../approvals/rules/approve.ts'
import type { Context } from '../../calls/defineCall.ts'
import { runApproved } from '../../calls/runApproved.ts'
import { defineJob, type JobContext } from '../../jobs/defineJob.ts'
import { systemAt } from '../../jobs/inOneCommit.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inTransaction } from '../../store/connection/transaction.ts'
import { inState } from '../../store/reading/states.ts'
import { someAble } from './people.ts'

interface Late {
  audit_id: number
  subject: string
  p_id: number | null
  version: number
  specs: readonly ApprovalStep[]
  stands: Round
}

const A_RUN = 500

const WORDS = { 1: '已超过审批时限', 2: '超过时限，视为同意', 3: '超过时限，视为不同意', 4: '超过时限，已转给别人' } as const

/** What the step that is late says; null where it only has its people reminded. */
const eventOf = ({ specs, stands }: Late): { event: Event; word: string; to?: number } | null => {
  const { late = 1, late_to } = specs[stands.step] ?? {}
  if (late === 1 || (late === 4 && late_to === undefined)) return null
  if (late === 4) return { event: { is: 'late', means: { hand: late_to as number } }, word: WORDS[4], to: late_to as number }
  return { event: { is: 'late', means: late === 2 ? 'yes' : 'no' }, word: WORDS[late] }
}

const remindOf = async (tx: Tx, late: Late): Promise<void> => {
  const { audit_id, stands } = late
  const open = stands.tasks.filter(({ said }) => said === null).map(({ person }) => person)
  await sql`insert into audit_event (audit_id, round, visit, step, deed, opinion) values (${audit_id}, ${stands.round}, ${stands.visit}, ${stands.step}, 11, ${WORDS[1]})`.execute(
    tx,
  )
  await tellAsked(tx, late, open, `已超时：${late.subject}`, '请尽快在 审批列表 › 待我审批 办理。')
}

/** Does what the step says of its time being over; of who was handed it once, time begins anew. */
const overtime = async (going: Going, late: Late): Promise<void> => {
  const { tx, now } = going
  const { audit_id: auditId, version } = late
  const found = eventOf(late)
  const isSame =
    await sql`update audit set due_at = null where audit_id = ${auditId} and version = ${version} and due_at <= ${now}::bigint`.execute(tx)
  if (isSame.numAffectedRows !== 1n) return
  // Whom it would go to may have left since the step was written: those who are asked keep it.
  if (!found || (found.to !== undefined && (await house().goneOf(tx, [found.to])).length > 0)) return remindOf(tx, late)
  try {
    await proceed(going, { auditId, event: found.event, by: null, opinion: found.word, to: found.to })
  } catch (error) {
    // The one whom it would go to is asked already: the others are reminded.
    if (!(error instanceof CallError) || error.code !== 409) throw error
    await remindOf(tx, late)
  }
}

/** Of a call's context a job has what a submitted action may reach: there is no browser, and no address. */
const contextIn = ({ db, config }: JobContext, tx: Tx, now: number): Context =>
  ({ tx, db, config, now, address: '', file: null, prepared: undefined }) as unknown as Context

const overtimes = async (context: JobContext): Promise<number> => {
  const { rows } = await sql<Late>`
    select audit_id, subject, p_id, version, specs, stands from audit where due_at <= epoch_now() and path is not null order by due_at limit ${A_RUN}
  `.execute(context.own.db)
  const faults: unknown[] = []
  for (const late of rows) {
    context.signal.throwIfAborted()
    const now = Math.floor(Date.now() / 1000)
    // One that meets a fault stays due and holds up none of the others; the run has failed, so that it is looked at.
    await inTransaction(context.own.db, systemAt(context), (tx) =>
      overtime({ tx, now, run: runApproved(contextIn(context, tx, now)) }, late),
    ).catch((error: unknown) => faults.push(error))
  }
  if (faults.length > 0) throw faults[0]
  return rows.length
}

interface Stranded {
  audit_id: number
  subject: string
  p_id: number | null
  since: number
}

/** Tells those who may put another there of steps whose people have all left, or lost the page, since they were asked; once of each. */
const stranded = (context: JobContext): Promise<number> =>
  inTransaction(context.own.db, systemAt(context), async (tx) => {
    const { rows } = await sql<Stranded>`
      select audit_id, subject, p_id, updated_at as since from audit
      where status = ${inState(audit, 'asking')} and path is not null and asked_ids <> '{}' and not ${someAble(sql`audit.asked_ids`)}
      order by audit_id limit ${A_RUN}
    `.execute(tx)
    let told = 0
    for (const { since, ...waiting } of rows) {
      const whom = await house().assignersOf(tx, waiting.p_id)
      const { rows: before } = await sql`
        select from message where account_id = any(${whom}::integer[]) and resource = 'audit' and record_id = ${waiting.audit_id}::integer
          and create_time >= ${since}::bigint limit 1
      `.execute(tx)
      if (before.length > 0 || whom.length === 0) continue
      await tellUnasked(tx, waiting)
      told += 1
    }
    return told
  })

export default [
  defineJob({
    name: 'approvals_late',
    label: '审批时限',
    every: 60,
    run: async (context) => {
      const total = await overtimes(context)
      const left = await stranded(context)
      if (left > 0) return { total: total + left, said: `${total} 件审批超过时限，${left} 件的审批人都不在了` }
      return { total, said: total > 0 ? `${total} 件审批超过时限` : '没有超过时限的' }
    },
  }),
]
