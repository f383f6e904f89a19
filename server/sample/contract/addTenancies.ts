import { sql } from 'kysely'
import { codeOf, codesOf } from '../../../src/core/states.ts'
import contract from '../../../src/resources/contract/contract.ts'
import type { Tx } from '../../store/connection/database.ts'
import { numberText, series } from '../../store/writing/series.ts'
import { insertMany } from '../bulk.ts'
import { calendar, type Day } from '../calendar.ts'
import { randomOf } from '../random.ts'
import { keySequence, reserve } from '../reserve.ts'
import { cardOf } from '../tenant/cards.ts'
import { nameOf } from '../tenant/names.ts'
import { phoneOf } from '../tenant/phones.ts'
import type { Contract, Staff, Tenant } from '../types.ts'

/** Names the tenants of contracts and adds both, the tenants in the order in which they came. */
export const addTenancies = async (tx: Tx, contracts: readonly Contract[], today: string, staff: Staff): Promise<Tenant[]> => {
  const random = randomOf('people')
  const [cards, phones] = [new Set<string>(), new Set<string>()]
  const firsts = new Map<Tenant, Contract>()
  for (const signed of contracts) if (!firsts.has(signed.tenant)) firsts.set(signed.tenant, signed)
  const firstTenant = await reserve(tx, await keySequence(tx, 'lessee', 'custom_id'), firsts.size)

  const people = function* () {
    for (const [index, [tenant, { room, start }]] of [...firsts].entries()) {
      const sex = random.chance(0.53) ? 1 : 2
      const card = cardOf(random, cards, sex, today, Number(calendar.dateOf(start).slice(0, 4)))
      tenant.custom_id = firstTenant + index
      tenant.name = nameOf(random, sex, Number(card.slice(6, 10)), index % 700 === 6)
      yield {
        custom_id: tenant.custom_id,
        name: tenant.name,
        card,
        phone: phoneOf(random, phones),
        p_id: room.p_id,
        // Registered some days before the first contract begins; whoever has yet to move in, lately.
        created_at: calendar.instantOf(Math.min(start - 3, calendar.dayOf(today) - 1 - (index % 3)), 540 + (index % 480)),
        created_by: staff.guanjia,
      }
    }
  }
  await insertMany(tx, 'lessee', ['custom_id', 'name', 'card', 'phone', 'p_id', 'created_at', 'created_by'], people())

  const first = await reserve(tx, await keySequence(tx, 'contract', 'contract_id'), contracts.length)
  const papers = function* () {
    for (const [index, { room, tenant, start, end, rent, status }] of contracts.entries()) {
      yield {
        contract_id: first + index,
        sn: numberText(series.contract, first + index, calendar.dateOf(start)),
        org_id: room.org_id,
        custom_id: tenant.custom_id,
        p_id: room.p_id,
        start_date: calendar.dateOf(start),
        end_date: calendar.dateOf(end),
        rent: rent * 100,
        deposit: rent * 100,
        rule_version: 0,
        status: codeOf(contract, status),
        ...signedOn(status, start),
        created_by: staff.guanjia,
      }
    }
  }
  await insertMany(
    tx,
    'contract',
    [
      'contract_id',
      'sn',
      'org_id',
      'custom_id',
      'p_id',
      'start_date',
      'end_date',
      'rent',
      'deposit',
      'rule_version',
      'status',
      'sign_way',
      'signed_on',
      'keys_on',
      'created_by',
    ],
    papers(),
  )
  await sql`select setval(${series.contract.sequence}, ${Math.max(1, first + contracts.length)})`.execute(tx)
  return [...firsts.keys()]
}

/** A contract that was ever in force was signed on paper, and the keys were given, when it began. */
const signedOn = (status: Contract['status'], start: Day) => {
  const isSigned = codesOf(contract, 'hasLet').includes(codeOf(contract, status))
  const day = isSigned ? calendar.dateOf(start) : null
  return { sign_way: isSigned ? 2 : null, signed_on: day, keys_on: day }
}
