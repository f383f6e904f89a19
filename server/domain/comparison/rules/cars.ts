import { fenToYuan } from '../../../../src/protocol/fen.ts'
import type { Doubt, Told } from './household.ts'

interface Car {
  plate: string
  brand: string | null
  price: number
}

const RULE = 4

/** Each car of a household that cost more than the operator allows (准入设置, in fen; 0 is no limit). */
export const judgeCars = (limit: number, told: readonly Told<Car>[]): Doubt[] =>
  told
    .filter(({ row }) => limit > 0 && row.price > limit)
    .map(({ who, row }) => ({
      rule: RULE,
      person: who.name,
      declared: `每辆车不超过 ¥${fenToYuan(limit)}（准入设置）`,
      found: `${[row.plate, row.brand].filter(Boolean).join(' ')} ¥${fenToYuan(row.price)}`,
      mark: `${RULE}:${who.member}:${row.plate}`,
    }))
