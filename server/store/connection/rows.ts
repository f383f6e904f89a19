import type { ColumnType } from 'kysely'
import type { RowOf } from '../../../src/core/typed.ts'
import type account from '../../../src/resources/account/account.ts'
import type role from '../../../src/resources/account/role.ts'
import type savedFilter from '../../../src/resources/account/savedFilter.ts'
import type material from '../../../src/resources/application/material.ts'
import type qualification from '../../../src/resources/application/qualification.ts'
import type audit from '../../../src/resources/approval/audit.ts'
import type bill from '../../../src/resources/bill/bill.ts'
import type billShare from '../../../src/resources/bill/billShare.ts'
import type cost from '../../../src/resources/bill/cost.ts'
import type pledge from '../../../src/resources/bill/pledge.ts'
import type broker from '../../../src/resources/broker/broker.ts'
import type clue from '../../../src/resources/broker/clue.ts'
import type entrust from '../../../src/resources/broker/entrust.ts'
import type company from '../../../src/resources/company/company.ts'
import type comparison from '../../../src/resources/comparison/comparison.ts'
import type doubt from '../../../src/resources/comparison/doubt.ts'
import type contract from '../../../src/resources/contract/contract.ts'
import type filing from '../../../src/resources/filing/filing.ts'
import type allocation from '../../../src/resources/flow/allocation.ts'
import type flow from '../../../src/resources/flow/flow.ts'
import type holdover from '../../../src/resources/holdover/holdover.ts'
import type jobKind from '../../../src/resources/jobs/jobKind.ts'
import type lease from '../../../src/resources/lease/lease.ts'
import type occupant from '../../../src/resources/lease/occupant.ts'
import type errorLog from '../../../src/resources/logs/errorLog.ts'
import type operationLog from '../../../src/resources/logs/operationLog.ts'
import type message from '../../../src/resources/message/message.ts'
import type meter from '../../../src/resources/meter/meter.ts'
import type simple from '../../../src/resources/meter/simple.ts'
import type outbox from '../../../src/resources/outbox/outbox.ts'
import type entrustAgreement from '../../../src/resources/owner/entrustAgreement.ts'
import type owner from '../../../src/resources/owner/owner.ts'
import type community from '../../../src/resources/property/community.ts'
import type kind from '../../../src/resources/property/kind.ts'
import type occupancy from '../../../src/resources/property/occupancy.ts'
import type org from '../../../src/resources/property/org.ts'
import type project from '../../../src/resources/property/project.ts'
import type region from '../../../src/resources/property/region.ts'
import type tags from '../../../src/resources/property/tags.ts'
import type unit from '../../../src/resources/property/unit.ts'
import type review from '../../../src/resources/review/review.ts'
import type screen from '../../../src/resources/screen/screen.ts'
import type screenVersion from '../../../src/resources/screen/screenVersion.ts'
import type signature from '../../../src/resources/signature/signature.ts'
import type postHolder from '../../../src/resources/structure/postHolder.ts'
import type structure from '../../../src/resources/structure/structure.ts'
import type settleLine from '../../../src/resources/surrender/settleLine.ts'
import type surrender from '../../../src/resources/surrender/surrender.ts'
import type template from '../../../src/resources/template/template.ts'
import type templateVersion from '../../../src/resources/template/templateVersion.ts'
import type lessee from '../../../src/resources/tenant/lessee.ts'
import type member from '../../../src/resources/tenant/member.ts'
import type reserve from '../../../src/resources/viewing/reserve.ts'
import type violation from '../../../src/resources/violation/violation.ts'
import type lottery from '../../../src/resources/waiting/lottery.ts'
import type lotteryRound from '../../../src/resources/waiting/lotteryRound.ts'
import type publication from '../../../src/resources/waiting/publication.ts'
import type waiting from '../../../src/resources/waiting/waiting.ts'
import type waitingEvent from '../../../src/resources/waiting/waitingEvent.ts'
import type withhold from '../../../src/resources/withhold/withhold.ts'
import type withholdFile from '../../../src/resources/withhold/withholdFile.ts'
import type withholdLine from '../../../src/resources/withhold/withholdLine.ts'

/** What every declared table has beside its columns (server/store/bringUp/tables.ts). */
interface System {
  version: number
  created_by: number | null
  created_at: number
  updated_at: number
}

/** A declared table, with what the domain's SQL adds to it. */
type Declared<R, M = unknown> = Omit<RowOf<R>, keyof System | keyof M> & System & M

/** Rows by table: of declared ones as their declarations say, of the others as their SQL does. A table is named here once a query is typed by it. */
interface Rows {
  account: Declared<typeof account, { password: string; avatar: number[]; is_active: boolean; projects: number[] | null }>
  role: Declared<typeof role, { permission: string[]; access: string[]; sidebar: string[] }>
  saved_filter: Declared<typeof savedFilter>
  material: Declared<typeof material>
  qualification: Declared<typeof qualification>
  audit: Declared<typeof audit>
  bill: Declared<typeof bill>
  bill_share: Declared<typeof billShare>
  cost: Declared<typeof cost>
  pledge: Declared<typeof pledge>
  broker: Declared<typeof broker>
  clue: Declared<typeof clue>
  entrust: Declared<typeof entrust>
  entrust_agreement: Declared<typeof entrustAgreement>
  owner: Declared<typeof owner, { retired: number }>
  company: Declared<typeof company>
  comparison: Declared<typeof comparison>
  doubt: Declared<typeof doubt>
  contract: Declared<typeof contract>
  allocation: Declared<typeof allocation>
  flow: Declared<typeof flow>
  error_log: Declared<typeof errorLog>
  job_kind: Declared<typeof jobKind>
  operation_log: Declared<typeof operationLog>
  filing: Declared<typeof filing>
  holdover: Declared<typeof holdover>
  review: Declared<typeof review>
  lease: Declared<typeof lease>
  occupant: Declared<typeof occupant>
  message: Declared<typeof message>
  meter: Declared<typeof meter>
  outbox: Declared<typeof outbox>
  simple: Declared<typeof simple>
  community: Declared<typeof community>
  kind: Declared<typeof kind, { retired: number }>
  occupancy: Declared<typeof occupancy>
  org: Declared<typeof org>
  violation: Declared<typeof violation>
  project: Declared<typeof project>
  region: Declared<typeof region>
  tags: Declared<typeof tags>
  unit: Declared<typeof unit>
  screen: Declared<typeof screen, { draft: unknown }>
  screen_version: Declared<typeof screenVersion, { declaration: unknown }>
  signature: Declared<typeof signature>
  post_holder: Declared<typeof postHolder>
  structure: Declared<typeof structure, { retired: number }>
  settle_line: Declared<typeof settleLine>
  surrender: Declared<typeof surrender>
  template: Declared<typeof template, { no: number }>
  template_version: Declared<typeof templateVersion, { content: string }>
  lessee: Declared<typeof lessee>
  member: Declared<typeof member>
  reserve: Declared<typeof reserve>
  lottery: Declared<typeof lottery>
  lottery_round: Declared<typeof lotteryRound>
  publication: Declared<typeof publication>
  waiting: Declared<typeof waiting>
  waiting_event: Declared<typeof waitingEvent>
  withhold: Declared<typeof withhold>
  withhold_file: Declared<typeof withholdFile>
  withhold_line: Declared<typeof withholdLine>
  session: {
    session_id: number
    token_hash: Buffer
    user_id: number
    created_at: number
    seen_at: number
    expires_at: number
    address: string
    as_role: number | null
    opened_from: Buffer | null
    broker_id: number | null
  }
  file: {
    img_id: number
    hash: string
    mime: string
    bytes: number
    /** Null of an attachment. */
    width: number | null
    height: number | null
    /** What an attachment was called when it was uploaded; null of a picture. */
    name: string | null
    is_used: boolean
    /** Hardly anything is to be seen on the picture; not known of those from before 016-blank-picture.sql. */
    is_blank: boolean
    created_by: number | null
    created_at: number
  }
  import_batch: {
    import_id: number
    resource: string
    label: string
    file_name: string
    kind: 'xlsx' | 'csv'
    hash: string
    /** Of what its rows say; null as long as none were read, and of those from before 107-import-rows.sql. */
    rows_hash: string | null
    scope: string
    state: 'waiting' | 'wrong' | 'right' | 'done' | 'undone'
    is_real: boolean
    job_id: number
    rows: number | null
    wrong: number | null
    /** Whether rows that are there already are passed over, and how many were. */
    skips: boolean
    skipped: number
    errors: unknown[]
    made: unknown[]
    address: string
    created_by: number
    created_at: number
    done_at: number | null
    undone_at: number | null
  }
  job: {
    job_id: number
    kind: string
    msg: string
    type: number | null
    params: unknown
    state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
    attempt: number
    tries_left: number
    progress: number
    total: number | null
    result: unknown
    error: string | null
    created_by: number | null
    created_at: number
    finished_at: number | null
    once: string | null
    due_at: number | null
    started_at: number | null
    not_before: Date | null
    done: string | null
    state_code: 1 | 2 | 3 | 4 | 5
  }
  login_failure: { key: string; at: number; account: string | null; address: string | null }
  preference: { account_id: number; name: string; value: unknown; updated_at: number }
  setting_version: {
    setting: string
    version: number
    content: Record<string, unknown>
    restored: number | null
    from_date: string | null
    created_by: number
    created_at: number
  }
}

/** Columns of a row, for what SQL gives: a column that is renamed in its declaration is an error of the compiler here. */
export type Row<T extends keyof Rows, C extends keyof Rows[T]> = Pick<Rows[T], C>

/** The tables as the query builder knows them: what is not given when a row is made, the store fills in. */
export type Tables = { [T in keyof Rows]: { [C in keyof Rows[T]]: ColumnType<Rows[T][C], Rows[T][C] | undefined, Rows[T][C]> } }
