import { type RawBuilder, sql } from 'kysely'
import lessee from '../../../src/resources/tenant/lessee.ts'
import { hashName } from '../../store/bringUp/tables.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { isWithBank } from '../bill/index.ts'
import { isPlanned } from '../paymentPlan/index.ts'

/** Who is asked to pay: a bank, or the provident fund (`batchKinds`). */
export type BatchKind = 1 | 2

/** Which bills a batch is to have. Days are YYYY-MM-DD. */
export interface Filter {
  since?: string | undefined
  until: string
  sources?: readonly number[] | undefined
}

/** A condition on a bill `b`: those of a filter. */
export const ofFilter = ({ since, until, sources = [] }: Filter): RawBuilder<unknown> => sql`
  b.bill_date <= ${until}::date and (${since ?? null}::date is null or b.bill_date >= ${since ?? null}::date)
    and (${sources.length} = 0 or b."from" = any(${keyList(sources)}))
`

/** A condition on a bill `b`: those that were named. */
export const ofKeys = (bills: readonly number[]): RawBuilder<unknown> => sql`b.bill_id = any(${keyList(bills)})`

/** The column of a tenant with the account from which a batch is paid. */
export const accountColumn = (kind: BatchKind): 'withhold_account' | 'fund_account' => (kind === 1 ? 'withhold_account' : 'fund_account')

/**
 * Gives the bills of tenants of which `those` holds, as a query: each with what its tenant still owes of it (`owed`, in fen) and why it can be in no batch
 * (`why`, `leftOut` of src/schemas/withhold; null where it can).
 */
export const candidates = (kind: BatchKind, scope: Scope, those: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select b.bill_id, b.custom_id, b.p_id, s.price - s.paid as owed,
    (case
      when b.is_void = 1 then 1
      when s.paid >= s.price then 2
      when ${isWithBank('b')} then 3
      when l.standing <> ${inState(lessee, 'kept')} then 6
      ${kind === 1 ? sql`when l.withhold <> 1 or l.${sql.id(hashName('withhold_account'))} is null then 4` : sql`when l.${sql.id(hashName('fund_account'))} is null then 5`}
      when ${isPlanned} then 7
    end)::integer as why
  from bill b
  join bill_share s on s.bill_id = b.bill_id and s.party = 1
  join lessee l on l.custom_id = b.custom_id
  where ${those} and ${inScope(scope, 'b.p_id')}
`

/** How many bills of a kind there are, and what they come to in fen. */
export interface Counted {
  why: number | null
  bills: number
  owed: number
}
