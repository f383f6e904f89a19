import type { relations } from '../../../src/schemas/tenant/relation.ts'
import type { Tx } from '../../store/connection/database.ts'
import { insertMany } from '../bulk.ts'
import { randomOf } from '../random.ts'
import type { Contract, Staff } from '../types.ts'
import { cardOf } from './cards.ts'
import { nameOf } from './names.ts'

/** Of one contract in so many the tenant has told who lives with him. */
const EVERY = 16

const SAID = { 1: '结婚，婚后同住', 2: '出生，随父母同住', 3: '投靠子女', 4: null } as const satisfies Record<
  keyof typeof relations,
  string | null
>

/** Adds what has changed in households since they came: a marriage, a birth, a parent who moved in. */
export const addKin = async (tx: Tx, contracts: readonly Contract[], today: string, staff: Staff): Promise<void> => {
  const random = randomOf('kin')
  const cards = new Set<string>()
  const told = new Map(contracts.filter((_, index) => index % EVERY === 3).map(({ tenant, room }) => [tenant.custom_id, room.p_id]))
  const rows = [...told].flatMap(([custom_id, p_id]) =>
    Array.from({ length: random.int(1, 2) }, (_, index) => {
      const sex = random.chance(0.5) ? 1 : 2
      const card = cardOf(random, cards, sex, today, 2024)
      const relation = index === 0 ? 1 : random.pick([2, 2, 3, 4] as const)
      const name = nameOf(random, sex, Number(card.slice(6, 10)), false)
      return { custom_id, p_id, name, relation, card, note: SAID[relation], created_by: staff.guanjia }
    }),
  )
  await insertMany(tx, 'kin', ['custom_id', 'p_id', 'name', 'relation', 'card', 'note', 'created_by'], rows)
}
