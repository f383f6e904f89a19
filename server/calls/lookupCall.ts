import { type RawBuilder, sql } from 'kysely'
import type { FormSchema } from '../../src/core/form.ts'
import { choiceParams, form } from '../../src/derive/callParams.ts'
import { LOOKUP_ROWS } from '../../src/protocol/envelope.ts'
import type { Session } from '../caller/session.ts'
import { type Call, type CallSpec, type Context, defineCall, type Permit } from './defineCall.ts'
import { partOf } from './pagedCall.ts'

/** Whoever has not found it by then types more: what is chosen from is no list to be walked through. */
const MOST_PAGES = 100

/** What every such call is asked besides what it finds by, as SQL. */
export interface Asked {
  /** The condition on the key: true for all, or those of `ids`. */
  chosen: RawBuilder<unknown>
  /** Whether names are wanted of records that were chosen before, be they offered no more. */
  isNaming: boolean
  /** The `limit … offset …` that ends the query. */
  part: RawBuilder<unknown>
}

type LookupSpec = Omit<CallSpec<FormSchema, Permit, undefined>, 'params'> & {
  /** The column of the key, as the query names it (`t.org_id`). */
  key: string
  /** What it finds by. */
  finds?: FormSchema['properties']
}

/**
 * Declares a read that gives records to choose from: a page of those found by its own params, or those of `ids` (at most LOOKUP_ROWS),
 * so that what is chosen reads by its name wherever it stands among them. What the caller may not see `handle` leaves out, either way.
 */
export const lookupCall = <A>(
  { key, finds = {}, ...spec }: LookupSpec,
  handle: (context: Context<Session, undefined>, params: Readonly<Record<string, unknown>>, asked: Asked) => Promise<A>,
): Call =>
  defineCall<FormSchema, Permit, undefined, A>(
    {
      ...spec,
      params: form(spec.label, choiceParams(spec.group, finds)),
    },
    (context, sent) => {
      const { ids, page = 1, page_rows = LOOKUP_ROWS, ...params } = sent as { ids?: number[]; page?: number; page_rows?: number }
      return handle(context as Context<Session, undefined>, params, {
        chosen: ids ? sql`${sql.ref(key)} = any(${ids}::integer[])` : sql`true`,
        isNaming: ids !== undefined,
        part: partOf(Math.min(page, MOST_PAGES), page_rows),
      })
    },
  )
