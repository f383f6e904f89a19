const LETTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** The check character of a unified social credit code's first 17: GB 32100-2015, in base 31 without I, O, S, V and Z. */
export const checkCharacterOf = (body: string): string => {
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * LETTERS.indexOf(body[place] ?? ''), 0)
  return LETTERS[(31 - (sum % 31)) % 31] ?? ''
}

/** Whether this is a unified social credit code: who registered it and as what, six digits of a division, nine of the body, and the right check character. */
export const isCreditCode = (code: string): boolean =>
  /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(code) && checkCharacterOf(code.slice(0, 17)) === code[17]
