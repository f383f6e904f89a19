import { sql } from 'kysely'
import type { Queryable } from '../connection/database.ts'
import type { About, Posting, PostingLine } from './posting.ts'

const ABOUT = ['custom_id', 'company_id', 'contract_id', 'bill_id', 'share_id', 'flow_id'] as const satisfies readonly (keyof About)[]
const SIDES = { debit: 1, credit: 2 } as const

/** While a transaction says so nothing is posted: it adds everything at once, and has it posted then (`postAll`). */
const IS_NOW = `coalesce(current_setting('anju.facts', true), '') <> 'later'`

const accountOf = ({ accounts }: PostingLine): string =>
  `case ${accounts.map(({ account, when = 'true' }) => `when ${when} then ${account}`).join(' ')} end`

const lineOf = (line: PostingLine, place: number): string => {
  const about = ABOUT.map((name) => `(${line.about[name] ?? 'null'})::integer`)
  return `(${place + 1}, (${accountOf(line)})::integer, ${SIDES[line.side]}, (${line.price})::bigint, ${about.join(', ')})`
}

const LINES = `insert into journal_line (event, source_id, day, p_id, created_by, place, ledger_account_id, side, price, ${ABOUT.join(', ')})`

/** The lines that an event posts, read from among `rows`, an SQL relation that has the columns of the posting's table. */
const linesOf = (posting: Posting, rows: string, only = ''): string => {
  const { event, row, join = '', where, source, day, p_id, by, lines } = posting
  const conditions = [where, only, 'line.ledger_account_id is not null', 'line.price <> 0'].filter(Boolean).join(' and ')
  return `select ${event}, ${source}, booked_on(${day}), ${p_id}, ${by}, line.*
from ${rows} ${row} ${join}
cross join lateral (values
  ${lines.map(lineOf).join(',\n  ')}
) line (place, ledger_account_id, side, price, ${ABOUT.join(', ')})
where ${conditions}`
}

const trigger = (name: string, lines: readonly string[], when: string): string[] => [
  // The plan is kept: made for twenty thousand bills it would read all bills for the next one. Whichever comes first, each row looks up its own.
  `create function ${name}() returns trigger language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  ${LINES}
${lines.join('\nunion all\n')};
  return null;
end $$`,
  `create trigger ${name} ${when} execute function ${name}()`,
]

/** Gives the statements that have the store post each such event in its own transaction: what the rows of a table post as they are added, in one. */
export const postingStatements = (postings: readonly Posting[]): string[] => {
  const added = postings.filter(({ turns }) => !turns)
  return [
    ...[...new Set(added.map(({ of }) => of))].flatMap((of) =>
      trigger(
        `posts_${of}`,
        added.filter((posting) => posting.of === of).map((posting) => linesOf(posting, 'came')),
        `after insert on "${of}" referencing new table as came for each statement when (${IS_NOW})`,
      ),
    ),
    ...postings.flatMap((posting) => {
      const { event, of, turns } = posting
      if (!turns) return []
      const when = `old.${turns.column} <> ${turns.to} and new.${turns.column} = ${turns.to} and ${IS_NOW}`
      return trigger(
        `posts_${event}`,
        [linesOf(posting, '(select new.*)')],
        `after update of ${turns.column} on "${of}" for each row when (${when})`,
      )
    }),
  ]
}

/** Takes away all that posts; what is declared is made anew. */
export const dropPostings = async (db: Queryable): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc where pronamespace = current_schema()::regnamespace and starts_with(proname, 'posts_')
  `.execute(db)
  for (const { name } of rows) await sql`drop function ${sql.id(name)}() cascade`.execute(db)
}

/** Posts what has happened and is not posted yet: what was there before the journal, or was added while nothing was posted. An event is never posted twice. */
export const postAll = async (db: Queryable, postings: readonly Posting[]): Promise<void> => {
  for (const posting of postings) {
    const { event, source, row, turns } = posting
    const isNew = `not exists (select from journal_line j where j.event = ${event} and j.source_id = ${source})`
    const only = turns ? `${row}.${turns.column} = ${turns.to} and ${isNew}` : isNew
    await sql.raw(`${LINES}\n${linesOf(posting, `"${posting.of}"`, only)}`).execute(db)
  }
}
