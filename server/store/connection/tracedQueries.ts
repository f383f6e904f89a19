import type { LogEvent } from 'kysely'
import { askInTrace } from '../../load/trace.ts'

const LENGTH = 200

/** Texts in quotes, also one that is cut, and numbers that are no parameter and no part of a name. */
const VALUES = /'(?:[^']|'')*(?:'|$)|(?<![\w$."])\d+(?:\.\d+)?\b/g

/** Gives a statement as a trace may have it: at most 200 characters, on one line, and a ? for each value written in it (who acts, limits of time). */
export const withoutValues = (text: string): string =>
  text
    .slice(0, 2 * LENGTH)
    .replace(VALUES, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LENGTH)

/** Tells each statement of a query builder to the trace of the work that asks it. */
export const traceQuery = ({ level, query, queryDurationMillis }: LogEvent): void =>
  askInTrace(() => ({ text: withoutValues(query.sql), ms: queryDurationMillis, isFailed: level === 'error' }))
