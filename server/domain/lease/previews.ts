import { sql } from 'kysely'
import type { RowOf } from '../../../src/core/typed.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import contract from '../../../src/resources/contract/contract.ts'
import type lease from '../../../src/resources/lease/lease.ts'
import occupant from '../../../src/resources/lease/occupant.ts'
import type { Context } from '../../calls/defineCall.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { scopeOf } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { readRow } from '../../store/reading/list.ts'
import { inSet } from '../../store/reading/states.ts'
import { type KeptTerms, type PlannedRent, payments, planFacts, rentPlan, rentTerms, saidBy, yuan } from '../contract/index.ts'
import { checkRenewing, renewedRents, renewedTerms, roomsGoingOn } from './renewing.ts'

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)

/** Gives what is paid for rooms together: their periods are the same, and each is rounded by itself. */
const planOfAll = (terms: KeptTerms, rents: readonly number[]): PlannedRent[] => {
  const [first = [], ...others] = rents.map((rent) => rentPlan(rentTerms({ ...terms, rent })))
  return first.map((period, place) => ({ ...period, price: sum([period.price, ...others.map((plan) => plan[place]?.price ?? 0)]) }))
}

/** Gives how many live in rooms, and who of them has rented a home meanwhile. */
const rosterOf = async (db: Queryable, keys: readonly number[]): Promise<{ people: number; housed: string | null }> => {
  const { rows } = await sql<{ people: number; housed: string | null }>`
    select count(*)::integer as people, string_agg(l.name, '、' order by l.custom_id) filter (where exists (
      select from contract c where c.custom_id = o.custom_id and c.status in (${inSet(contract, 'holdsRoom')}))) as housed
    from occupant o join lessee l on l.custom_id = o.custom_id
    where o.contract_id = any(${keyList(keys)}) and o.status in (${inSet(occupant, 'standing')})
  `.execute(db)
  return rows[0] ?? { people: 0, housed: null }
}

/** Gives what a renewal of a whole lease comes to: its term, what all rooms cost, who goes along, and what stands in its way. 404 for a lease out of scope. */
export const previewRenewal = async (context: Context, asked: { lease_id: number; months: number; each?: number }): Promise<Preview> => {
  const { tx, session } = context
  const resource = resourceNamed('lease')
  const row = (await readRow(tx, resource, asked.lease_id, scopeOf(resource, session), resourceNamed)) as RowOf<typeof lease>
  const rooms = await roomsGoingOn(tx, row.lease_id)
  const terms = await renewedTerms(context, row, rooms, asked)
  const [before, after] = [sum(rooms.map(({ rent }) => rent)), sum(renewedRents(rooms, asked))]
  const all = { ...terms, rent: after, deposit: sum(rooms.map(({ deposit }) => deposit)) } as KeptTerms
  const plan = planOfAll(all, renewedRents(rooms, asked))
  const { people, housed } = await rosterOf(
    tx,
    rooms.map(({ contract_id }) => contract_id),
  )
  const said = [...(await saidBy(() => checkRenewing(tx, row, rooms))), ...(housed === null ? [] : [`已另有租客合同的入住人：${housed}`])]
  return {
    facts: [
      { label: '房间', value: `${rooms.length} 间` },
      ...planFacts(all, plan),
      { label: '月租金合计', value: before === after ? yuan(after) : `${yuan(before)} → ${yuan(after)}` },
      { label: '入住名单', value: `${people} 人，转入后重新核对` },
    ],
    table: payments(plan, rentTerms(all), []),
    ...(said.length > 0 ? { said: said.join('；') } : {}),
  }
}
