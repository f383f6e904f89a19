import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import verificationSetting from '../../../src/resources/settings/verification.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { nextNumbers, series } from '../../store/writing/series.ts'
import { insertRows } from '../../store/writing/write.ts'
import { readSetting } from '../setting/index.ts'

/** 记尾差 (src/schemas/settings/verification.ts), and what earns 6301.03 (src/schemas/journal/journal.ts). */
const BOOKED = 2
const DIFFERENCE = 6
const ITEM = '尾差（多付）'

/** A bill `b` that was made of what was left of money: of no contract, which no other has. */
const isOver = sql`b.income = ${DIFFERENCE} and b.type = 1 and b.contract_id is null`

/** What was left of an entry after a match, in fen, and the share that it settled last: whose it is. */
interface Over {
  match_id: number
  flow_id: number
  share_id: number
  price: number
}

/** Up to how much of money that is left after a match is booked, in fen; 0 where 核销设置 leaves it as 预收. */
export const overLimit = async (db: Queryable): Promise<number> => {
  const { tolerance, over } = await readSetting(db, verificationSetting)
  return over === BOOKED ? tolerance : 0
}

/** The item of such bills: made with the first of them. Throws 409 where it was retired. */
const itemOf = async (tx: Tx): Promise<number> => {
  await sql`
    insert into cost (name, income) select ${ITEM}, ${DIFFERENCE} where not exists (select from cost where income = ${DIFFERENCE} and retired = 0) on conflict (name) do nothing
  `.execute(tx)
  const { rows } = await sql<{ id: number }>`select id from cost where income = ${DIFFERENCE} and retired = 0 order by id limit 1`.execute(
    tx,
  )
  if (!rows[0]) throw new CallError(409, `费用项“${ITEM}”已停用或改了科目：请启用并记入“小额差异、长款”，或在核销设置选“留作预收”`)
  return rows[0].id
}

/** Books what is left of entries after matches: a bill for exactly it, which the match settles with the rest (postings.md: tolerance difference, over). It is of no contract, and goes with its match. */
export const bookOver = async ({ tx, session }: Pick<Acting, 'tx' | 'session'>, all: readonly Over[]): Promise<void> => {
  if (all.length === 0) return
  const item = await itemOf(tx)
  const numbers = await nextNumbers(tx, series.bill, all.length)
  const given = all.map((one, place) => ({ ...one, sn: numbers[place] }))
  const { rows } = await sql<Over & { p_id: number }>`
    with given as (select * from json_to_recordset(${JSON.stringify(given)}::json) as g (sn text, match_id integer, flow_id integer, share_id integer, price bigint)),
    made as (
      insert into bill (sn, type, "from", from_id, price, bill_date, start_date, end_date, payer, payment_ratio, custom_id, company_id, custom_name, org_id, unit_id, p_id, note, created_by)
      select g.sn, 1, 2, ${item}::integer, g.price, current_date, current_date, current_date, case s.party when 1 then 1 else 2 end, 100,
        b.custom_id, b.company_id, b.custom_name, b.org_id, b.unit_id, b.p_id, '核销后余下的尾差', ${session.userId}::integer
      from given g join bill_share s on s.share_id = g.share_id join bill b on b.bill_id = s.bill_id order by g.sn
      returning bill_id, sn, p_id
    ),
    shared as (
      insert into bill_share (bill_id, party, company_id, price, p_id, created_by)
      select m.bill_id, s.party, s.company_id, g.price, m.p_id, ${session.userId}::integer
      from made m join given g on g.sn = m.sn join bill_share s on s.share_id = g.share_id order by m.bill_id
      returning share_id, bill_id
    )
    select g.match_id, g.flow_id, h.share_id, g.price, m.p_id from given g join made m on m.sn = g.sn join shared h on h.bill_id = m.bill_id order by h.share_id
  `.execute(tx)
  await insertRows(
    tx,
    resourceNamed('allocation'),
    rows.map((row) => ({ ...row })),
    session.userId,
  )
}

/** Voids what was made of money left after matches, once nothing settles it any more. */
export const voidOver = async (tx: Tx, matches: readonly number[]): Promise<void> => {
  if (matches.length === 0) return
  await sql`
    update bill b set is_void = 1, void_why = '撤销核销', version = b.version + 1, updated_at = epoch_now()
    where b.bill_id in (select s.bill_id from allocation a join bill_share s on s.share_id = a.share_id where a.match_id = any(${keyList(matches)}))
      and b.is_void = 0 and b.paid = 0 and ${isOver}
  `.execute(tx)
}
