import { sql } from 'kysely'
import type { ApprovalStep } from '../../src/core/approval.ts'
import { codeOf } from '../../src/core/states.ts'
import audit from '../../src/resources/approval/audit.ts'
import type { Queryable, Tx } from '../store/connection/database.ts'
import { type House, house } from './house.ts'
import type { Need, Round, Step } from './rules/approve.ts'

/** What a person's part in a submission is, as audit_person has it. `past` was asked, and others decided. */
export const parts = { asked: 1, applicant: 2, decided: 3, told: 4, past: 5 } as const

/** What the trail tells, as audit_event has it. */
const deeds = {
  submit: 1,
  yes: 2,
  no: 3,
  back: 4,
  hand: 5,
  add: 6,
  withdraw: 7,
  remind: 8,
  assign: 9,
  changed: 10,
  late: 11,
  done: 12,
} as const
type Deed = keyof typeof deeds

/** A submission as the engine works with it. */
export interface Audit {
  audit_id: number
  version: number
  subject: string
  label: string
  path: string
  resource: string
  action: string
  record_id: number | null
  seen_version: number | null
  applicant_id: number
  p_id: number | null
  amount: number | null
  params: Readonly<Record<string, unknown>>
  specs: readonly ApprovalStep[]
  round: Round
}

const codes: Readonly<Record<Exclude<Round['is'], 'new'>, number>> = {
  asking: codeOf(audit, 'asking'),
  done: codeOf(audit, 'passed'),
  refused: codeOf(audit, 'refused'),
  withdrawn: codeOf(audit, 'withdrawn'),
  sentBack: codeOf(audit, 'sentBack'),
}

/** Gives the number that a submission's state has in the store. */
export const stateCode = ({ is }: Round): number => (is === 'new' ? codes.asking : codes[is])

/** Gives a submission, held until the transaction ends; null where there is none, or none in which this person has a part. */
export const lockAudit = async (tx: Tx, auditId: number, person: number | null = null): Promise<Audit | null> => {
  const isTheirs =
    person === null ? sql`true` : sql`exists (select from audit_person p where p.audit_id = audit.audit_id and p.user_id = ${person})`
  const { rows } = await sql<Audit>`
    select audit_id, version, subject, label, path, resource, action, record_id, seen_version, applicant_id, p_id, amount, params, specs, stands as round
    from audit where audit_id = ${auditId}::integer and path is not null and ${isTheirs} for no key update
  `.execute(tx)
  return rows[0] ?? null
}

const needOf = ({ who, all, share }: ApprovalStep): Need => {
  // Of several heads, as of several of a role, one is enough unless the step says otherwise.
  if (who !== 1 || all === undefined || all === 1) return 'any'
  return all === 2 ? 'all' : (share ?? 100)
}

/** Gives a submission's steps, without whom they ask. */
export const stepsOf = ({ specs }: Pick<Audit, 'specs'>): Step[] =>
  specs.map((spec) => ({ who: [], need: needOf(spec), tells: spec.way === 2 }))

/** Gives a submission's steps with whom each would ask now. */
export const stepsNow = async (
  db: Queryable,
  { specs, applicant_id: applicant, p_id }: Pick<Audit, 'specs' | 'applicant_id' | 'p_id'>,
): Promise<Step[]> => {
  const people = await house().peopleOf(db, specs, { applicant, p_id })
  return stepsOf({ specs }).map((step, place) => ({ ...step, who: people[place] ?? [] }))
}

/** What happened to a submission, for its trail. */
export interface Happened {
  deed: Deed
  /** Null is the system. */
  by: number | null
  to?: number | null
  opinion?: string | null
}

/** Adds to the trail of a submission, of which nothing is ever changed. */
export const addEvent = async (
  tx: Tx,
  { audit_id, round: { round, visit, step } }: Pick<Audit, 'audit_id' | 'round'>,
  { deed, by, to, opinion }: Happened,
): Promise<void> => {
  await sql`
    insert into audit_event (audit_id, round, visit, step, deed, by_id, to_id, opinion)
    values (${audit_id}, ${round}, ${visit}, ${step}, ${deeds[deed]}, ${by}, ${to ?? null}, ${opinion || null})
  `.execute(tx)
}

const openOf = (round: Round): number[] =>
  round.is === 'asking' ? round.tasks.filter(({ said }) => said === null).map(({ person }) => person) : []

/** Until when the step that is asked has to be decided, in seconds; null where it has no limit. */
const dueOf = ({ specs }: Pick<Audit, 'specs'>, { is, step }: Round, now: number): number | null => {
  const hours = specs[step]?.hours
  return is === 'asking' && hours ? now + hours * 3600 : null
}

/** Writes who takes what part from now on: who is asked, who has decided, whom a step has told. Those who lose a task and those who get one are others. */
const writePeople = async (tx: Tx, auditId: number, round: Round, told: readonly number[], decider: number | null): Promise<void> => {
  await sql`
    with past as (
      update audit_person p set since = epoch_now(),
        part = case when p.user_id = ${decider}::integer or exists (
          select from audit_event e where e.audit_id = p.audit_id and e.by_id = p.user_id and e.deed in (${deeds.yes}, ${deeds.no}, ${deeds.back}, ${deeds.hand})
        ) then ${parts.decided}::smallint else ${parts.past}::smallint end
      where p.audit_id = ${auditId}::integer and p.part = ${parts.asked} and p.user_id <> all(${openOf(round)}::integer[])
    )
    insert into audit_person (audit_id, user_id, part, since)
    select ${auditId}::integer, user_id, part, epoch_now()
    from (
      select distinct on (user_id) user_id, part from (
        select unnest(${openOf(round)}::integer[]), ${parts.asked}::smallint
        union all select unnest(${told}::integer[]), ${parts.told}::smallint
      ) wanted (user_id, part) order by user_id, part
    ) of_each
    on conflict (audit_id, user_id) do update set part = excluded.part, since = excluded.since
      where excluded.part = ${parts.asked} and audit_person.part <> ${parts.asked}
  `.execute(tx)
}

/** Where a submission goes to: its next state, whom steps on the way tell, what happened. */
export interface Going {
  round: Round
  told: readonly number[]
  happened: Happened
  now: number
}

/** Writes where a submission stands after something happened, with its trail and the parts that people take. */
export const writeAudit = async (tx: Tx, audit: Audit, { round, told, happened, now }: Going): Promise<void> => {
  const isOver = round.is === 'done' || round.is === 'refused' || round.is === 'withdrawn'
  // Of whoever gets it because the time was over, the time begins anew.
  const isMoved = round.visit !== audit.round.visit || round.is !== audit.round.is || happened.deed === 'late'
  await sql`
    update audit set stands = ${JSON.stringify(round)}::jsonb, status = ${stateCode(round)}, asked_ids = ${openOf(round)}::integer[],
      round = ${round.round}, due_at = case when ${isMoved} then ${dueOf(audit, round, now)}::bigint else due_at end,
      decided_at = ${isOver ? now : null}::bigint, opinion = coalesce(${happened.opinion || null}, opinion),
      version = version + 1, updated_at = epoch_now()
    where audit_id = ${audit.audit_id}
  `.execute(tx)
  // The deed itself leads the record away from there.
  if ((round.is === 'asking') !== (audit.round.is === 'asking') && round.is !== 'done')
    await house().stand(tx, audit, round.is === 'asking')
  await addEvent(tx, audit, happened)
  await writePeople(tx, audit.audit_id, round, told, happened.deed === 'late' ? null : happened.by)
  await tellOf(tx, audit, round, told, happened)
}

const newlyAsked = (before: Round, after: Round): number[] => {
  const known = before.visit === after.visit ? openOf(before) : []
  return openOf(after).filter((person) => !known.includes(person))
}

/** Gives what a message of a submission leads to: it as those have it whose it is, where it is decided and its record is named. */
const aboutOf = ({ audit_id }: Pick<Audit, 'audit_id'>): { resource: string; id: number } => ({ resource: 'my_audit', id: audit_id })

/** What is said of a submission that nobody can decide as it stands, and of which submission. */
type Waiting = Pick<Audit, 'audit_id' | 'subject' | 'p_id'>

/** Tells those who may put another there that nobody can decide a step: its people are gone, or there never was one. */
export const tellUnasked = async (tx: Tx, { audit_id, subject, p_id }: Waiting): Promise<void> => {
  const { tell, assignersOf } = house()
  const content = '这一步没有能审批的人（没有人，或账号已停用、打不开审批列表），请在 审批列表 指派。'
  await tell(tx, await assignersOf(tx, p_id), `没有人可审批：${subject}`.slice(0, 100), content, { resource: 'audit', id: audit_id })
}

/** Tells those whom a step asks, as long as they can decide; where none of them can any more, those who may put another in their place. */
export const tellAsked = async (tx: Tx, waiting: Waiting, people: readonly number[], title: string, content: string): Promise<void> => {
  const gone = await house().goneOf(tx, people)
  const there = people.filter((person) => !gone.includes(person))
  if (there.length === 0) return tellUnasked(tx, waiting)
  await house().tell(tx, there, title.slice(0, 100), content, aboutOf(waiting))
}

const ENDS: Partial<Record<Round['is'], string>> = { done: '审批通过', refused: '审批未通过', sentBack: '审批退回' }

/** Tells whoever has something to do now, whoever only has to know, and the applicant how it went. */
const tellOf = async (tx: Tx, audit: Audit, round: Round, told: readonly number[], { opinion, by }: Happened): Promise<void> => {
  const { tell }: House = house()
  const about = aboutOf(audit)
  const asked = newlyAsked(audit.round, round)
  const why = opinion ? `意见：${opinion}。` : ''
  if (asked.length > 0) await tell(tx, asked, `待您审批：${audit.subject}`.slice(0, 100), `${why}请在 审批列表 › 待我审批 办理。`, about)
  if (round.is === 'asking' && round.visit !== audit.round.visit && openOf(round).length === 0) await tellUnasked(tx, audit)
  if (told.length > 0) await tell(tx, told, `抄送您：${audit.subject}`.slice(0, 100), '可在 审批列表 › 抄送我的 查看。', about)
  const end = round.is === audit.round.is ? undefined : ENDS[round.is]
  if (!end || by === audit.applicant_id) return
  const next = round.is === 'sentBack' ? '可在 审批列表 › 我发起的 修改后重新提交。' : ''
  const title = `${end}：${audit.subject}`.slice(0, 100)
  await tell(tx, [audit.applicant_id], title, `${why}${next}` || '已按申请办理。', about)
  if (round.is === 'done') return
  const left = `${why}申请人已办不了（账号已停用，或不再负责这个项目、没有这项权限），还要办的请另行申请。`
  await tell(tx, await house().heirsOf(tx, audit), title, left, { resource: 'audit', id: audit.audit_id })
}
