/** Texts by their Chinese source; in a key `{0}`, `{1}` … stand for what varies. */
export type Catalogue = Readonly<Record<string, string>>

/** Gives a text in another language; one that is not known comes back as it is. */
export type Translate = (source: string) => string

interface Pattern {
  shape: RegExp
  /** The places of the target in the order in which the shape captures them. */
  target: string
  /** Its longest fixed piece: a text without it cannot fit. */
  piece: string
  weight: number
  /** So little of it is fixed that it could fit by chance. */
  isWeak: boolean
}

const HAN = /[\u4e00-\u9fff]/
const FOREIGN = /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/
const PLACE = /\{\d\}/

const patternOf = ([source, target]: readonly [string, string]): Pattern => {
  const pieces = source.split(PLACE)
  const fixed = pieces.join('')
  const escaped = pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return {
    shape: new RegExp(`^${escaped.join('(.*?)')}$`, 's'),
    target,
    piece: pieces.toSorted((a, b) => b.length - a.length)[0] ?? '',
    weight: fixed.length,
    isWeak: [...fixed].filter((letter) => HAN.test(letter)).length === 1,
  }
}

/** Names of one letter, and abbreviations, stay as they are. */
const lowered = (text: string): string => (/^[A-Z][a-z]/.test(text) ? (text[0] ?? '').toLowerCase() + text.slice(1) : text)

const MOST = 5000

/**
 * Gives the function that puts texts into the catalogue's language: a text itself, or one that a pattern fits, whose places are put into
 * it in turn (`面积必填` by `{0}必填`). The pattern of which most is fixed goes first.
 */
export const translatorOf = (catalogue: Catalogue): Translate => {
  const patterns = Object.entries(catalogue)
    .filter(([source]) => PLACE.test(source))
    .map(patternOf)
    .toSorted((a, b) => b.weight - a.weight)
  const known = new Map<string, string>()
  const byPattern = (source: string): string | null => {
    for (const { shape, target, piece, isWeak } of patterns) {
      if (!source.includes(piece)) continue
      const found = shape.exec(source)
      if (!found) continue
      const places = found.slice(1).map((text) => ({ text, said: translate(text) }))
      if (isWeak && places.some(({ said }) => HAN.test(said))) continue
      return target.replace(/\{(\d)\}/g, (_, index: string, at: number) => {
        const { text = '', said = '' } = places[Number(index)] ?? {}
        // A known word behind another one is no beginning any more: Add role. What is not known is data.
        return said !== text && /[A-Za-z] $/.test(target.slice(0, at)) ? lowered(said) : said
      })
    }
    return null
  }
  const translate = (source: string): string => {
    if (!FOREIGN.test(source)) return source
    if (Object.hasOwn(catalogue, source)) return catalogue[source] ?? source
    const before = known.get(source)
    if (before !== undefined) return before
    const found = byPattern(source) ?? source
    if (known.size >= MOST) known.clear()
    known.set(source, found)
    return found
  }
  return translate
}
