import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import { resourceNamed, resources } from '../../src/declared/declared.ts'
import type { Tx } from '../store/connection/database.ts'
import { wholly } from '../store/connection/undoable.ts'
import { isConflict, readableProblem } from '../store/writing/problems.ts'
import { type Audit, addEvent, type Happened, lockAudit, stepsNow, stepsOf, tellAsked, writeAudit } from './audits.ts'
import { approve, type Event, type Outcome } from './rules/approve.ts'

/** What a submission goes on with: the transaction, the time, and what does the action that was submitted. */
export interface Going {
  tx: Tx
  now: number
  /** Does the submitted action as its applicant. Throws as that does. */
  run: (audit: Audit) => Promise<void>
}

/** What someone does to a submission. */
export interface Step {
  auditId: number
  event: Event
  /** Null is the system. */
  by: number | null
  /** Whether its doer must have a part in it: its number tells nothing to others. */
  isOwn?: boolean
  /** As its doer has seen it; undefined where that is not said. */
  version?: number | undefined
  opinion?: string | undefined
  to?: number | undefined
}

/** How it came out, in words where it came out otherwise than was asked for. */
export interface Proceeded {
  status: Outcome['state']['is']
  msg: string | null
}

const REFUSALS: Readonly<Record<Event['is'], string>> = {
  submit: '当前状态不能重新提交',
  yes: '现在不由您审批：您已办过，或已转到别的步骤',
  no: '现在不由您审批：您已办过，或已转到别的步骤',
  back: '不能退回到这一步：只能退回给申请人，或退回到前面要审批的步骤',
  hand: '不能转给此人：申请人不审批自己的申请，已在这一步的也不再转给',
  add: '不能加此人：申请人不审批自己的申请，已在这一步的也不再加',
  withdraw: '已办结或已退回的不能撤回',
  assign: '这一步的审批人都在，不需要指派；也不能指派给申请人',
  changed: '不在审批中',
  late: '不在审批中',
}

const CHANGED = '提交之后该记录已被修改或删除，请申请人按现在的内容重新提交'

/** Whether the record is still as it was when it was submitted. */
const isAsSubmitted = async (tx: Tx, { resource: name, record_id, seen_version }: Audit): Promise<boolean> => {
  if (record_id === null) return true
  if (!resources.some((resource) => resource.name === name)) return false
  const resource = resourceNamed(name)
  const { rows } = await sql<{ version: number }>`
    select version from ${sql.table(resource.table)} where ${sql.ref(resource.key)} = ${record_id}
  `.execute(tx)
  return rows[0]?.version === seen_version
}

/** Whether it may be done a moment later: a race that was lost, a store or a server too busy. */
const isPassing = (error: unknown, refusal: CallError): boolean => isConflict(error) || refusal.code === 429

/** Does the submitted action, or says why it cannot be done any more; what is no refusal but a fault, or passes, is thrown. */
const tryRun = async ({ tx, run }: Going, audit: Audit): Promise<string | null> => {
  try {
    await wholly(tx, () => run(audit))
    return null
  } catch (error) {
    const refusal = readableProblem(error)
    if (!(refusal instanceof CallError) || isPassing(error, refusal)) throw error
    return refusal.message
  }
}

const goBack = async ({ tx, now }: Going, audit: Audit, reason: string): Promise<Proceeded> => {
  const out = approve(audit.round, { is: 'changed' }, [])
  if (!out) throw new CallError(409, REFUSALS.changed)
  await writeAudit(tx, audit, { round: out.state, told: [], now, happened: { deed: 'changed', by: null, opinion: reason } })
  return { status: out.state.is, msg: `没有办成，已退回申请人：${reason}` }
}

/** Gives what an event leads to. Whom the steps would ask is looked up only where it leads to another one. */
const outcomeOf = async (tx: Tx, audit: Audit, event: Event): Promise<Outcome | null> => {
  const here = approve(audit.round, event, stepsOf(audit))
  return here === null || here.state.visit === audit.round.visit ? here : approve(audit.round, event, await stepsNow(tx, audit))
}

/** Whether an event brings the record's change nearer, so that the record has to be as it was submitted. */
const approves = ({ is }: Event): boolean => is === 'yes' || is === 'late'

/**
 * Takes a submission one event on, in the caller's transaction: the decision, its trail, the parts that people take, what they are told; by the
 * last step's 通过 the action itself (cycles.md section 4). Where the record has been changed since, or the action cannot be done any more, it
 * goes back to the applicant instead. Throws 404 where there is none, 409 where the event may not be or the submission was seen otherwise.
 */
export const proceed = async (going: Going, { auditId, event, by, isOwn, version, opinion, to }: Step): Promise<Proceeded> => {
  const { tx, now } = going
  const audit = await lockAudit(tx, auditId, isOwn ? by : null)
  if (!audit) throw new CallError(404)
  const out = await outcomeOf(tx, audit, event)
  // Who has decided in another tab is told so, and not that another changed it.
  if (!out) throw new CallError(409, REFUSALS[event.is])
  if (version !== undefined && version !== audit.version) throw new CallError(409)
  if (approves(event) && !(await isAsSubmitted(tx, audit))) return goBack(going, audit, CHANGED)
  const happened: Happened = { deed: event.is, by, to: to ?? null, opinion: opinion ?? null }
  if (out.state.is === 'done') {
    const reason = await tryRun(going, audit)
    if (reason !== null) return goBack(going, audit, reason)
  }
  await writeAudit(tx, audit, { round: out.state, told: out.told, now, happened })
  if (out.state.is === 'done') await addEvent(tx, { ...audit, round: out.state }, { deed: 'done', by: null })
  return { status: out.state.is, msg: null }
}

/** Reminds those who are asked, or where they are gone those who may put another in their place, at most once an hour. Throws 404 where there is no such submission of this applicant, 409 where there is nothing to remind of. */
export const remind = async (tx: Tx, auditId: number, applicant: number, now: number): Promise<void> => {
  const audit = await lockAudit(tx, auditId)
  if (audit?.applicant_id !== applicant) throw new CallError(404)
  if (audit.round.is !== 'asking') throw new CallError(409, '现在没有要催的人')
  const { rows } = await sql<{ at: number }>`
    select at from audit_event where audit_id = ${auditId} and deed = 8 and at > ${now}::bigint - 3600 order by event_id desc limit 1
  `.execute(tx)
  if (rows[0]) throw new CallError(409, '一小时内已催办过，请稍后再催')
  await addEvent(tx, audit, { deed: 'remind', by: applicant })
  const people = audit.round.tasks.filter(({ said }) => said === null).map(({ person }) => person)
  await tellAsked(tx, audit, people, `催办：${audit.subject}`, '申请人请您尽快审批，请在 审批列表 › 待我审批 办理。')
}
