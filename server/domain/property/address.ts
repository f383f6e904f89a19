import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Tx } from '../../store/connection/database.ts'

interface Place {
  province: number
  city: number
  county: number
  town: number
}

/** Gives the four names from province to town; 400 where a level does not lie in the one above it. */
export const regionNames = async (tx: Tx, place: Place): Promise<string[]> => {
  const { rows } = await sql<{ names: string[] }>`
    select array[p.name, c.name, d.name, t.name] as names
    from region t
    join region d on d.id = t.parent_id
    join region c on c.id = d.parent_id
    join region p on p.id = c.parent_id
    where t.id = ${place.town} and d.id = ${place.county} and c.id = ${place.city} and p.id = ${place.province}
  `.execute(tx)
  if (!rows[0]) throw new CallError(400, '所在位置须填写完整', { field: 'town' })
  return rows[0].names
}

const SUFFIX: Readonly<Record<number, string>> = { 1: '弄', 2: '号' }

/** Gives the address as a person writes it; the two names that a municipality repeats (市辖区) are left out. */
export const addressLine = (names: readonly string[], road: string, number: string, choice: number | undefined): string =>
  `${names.filter((name) => name !== '市辖区' && name !== '县').join('')}${road}${number}${SUFFIX[choice ?? 0] ?? ''}`
