import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import statement from '../../../src/resources/statement/statement.ts'
import statementLine from '../../../src/resources/statement/statementLine.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { hashName, sealedName } from '../../store/bringUp/tables.ts'
import type { Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'

/** A line of a file that was there before: which one, and where the file has it. */
export interface Known {
  line_id: number
  file_row: number
}

/** Keeps which lines a statement has that another had brought. */
export const rememberKnown = async (tx: Tx, statement_id: number, known: readonly Known[]): Promise<void> => {
  await sql`
    insert into statement_known (statement_id, line_id, file_row)
    select ${statement_id}, line_id, min(file_row) from json_to_recordset(${JSON.stringify(known)}::json) as g (line_id integer, file_row integer) group by line_id
  `.execute(tx)
}

/** What a bank said in a line. */
const SAID = [
  ...['own_account_id', 'day', 'deal_time', 'type', 'price', 'kind', 'party', 'note', 'balance', 'serial', 'mark'],
  ...['party_account', sealedName('party_account'), hashName('party_account')],
].map((name) => sql.id(name))

/**
 * Gives lines that were taken back with their statement to the first other one that has them, too: what the bank said there is not unsaid with this one. It is settled again with them, as it was read.
 * The accounts are held.
 */
export const passOn = async (acting: Acting, lines: readonly number[]): Promise<void> => {
  const { tx } = acting
  const { rows } = await sql<{ statement_id: number; lines: number; known: number; income: number; outgo: number }>`
    with given as (
      select l.line_id, k.statement_id, k.file_row, k.p_id
      from statement_line l cross join lateral (
        select s.statement_id, k.file_row, s.p_id
        from statement_known k join statement s on s.statement_id = k.statement_id and s.status in (${inState(statement, 'settling')}, ${inState(statement, 'stands')})
        where k.line_id = l.line_id order by s.statement_id limit 1
      ) k
      where l.line_id = any(${keyList(lines)})
    ),
    made as (
      insert into statement_line (${sql.join(SAID)}, statement_id, file_row, p_id, status)
      select ${sql.join(SAID)}, g.statement_id, g.file_row, g.p_id, ${codeOf(statementLine, 'open')} from given g join (select line_id as of_line, ${sql.join(SAID)} from statement_line) l on l.of_line = g.line_id order by g.line_id
      returning line_id, statement_id, own_account_id, mark, type, price
    ),
    kept as (
      update statement_known k set line_id = m.line_id
      from given g join statement_line l on l.line_id = g.line_id join made m on m.own_account_id = l.own_account_id and m.mark = l.mark
      where k.line_id = g.line_id and k.statement_id <> g.statement_id
    )
    select s.statement_id, s.lines + n.lines as lines, s.known - n.lines as known, s.income + n.income as income, s.outgo + n.outgo as outgo
    from (
      select statement_id, count(*)::integer as lines, coalesce(sum(price) filter (where type = 1), 0)::bigint as income, coalesce(sum(price) filter (where type = 2), 0)::bigint as outgo
      from made group by statement_id
    ) n join statement s on s.statement_id = n.statement_id order by s.statement_id
  `.execute(tx)
  for (const { statement_id, ...counts } of rows) await moveBySystem(acting, statement.name, 'resume', [statement_id], counts)
}
