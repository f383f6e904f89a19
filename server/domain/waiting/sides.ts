import { CallError } from '../../../src/core/errors.ts'
import type { Lottery } from './lots.ts'

/** The two of a lottery: its operator and its supervisor. */
export type Side = 'a' | 'b'

/** Which of the two someone is. 409 for anybody else: neither does the other's, and nobody does both. */
export const sideOf = (userId: number | null, { operator, supervisor }: Pick<Lottery, 'operator' | 'supervisor'>): Side => {
  if (userId === operator) return 'a'
  if (userId === supervisor) return 'b'
  throw new CallError(409, '只有本次摇号的操作方与监督方可以办理')
}
