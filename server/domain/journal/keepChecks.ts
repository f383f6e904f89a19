import { sql } from 'kysely'
import type { Tx } from '../../store/connection/database.ts'
import { notify } from '../message/index.ts'
import { type Checked, checkBooks } from './bookChecks.ts'

/** Whoever is told that the books do not agree: those who may have them checked. */
const accountants = async (tx: Tx): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select a.user_id from account a join role r on r.role_id = a.role_id
    where a.is_active and r.permission && array['*', '/api/book_check/run'] and a.projects is null
  `.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

const write = async (tx: Tx, checked: readonly Checked[]): Promise<void> => {
  await sql`delete from book_finding`.execute(tx)
  await sql`delete from book_check`.execute(tx)
  const rows = checked.map(({ label, count }, place) => ({ check_id: place + 1, label, count }))
  await sql`
    insert into book_check (check_id, label, state, wrong, checked_at)
    select check_id, label, case count when 0 then 1 else 2 end, count, epoch_now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (check_id integer, label text, count integer)
  `.execute(tx)
  const found = checked.flatMap(({ findings }, place) => findings.map((finding) => ({ check_id: place + 1, ...finding })))
  await sql`
    insert into book_finding (check_id, resource, record_id, p_id, expected, found, difference)
    select check_id, resource, record_id, p_id, expected, found, found - expected
    from json_to_recordset(${JSON.stringify(found)}::json) as given (check_id integer, resource text, record_id integer, p_id integer, expected bigint, found bigint)
  `.execute(tx)
}

/** Counts the books anew, keeps what was found in place of what was found before, and tells the accountants where it does not agree. Gives how many do not. */
export const keepChecks = async (tx: Tx): Promise<{ checks: number; wrong: number }> => {
  const checked = await checkBooks(tx)
  await write(tx, checked)
  const bad = checked.filter(({ count }) => count > 0)
  const said = bad.map(({ label, count }) => `${label}：${count} 处不符`).join('；')
  if (bad.length > 0) await notify(tx, await accountants(tx), '账务自检发现不符', `${said}。请到“财务管理 › 月结与自检”查看。`, null)
  return { checks: checked.length, wrong: bad.reduce((sum, { count }) => sum + count, 0) }
}
