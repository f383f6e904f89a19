import { CallError } from '../../../src/core/errors.ts'

const UTF8_MARK = [0xef, 0xbb, 0xbf]
const TWO = { first: [0x81, 0xfe], second: [0x40, 0xfe] } as const
const FOUR_DIGITS = [10, 126, 10] as const
/** Where signs beyond U+FFFF begin among the sequences of four bytes. */
const BEYOND = 189_000

const isText = (bytes: Uint8Array, encoding: string): boolean => {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** In which encoding bytes are, and where the text begins in them. Throws 400 where they are neither UTF-8 nor GBK. */
export const encodingOf = (bytes: Uint8Array): { encoding: 'utf-8' | 'gb18030'; from: number } => {
  if (UTF8_MARK.every((byte, index) => bytes[index] === byte)) return { encoding: 'utf-8', from: UTF8_MARK.length }
  for (const encoding of ['utf-8', 'gb18030'] as const) if (isText(bytes, encoding)) return { encoding, from: 0 }
  throw new CallError(400, '文件的编码须为 UTF-8 或 GBK，也可能是文件没有传完整', { field: 'file' })
}

/** The four bytes of GB 18030 at a place in their order. */
const fourBytes = (place: number): number[] => {
  const digits: number[] = []
  let rest = place
  for (const base of FOUR_DIGITS) {
    digits.unshift(rest % base)
    rest = Math.floor(rest / base)
  }
  return [rest, ...digits].map((digit, index) => digit + (index % 2 === 0 ? 0x81 : 0x30))
}

let table: Map<number, number[]> | null = null

/** The bytes of each sign up to U+FFFF, by what the decoder makes of all there are: the platform decodes GBK and does not write it. */
const gbkTable = (): Map<number, number[]> => {
  if (table) return table
  const decoder = new TextDecoder('gb18030')
  const found = new Map<number, number[]>()
  const take = (bytes: number[]): void => {
    const text = decoder.decode(new Uint8Array(bytes))
    const point = text.codePointAt(0) ?? 0
    if (point > 0x7f && point !== 0xfffd && String.fromCodePoint(point) === text && !found.has(point)) found.set(point, bytes)
  }
  for (let first = TWO.first[0]; first <= TWO.first[1]; first++)
    for (let second = TWO.second[0]; second <= TWO.second[1]; second++) take([first, second])
  for (let place = 0; place < 39_420; place++) take(fourBytes(place))
  table = found
  return found
}

const gbkOf = (sign: string): number[] => {
  const point = sign.codePointAt(0) ?? 0
  if (point <= 0x7f) return [point]
  if (point > 0xffff) return fourBytes(point - 0x10000 + BEYOND)
  return gbkTable().get(point) ?? [0x3f]
}

/** Gives a text in an encoding. In GBK (with the four bytes of GB 18030 for rare signs), what has no place there is a question mark. */
export const encoded = (text: string, encoding: 'utf-8' | 'gbk'): Buffer =>
  encoding === 'utf-8' ? Buffer.from(text) : Buffer.from([...text].flatMap(gbkOf))
