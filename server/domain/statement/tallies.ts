import { codesOf } from '../../../src/core/states.ts'
import statementLine from '../../../src/resources/statement/statementLine.ts'
import { defineTally } from '../../store/facts/tallies.ts'

export default [
  /** What the lines of statements come to by account and day, what came in less what went out, in fen; `aside`: of those that need no entry. */
  defineTally({
    name: 'statement_lines',
    label: '各账户各日的对账单行',
    of: 'statement_line',
    by: { own_account_id: 'own_account_id', day: 'day' },
    where: `status in (${codesOf(statementLine, 'live')})`,
    sums: {
      price: 'case type when 1 then price else -price end',
      aside: 'case when how = 4 then case type when 1 then price else -price end else 0 end',
    },
  }),
]
