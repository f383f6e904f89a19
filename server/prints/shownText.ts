/** What is there but never seen: controls, marks of direction, and what chooses between shapes of the sign before it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/u
/** What stands for a sign that no shipped font has. */
const STANDS_FOR = '□'

/** What a paper can show of a value, and the signs of it that it cannot, each once. */
export interface Shown {
  value: unknown
  missing: ReadonlySet<string>
}

/** Gives a JSON value whose texts hold only signs of the font (its code points), □ for the others; lines and tabs stay as lines and blanks. */
export const shownWith = (value: unknown, font: ReadonlySet<number>): Shown => {
  const missing = new Set<string>()
  const sign = (one: string): string => {
    if (one === '\n' || font.has(one.codePointAt(0) ?? 0)) return one
    if (one === '\t') return ' '
    if (UNSEEN.test(one)) return ''
    missing.add(one)
    return STANDS_FOR
  }
  const shown = (some: unknown): unknown => {
    if (typeof some === 'string') return [...some.toWellFormed()].map(sign).join('')
    if (Array.isArray(some)) return some.map(shown)
    if (typeof some === 'object' && some !== null)
      return Object.fromEntries(Object.entries(some).map(([name, inner]) => [name, shown(inner)]))
    return some
  }
  return { value: shown(value), missing }
}

/** Gives missing signs as a paper can name them, which has no sign for them: U+20BB7. */
export const named = (missing: ReadonlySet<string>): string =>
  [...missing].map((sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).join('、')
