import { fenToYuan } from '../../../../src/protocol/fen.ts'

/** A household as it applies. Amounts in fen, areas in square metres. */
export interface Household {
  nature: 1 | 2 | 3
  family_size: number
  /** A month's income of all. */
  income: number
  /** The floor space that each of them has now. */
  housing_area: number
}

/** What the operator asks of a nature (准入设置); 0 is no limit. */
export type Limits = Readonly<Record<`income_${1 | 2 | 3}` | `area_${1 | 2 | 3}`, number>>

/** One thing that was judged. */
export interface Verdict {
  fits: boolean
  says: string
}

const judged = (what: string, has: string, limit: string, fits: boolean): Verdict => ({
  fits,
  says: fits ? `${what} ${has}，不超过 ${limit}` : `${what} ${has}，超过 ${limit}`,
})

/**
 * Gives what is judged of a household by the limits of its nature (domain.md, Rules of the trade): income and floor space for each of its
 * persons, each against its limit; nothing of what has none. The income of a person is rounded up to the fen, in favour of the limit.
 */
export const judge = ({ nature, family_size, income, housing_area }: Household, limits: Limits): Verdict[] => {
  const [most, space] = [limits[`income_${nature}`], limits[`area_${nature}`]]
  const each = Math.ceil(income / family_size)
  return [
    ...(most > 0 ? [judged('人均月收入', `¥${fenToYuan(each)}`, `¥${fenToYuan(most)}`, each <= most)] : []),
    ...(space > 0 ? [judged('人均住房', `${housing_area}㎡`, `${space}㎡`, housing_area <= space)] : []),
  ]
}
