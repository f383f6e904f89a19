import { sql } from 'kysely'
import type { Approval, ApprovalStep, Business } from '../../src/core/approval.ts'
import { businesses } from '../../src/core/approval.ts'
import { CallError } from '../../src/core/errors.ts'
import type { CompleteAction } from '../../src/derive/actions.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import type { Change } from '../../src/derive/history.ts'
import type { Queryable, Tx } from '../store/connection/database.ts'
import { type Audit, lockAudit, stateCode, stepsNow, writeAudit } from './audits.ts'
import { house } from './house.ts'
import { approve, begun } from './rules/approve.ts'

type Values = Readonly<Record<string, unknown>>

/** An action that needs approval, and of what. */
export interface Approved {
  resource: CompleteResource
  action: CompleteAction & { approves: Approval }
}

/** What would come of the action: what it would change of which record, as 操作日志 would have it. */
export interface Foreseen {
  record_id: number | null
  title: string
  p_id: number | null
  /** Of a record that would be made, 1; of one that would be changed, 2. */
  deed: number
  changes: readonly Change[]
  seen_version: number | null
  /** Columns of the record by which submissions are found from elsewhere: its contract, its bill. */
  links: Readonly<{ contract_id: number | null; bill_id: number | null }>
}

/** What is submitted for one record: the params of the call that does it. */
export interface Submission {
  params: Values
  amount: number | null
  specs: readonly ApprovalStep[]
  /** What was said beside the record's columns, such as a reason. */
  reason: string | null
  imgs: readonly number[]
  /** Pictures that the record itself has, of those that the applicant sees. */
  record_imgs: readonly number[]
  /** The same of attachments. */
  files: readonly number[]
  record_files: readonly number[]
  foreseen: Foreseen
}

/**
 * Gives the steps that a deed has to pass: those of its kind of business in 审批设置, or the action's own, without those that are only for larger
 * amounts. None where it needs no approval.
 */
export const stepsFor = async (db: Queryable, { business, steps }: Approval, amount: number | null): Promise<ApprovalStep[]> => {
  const all = business ? await house().stepsOf(db, business) : (steps ?? [])
  const asked = all.filter(({ over }) => over === undefined || (amount ?? 0) > over)
  // A step that only tells is none that anyone has to pass.
  return asked.some(({ way }) => way !== 2) ? asked : []
}

const contentOf = ({ amount, specs, reason, imgs, record_imgs, files, record_files, params, foreseen }: Submission) => ({
  ...{ amount, reason, record_id: foreseen.record_id, seen_version: foreseen.seen_version, p_id: foreseen.p_id, deed: foreseen.deed },
  ...foreseen.links,
  imgs: [...imgs],
  record_imgs: [...record_imgs],
  files: [...files],
  record_files: [...record_files],
  params: JSON.stringify(params),
  specs: JSON.stringify(specs),
  changes: JSON.stringify(foreseen.changes),
})

const addAudit = async (tx: Tx, { resource, action }: Approved, submission: Submission, userId: number): Promise<number> => {
  const content = { ...contentOf(submission), subject: subjectOf(action, submission.foreseen.title) }
  const business: Business = action.approves.business ?? 'own'
  const start = begun(userId)
  const { rows } = await sql<{ audit_id: number }>`
    insert into audit (subject, business, label, path, resource, action, record_id, seen_version, applicant_id, asked_ids, status, round, amount,
      changes, deed, reason, imgs, record_imgs, files, record_files, p_id, contract_id, bill_id, params, specs, stands, created_by)
    values (${content.subject}, ${businesses[business].code}, ${action.label}, ${action.can}, ${resource.name}, ${action.name},
      ${content.record_id}, ${content.seen_version}, ${userId}, '{}', ${stateCode(start)}, 0, ${content.amount},
      ${content.changes}::jsonb, ${content.deed}, ${content.reason}, ${content.imgs}::integer[], ${content.record_imgs}::integer[], ${content.files}::integer[], ${content.record_files}::integer[], ${content.p_id}, ${content.contract_id}, ${content.bill_id},
      ${content.params}::jsonb, ${content.specs}::jsonb, ${JSON.stringify(start)}::jsonb, ${userId})
    returning audit_id
  `.execute(tx)
  const auditId = rows[0]?.audit_id as number
  await sql`insert into audit_person (audit_id, user_id, part, since) values (${auditId}, ${userId}, 2, epoch_now())`.execute(tx)
  return auditId
}

const subjectOf = ({ label }: Pick<CompleteAction, 'label'>, title: string): string =>
  (title === '' ? label : `${label}：${title}`).slice(0, 200)

/** Puts what is submitted now in the place of what was sent back or taken back. */
const renew = async (tx: Tx, audit: Audit, { action }: Approved, submission: Submission): Promise<void> => {
  const content = contentOf(submission)
  await sql`
    update audit set subject = ${subjectOf(action, submission.foreseen.title)}, seen_version = ${content.seen_version}, amount = ${content.amount},
      changes = ${content.changes}::jsonb, reason = ${content.reason}, imgs = ${content.imgs}::integer[], record_imgs = ${content.record_imgs}::integer[],
      files = ${content.files}::integer[], record_files = ${content.record_files}::integer[], p_id = ${content.p_id},
      params = ${content.params}::jsonb, specs = ${content.specs}::jsonb
    where audit_id = ${audit.audit_id}
  `.execute(tx)
}

/** Gives the submission that one has taken or got back and now submits again; 404 where it is not one's own, or was of something else. */
const ownAudit = async (
  tx: Tx,
  auditId: number,
  { resource, action }: Approved,
  submission: Submission,
  userId: number,
): Promise<Audit> => {
  const audit = await lockAudit(tx, auditId)
  const isOfThis = audit?.path === action.can && audit.resource === resource.name && audit.record_id === submission.foreseen.record_id
  if (!audit || audit.applicant_id !== userId || !isOfThis) throw new CallError(404)
  return audit
}

/** Who submits: the transaction, the account, the time. */
export interface Submitting {
  tx: Tx
  session: { userId: number }
  now: number
}

/**
 * Submits a deed for approval, or again what was sent back (`auditId`); gives its number. Nothing of the deed is done: it is asked of the first
 * step's people, and the last step's 通过 does it. Throws 404 and 409 as `proceed` does, and 409 where this very deed is being asked for
 * already (a unique index).
 */
export const submit = async (
  { tx, session: { userId }, now }: Submitting,
  approved: Approved,
  submission: Submission,
  auditId: number | undefined,
): Promise<number> => {
  const known = auditId === undefined ? null : await ownAudit(tx, auditId, approved, submission, userId)
  if (known) await renew(tx, known, approved, submission)
  const id = known?.audit_id ?? (await addAudit(tx, approved, submission, userId))
  const audit = await lockAudit(tx, id)
  const out = audit && approve(audit.round, { is: 'submit', by: userId }, await stepsNow(tx, audit))
  if (!audit || !out) throw new CallError(409, '当前状态不能重新提交')
  await writeAudit(tx, audit, { round: out.state, told: out.told, now, happened: { deed: 'submit', by: userId } })
  return id
}
