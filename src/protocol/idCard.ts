import { isDate } from './dates.ts'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECKS = '10X98765432'
const MAX_AGE = 110

/** What an 18-digit resident identity card says of its holder. `sex`: 1 male, 2 female. `age` in full years. */
export interface CardFacts {
  sex: 1 | 2
  birth: string
  age: number
}

/** The check digit of a card's first 17 digits: GB 11643-1999, which is ISO 7064 MOD 11-2. */
export const checkDigitOf = (digits: string): string =>
  CHECKS[WEIGHTS.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0) % 11] ?? ''

/** Gives the birth date that a card number says; null where it says none. */
export const birthOf = (card: string): string | null => {
  const birth = `${card.slice(6, 10)}-${card.slice(10, 12)}-${card.slice(12, 14)}`
  return /^\d{17}[\dXx]$/.test(card) && isDate(birth) ? birth : null
}

/** Gives the age in full years that a card number says on a day (`YYYY-MM-DD`), its check digit right or not; null where it says no birth date before that day. */
export const ageOf = (card: string, today: string): number | null => {
  const birth = birthOf(card)
  if (birth === null || birth > today) return null
  return Number(today.slice(0, 4)) - Number(birth.slice(0, 4)) - (today.slice(5) < birth.slice(5) ? 1 : 0)
}

/**
 * Reads sex, birth date and age off a card number (spec.md section 5; check digit as in GB 11643-1999). `today` is `YYYY-MM-DD`.
 * Gives null where the date is none, the age exceeds 110 or the check digit is wrong: '请检查身份证号'.
 */
export const readIdCard = (card: string, today: string): CardFacts | null => {
  const digits = card.toUpperCase()
  const birth = birthOf(digits)
  const age = ageOf(digits, today)
  if (birth === null || age === null) return null
  if (age > MAX_AGE || checkDigitOf(digits) !== digits[17]) return null
  return { sex: Number(digits[16]) % 2 === 0 ? 2 : 1, birth, age }
}
