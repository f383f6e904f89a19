import { sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import occupant from '../../../src/resources/lease/occupant.ts'
import type { Conflict } from '../../calls/mergingCall.ts'
import { inSet } from '../../store/reading/states.ts'

/** Of two entries each on a roster of those who live in companies' rooms: one person lives in one place. */
const livingTwice: Conflict = async (db, one, other) => {
  const { rows } = await sql<{ n: number }>`
    select count(distinct custom_id)::integer as n from occupant where custom_id in (${one}, ${other}) and status in (${inSet(occupant, 'standing')})
  `.execute(db)
  return rows[0]?.n === 2 ? '两人各在一间整租房的入住名单上，不能合并：先把不住的那条登记“搬离”或“不符合”' : null
}

/** Why two entries cannot be of one person: each has a contract in force on the same days, or lives in a company's room. Null where they can. */
export const overlapOf: Conflict = async (db, one, other) => {
  const { rows } = await sql<{ mine: string; theirs: string }>`
    select a.sn as mine, b.sn as theirs from contract a join contract b on b.custom_id = ${other}
      and b.status in (${inSet(contract, 'holdsRoom')}) and daterange(a.start_date, a.end_date, '[]') && daterange(b.start_date, b.end_date, '[]')
    where a.custom_id = ${one} and a.status in (${inSet(contract, 'holdsRoom')}) limit 1
  `.execute(db)
  return rows[0] ? `两人各有履行中的合同，租期重叠，不能合并：${rows[0].mine}、${rows[0].theirs}` : livingTwice(db, one, other)
}
