import { plainDigits } from './fen.ts'

/** Gives the phone with digits 4 to 7 hidden (spec.md section 9): 13812345678 → 138****5678. */
export const maskPhone = (phone: string): string => (phone.length < 7 ? phone : `${phone.slice(0, 3)}****${phone.slice(7)}`)

/** Gives the card number with all but its first three and last four characters hidden. */
export const maskCard = (card: string): string => (card.length < 8 ? card : card.slice(0, 3) + '*'.repeat(card.length - 7) + card.slice(-4))

/** What the kit knows of a kind of personal number: how the whole is written, and what lists show of it. */
interface PersonalNumber {
  pattern: string
  mask(whole: string): string
}

/** The kinds of number that are stored sealed and shown masked (docs/decisions/016-sealed-numbers.md). */
export const personalNumbers = {
  phone: { pattern: '^1\\d{10}$', mask: maskPhone },
  card: { pattern: '^\\d{17}[\\dXx]$', mask: maskCard },
  bank: { pattern: '^\\d{8,30}$', mask: maskCard },
} as const satisfies Record<string, PersonalNumber>

/** Gives a number as it is compared: without spaces, its check letter large, an input method's wide digits as plain ones. */
export const cleanNumber = (typed: string): string => plainDigits(typed).replace(/\s/g, '').toUpperCase()

/** How many characters of a number's end find it. */
const END = 4

/** Whether what was typed finds a number as a whole, by its end, or not at all. */
export const findsNumber = (kind: keyof typeof personalNumbers, typed: string): 'whole' | 'end' | null => {
  const number = cleanNumber(typed)
  if (new RegExp(personalNumbers[kind].pattern).test(number)) return 'whole'
  return new RegExp(`^\\d{${END - 1}}[\\dX]$`).test(number) ? 'end' : null
}

/** True for a value that a mask has been through, and so must never be written back. */
export const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes('****')

const CARD = /(?<![0-9A-Za-z])\d{6}(?:19|20)\d{9}[\dXx](?![0-9A-Za-z])/g
const PHONE = /(?<![0-9A-Za-z])(1\d{2})\d{4}(\d{4})(?![0-9A-Za-z])/g

/** Gives the text with card numbers and phones masked: an error's message may quote what was typed. */
export const withoutPersonal = (text: string): string =>
  text.replace(CARD, (card) => `${card.slice(0, 3)}***${card.slice(-4)}`).replace(PHONE, '$1****$2')

/** A token is 64 hex digits, a signature or a password on its way 32. */
const DIGEST = /(?<![0-9A-Za-z])(?:[0-9a-f]{64}|[0-9a-f]{32})(?![0-9A-Za-z])/gi
const NAMED = /((?:token|sign|password|passwd|authorization|cookie|\w*_pwd|\w+Pwd)["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi

/** Gives the text without tokens, signatures, passwords, card numbers and phones: what a browser reports may quote any of them. */
export const withoutSecrets = (text: string): string => withoutPersonal(text.replace(NAMED, '$1[已隐去]').replace(DIGEST, '[已隐去]'))

/** Gives a person's name with all but its first and, of three or more, its last sign hidden. */
export const maskName = (name: string): string => {
  const signs = [...name]
  if (signs.length < 2) return name
  return signs.length === 2 ? `${signs[0]}*` : `${signs[0]}${'*'.repeat(signs.length - 2)}${signs.at(-1)}`
}
