import { isEqual, uniqWith } from 'es-toolkit'
import type { NeededRows } from '../bringUp/neededRows.ts'
import type { Posting } from './posting.ts'

/** Gives what posts what as an accountant reads it (总账 › 记账规则): a row for each account that a line of an event can go to. */
export const rulesOf = (postings: readonly Posting[]): NeededRows => ({
  table: 'posting_rule',
  key: 'rule_id',
  isTheirs: false,
  // What rows of several tables post alike is one rule.
  rows: uniqWith(
    postings.flatMap(({ event, lines }) =>
      lines.flatMap(({ side, accounts }) =>
        accounts.map(({ account, says = '' }) => ({
          event,
          side: side === 'debit' ? 1 : 2,
          ledger_account_id: typeof account === 'number' ? account : null,
          says,
        })),
      ),
    ),
    isEqual,
  ).map((rule, index) => ({ rule_id: index + 1, ...rule })),
})
