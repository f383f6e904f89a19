import { inChinese, type Tag, type Translate, type Translator } from './translator.ts'

/** Texts by their Chinese source; in a key `{0}`, `{1}` … stand for what varies. */
export type Catalogue = Readonly<Record<string, string>>

/** Gives the key of a tagged text: its fixed pieces, with `{0}`, `{1}` … between them. */
const shapeOf = (pieces: TemplateStringsArray): string => inChinese.t(pieces, ...pieces.map((_, place) => `{${place}}`))

interface Pattern {
  source: string
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
    source,
    shape: new RegExp(`^${escaped.join('(.*?)')}$`, 's'),
    target,
    piece: pieces.toSorted((a, b) => b.length - a.length)[0] ?? '',
    weight: fixed.length,
    isWeak: [...fixed].filter((letter) => HAN.test(letter)).length === 1,
  }
}

/** Names of one letter, and abbreviations, stay as they are. */
const lowered = (text: string): string => (/^[A-Z][a-z]/.test(text) ? (text[0] ?? '').toLowerCase() + text.slice(1) : text)

/** Nothing of it is fixed but marks: `{0}：{1}`. It fits nearly anything, so it comes last. */
const isMarks = ({ source }: Pattern): boolean => !HAN.test(source)

/** A text that goes on behind another one: `，是否想写“{0}”`. */
const isTail = ({ source }: Pattern): boolean => /^[，（]/.test(source)

const MOST = 5000

/** Gives the tag of the catalogue's language: no pattern is tried, and one pass puts the values in, so that none is read again. */
const tagOf =
  (catalogue: Catalogue): Tag =>
  (pieces, ...values) => {
    const shape = shapeOf(pieces)
    if (!Object.hasOwn(catalogue, shape)) return inChinese.t(pieces, ...values)
    return (catalogue[shape] ?? shape).replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)]))
  }

/**
 * Gives the function that puts texts of others into the catalogue's language: a text itself, or one that a pattern fits, whose places are put into
 * it in turn (`面积必填` by `{0}必填`). The pattern of which most is fixed goes first. What no pattern fits may end in one that goes on behind
 * another text (`，是否想写“{0}”`), or be several names (`房源列表、房态`).
 */
const matcherOf = (catalogue: Catalogue): Translate => {
  const all = Object.entries(catalogue)
    .filter(([source]) => PLACE.test(source))
    .map(patternOf)
    .toSorted((a, b) => b.weight - a.weight)
  const marks = all.filter(isMarks)
  const patterns = all.filter((pattern) => !isMarks(pattern))
  const tails = patterns.filter(isTail)
  const known = new Map<string, string>()
  const byPattern = (source: string, among: readonly Pattern[]): string | null => {
    for (const { shape, target, piece, isWeak } of among) {
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
  /** What stands before a tail, and the tail itself. */
  const byTail = (source: string): string | null => {
    for (const pattern of tails) {
      const at = source.lastIndexOf(pattern.source.slice(0, pattern.source.search(PLACE)))
      if (at <= 0) continue
      const said = byPattern(source.slice(at), [pattern])
      if (said !== null) return translate(source.slice(0, at)) + said
    }
    return null
  }
  /** Of the ways to cut it at its marks one that leaves nothing unknown, or else the first. */
  const byMarks = (source: string): string | null => {
    const ways = marks.map((pattern) => byPattern(source, [pattern])).filter((said) => said !== null)
    return ways.find((said) => !HAN.test(said)) ?? ways[0] ?? null
  }
  /** Several names in one text: each by itself. Where none is known they are data. */
  const byName = (source: string): string | null => {
    const said = source.includes('、') ? source.split('、').map(translate) : []
    return said.some((name) => !HAN.test(name)) ? said.join(translate('、')) : null
  }
  const translate = (source: string): string => {
    if (!FOREIGN.test(source)) return source
    if (Object.hasOwn(catalogue, source)) return catalogue[source] ?? source
    const before = known.get(source)
    if (before !== undefined) return before
    const found = byPattern(source, patterns) ?? byTail(source) ?? byMarks(source) ?? byName(source) ?? source
    if (known.size >= MOST) known.clear()
    known.set(source, found)
    return found
  }
  return translate
}

/** Gives both ways into the catalogue's language. */
export const translatorOf = (catalogue: Catalogue): Translator => ({ t: tagOf(catalogue), said: matcherOf(catalogue) })
