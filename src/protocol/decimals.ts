/** What a spreadsheet keeps of a number: further digits are noise of its doubles (1.1 is stored as 1.1000000000000001). */
const KEPT_DIGITS = 15

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/

const roundedUp = (digits: string): string => String(BigInt(digits) + 1n)

/** Gives the digits rounded to 15 that count, and how many were taken off. */
const shortened = (digits: string): { digits: string; lost: number } => {
  const lost = digits.length - KEPT_DIGITS
  if (lost <= 0) return { digits, lost: 0 }
  const kept = digits.slice(0, KEPT_DIGITS)
  return { digits: (digits[KEPT_DIGITS] ?? '0') >= '5' ? roundedUp(kept) : kept, lost }
}

/**
 * Gives a number as a spreadsheet stores it ('1.1000000000000001', '1.38E+10') as plain decimal text ('1.1', '13800000000'): 15 digits that
 * count, no exponent, no zeros at the end. By its digits alone: no double is involved. Null where it is no number.
 */
export const plainDecimal = (stored: string): string | null => {
  const match = NUMBER.exec(stored)
  if (!match) return null
  const [, sign, whole = '', part = '', exponent = '0'] = match
  if (whole === '' && part === '') return null
  const all = (whole + part).replace(/^0+/, '')
  if (all === '') return '0'
  const { digits, lost } = shortened(all)
  // The value is digits × 10^shift.
  const shift = Number(exponent) - part.length + lost
  const text =
    shift >= 0
      ? digits + '0'.repeat(shift)
      : `${digits.slice(0, shift) || '0'}.${digits.padStart(-shift, '0').slice(shift).replace(/0+$/, '')}`
  return (sign === '-' ? '-' : '') + text.replace(/\.$/, '')
}
