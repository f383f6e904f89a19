/** Gives the phone with digits 4 to 7 hidden (spec.md section 9): 13812345678 → 138****5678. */
export const maskPhone = (phone: string): string => (phone.length < 7 ? phone : `${phone.slice(0, 3)}****${phone.slice(7)}`)

/** Gives the card number with all but its first three and last four characters hidden. */
export const maskCard = (card: string): string => (card.length < 8 ? card : card.slice(0, 3) + '*'.repeat(card.length - 7) + card.slice(-4))

/** True for a value that a mask has been through, and so must never be written back. */
export const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes('****')
