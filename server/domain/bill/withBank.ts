import { type RawBuilder, sql } from 'kysely'
import withholdLine from '../../../src/resources/withhold/withholdLine.ts'
import { inState } from '../../store/reading/states.ts'

/** Whether the bank, or the fund, has been asked for the money of a bill, by its name in a statement, and has not answered (domain.md, Withholding). */
export const isWithBank = (bill: string): RawBuilder<boolean> =>
  sql`exists (select from withhold_line line where line.bill_id = ${sql.ref(`${bill}.bill_id`)} and line.result = ${inState(withholdLine, 'sent')})`
