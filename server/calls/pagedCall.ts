import { type RawBuilder, sql } from 'kysely'
import type { FormSchema, FormValue } from '../../src/core/form.ts'
import { pagingParams } from '../../src/derive/callParams.ts'
import { LOOKUP_ROWS } from '../../src/protocol/envelope.ts'
import type { Session } from '../caller/session.ts'
import { type Call, type CallSpec, type Context, defineCall, type Permit } from './defineCall.ts'

type PagedSpec<P extends FormSchema, C extends Permit> = CallSpec<P, C, undefined> & {
  /** Rows of a page where the caller does not say; LOOKUP_ROWS where left out. */
  usual?: number
  /** Rows of a page at most; MAX_PAGE_ROWS where left out. */
  most?: number
}

/**
 * Declares a read that gives a list page by page: it takes `page` and `page_rows` beside its own params, and `handle` gets the `limit … offset …`
 * that ends its query.
 */
export const pagedCall = <const P extends FormSchema, const C extends Permit, A>(
  { usual = LOOKUP_ROWS, most, ...spec }: PagedSpec<P, C>,
  handle: (
    context: Context<C extends 'public' | 'link' | 'visitor' ? Session | null : Session, undefined>,
    params: FormValue<P>,
    part: RawBuilder<unknown>,
  ) => Promise<A>,
): Call =>
  defineCall<FormSchema, C, undefined, A>(
    { ...spec, params: { ...spec.params, properties: { ...spec.params.properties, ...pagingParams(most) } } },
    (context, sent) => {
      const { page = 1, page_rows = usual, ...params } = sent as { page?: number; page_rows?: number }
      return handle(context, params as FormValue<P>, partOf(page, page_rows))
    },
  )

/** Gives the end of a query for a page of so many rows. */
export const partOf = (page: number, rows: number): RawBuilder<unknown> => sql`limit ${rows} offset ${(page - 1) * rows}`
