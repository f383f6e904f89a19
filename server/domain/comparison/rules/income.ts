import { fenToYuan } from '../../../../src/protocol/fen.ts'
import { type Doubt, type Household, namesIn, type Told } from './household.ts'

/** How doubts of a bureau's bases are called, and by which number of doubtRules. */
interface Base {
  rule: number
  label: string
}

const yuan = (fen: number): string => `¥${fenToYuan(fen)}`

/**
 * A month's bases of all of a household, together, are above the month's income that it declared. Where someone pays through several employers each
 * base counts. Nobody is paid less than the base for long (社会保险法: the base is last year's average monthly wage).
 */
export const judgeBases = ({ rule, label }: Base, { income }: Household, told: readonly Told<{ base: number }>[]): Doubt[] => {
  const sum = told.reduce((fen, { row }) => fen + row.base, 0)
  if (sum <= income) return []
  const each = told.map(({ who, row }) => `${who.name} ${yuan(row.base)}`).join('、')
  return [
    {
      rule,
      person: namesIn(told),
      declared: `家庭月收入 ${yuan(income)}`,
      found: `${label}合计 ${yuan(sum)}（${each}）`,
      mark: `${rule}:${income}:${sum}`,
    },
  ]
}
