import type { NeededRows } from '../bringUp/neededRows.ts'
import type { Posting } from './posting.ts'

/** Gives what posts what as an accountant reads it (总账 › 记账规则): a row for each account that a line of an event can go to. */
export const rulesOf = (postings: readonly Posting[]): NeededRows => ({
  table: 'posting_rule',
  key: 'rule_id',
  isTheirs: false,
  rows: postings
    .flatMap(({ event, lines }) =>
      lines.flatMap(({ side, accounts }) =>
        accounts.map(({ account, says = '' }) => ({
          event,
          side: side === 'debit' ? 1 : 2,
          ledger_account_id: typeof account === 'number' ? account : null,
          says,
        })),
      ),
    )
    .map((rule, index) => ({ rule_id: index + 1, ...rule })),
})
