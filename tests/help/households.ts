import { sql } from 'kysely'
import { addDays, today } from '../../src/protocol/dates.ts'
import { addRow, addTenant, cardOf } from './store/ground.ts'
import type { TestServer } from './testServer.ts'

let people = 25_000

/** A household that rents or has rented by an application: its tenants, and the application. */
export interface Household {
  apply_id: number
  /** The applicant, the spouse and a child. */
  tenants: [number, number, number]
  /** Their cards. */
  cards: [string, string, string]
  /** A parent, who lives with them and is none of it. */
  parent: number
}

interface Person {
  name: string
  card: string
  custom_id: number
}

/** Four people, each a tenant of their own. */
const fourPeople = async (server: TestServer): Promise<[Person, Person, Person, Person]> => {
  const person = async (name: string): Promise<Person> => {
    const card = cardOf(++people)
    return { name, card, custom_id: await addTenant(server, { name, card }) }
  }
  return [await person('户主'), await person('配偶'), await person('子女'), await person('母亲')]
}

/** Gives a household of four, each of whom is a tenant of their own, whose application made the applicant a tenant. `exception`: it was passed in spite of something. */
export const household = async (server: TestServer, exception: string | null = null): Promise<Household> => {
  const [head, spouse, child, parent] = await fourPeople(server)
  const apply_id = await addRow(server, 'qualification', {
    ...{ custom_name: head.name, card: head.card, phone: '13812345678', p_id: 1, nature: 1, room_type: 1, priority: 2 },
    ...{ family_size: 4, income: 600_000, housing_area: 8, status: 1 },
  })
  for (const [relation, { name, card }] of [spouse, child, parent].entries())
    await addRow(server, 'member', { apply_id, name, relation: relation + 1, card, p_id: 1 })
  await sql`
    update qualification set status = 4, custom_id = ${head.custom_id}, exception = ${exception} where apply_id = ${apply_id}
  `.execute(server.db)
  const cards: Household['cards'] = [head.card, spouse.card, child.card]
  return { apply_id, cards, tenants: [head.custom_id, spouse.custom_id, child.custom_id], parent: parent.custom_id }
}

/** Gives a household of four whose tenant came by no application: staff have entered the others. */
export const enteredHousehold = async (server: TestServer): Promise<Omit<Household, 'apply_id'>> => {
  const [head, spouse, child, parent] = await fourPeople(server)
  for (const [relation, { name, card }] of [spouse, child, parent].entries())
    await addRow(server, 'kin', { custom_id: head.custom_id, name, relation: relation + 1, card, p_id: 1 })
  const cards: Household['cards'] = [head.card, spouse.card, child.card]
  return { cards, tenants: [head.custom_id, spouse.custom_id, child.custom_id], parent: parent.custom_id }
}

/** Adds a contract of the past that ran from `from` to `to` days ago, and gives its key. */
export const pastContract = async (
  server: TestServer,
  { custom_id, org_id, from, to, ...changes }: { custom_id: number; org_id: number; from: number; to: number; carried_days?: number },
): Promise<number> =>
  addRow(server, 'contract', {
    ...{ sn: `HJ${++people}`, kind: 1, custom_id, org_id, p_id: 1, rent: 100, deposit: 100, status: 7 },
    ...{ start_date: addDays(today(), -from), end_date: addDays(today(), -to) },
    ...changes,
  })
