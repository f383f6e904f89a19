import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fenInCapitals, fenToYuan, MAX_FEN, yuanToFen } from '../../src/protocol/fen.ts'

test.each([
  ['1,234.56', 123456],
  ['￥20', 2000],
  ['0.1', 10],
  ['-3.05', -305],
  ['１，２３４．５', 123450],
  ['1,234,567', 123_456_700],
  ['1,5', null],
  ['12,34', null],
  ['1,234,56', null],
  [',5', null],
  ['1.005', null],
  ['1e3', null],
  ['-1,234,567.8', -123_456_780],
  // The key beside the point, or a decimal comma: no amount a hundred times as large.
  ['12,50', null],
  ['12，5', null],
  ['1,2345', null],
  ['1234,567', null],
  ['', null],
  ['.5', null],
  ['99999999999.99', 9_999_999_999_999],
  ['100000000000', null],
])('%s yuan is %s fen', (typed, fen) => expect(yuanToFen(typed)).toBe(fen))

test('property: yuan and fen are each other’s inverse, with no float in between', () => {
  fc.assert(fc.property(fc.integer({ min: -MAX_FEN, max: MAX_FEN }), (fen) => void expect(yuanToFen(fenToYuan(fen))).toBe(fen + 0)))
})

test.each([
  [0, '零元整'],
  [100, '壹元整'],
  [105, '壹元零伍分'],
  [110, '壹元壹角整'],
  [5, '伍分'],
  [10_000_00, '壹万元整'],
  [10_005_00, '壹万零伍元整'],
  [123_456_78, '壹拾贰万叁仟肆佰伍拾陆元柒角捌分'],
  [100_000_001_00, '壹亿零壹元整'],
  [1_010_000_00, '壹佰零壹万元整'],
  [-3_680_00, '负叁仟陆佰捌拾元整'],
])('%s fen is %s', (fen, words) => expect(fenInCapitals(fen)).toBe(words))

/** Reads capitals as a clerk does, sign by sign, with no arithmetic of ours: 叁仟陆佰捌拾元整 → 3,680.00. */
const readBack = (words: string): bigint => {
  const digits = '零壹贰叁肆伍陆柒捌玖'
  const places: Readonly<Record<string, bigint>> = { 拾: 10n, 佰: 100n, 仟: 1000n }
  const [, minus, yuan = '', rest = ''] = /^(负?)(?:(.*)元)?(.*)$/.exec(words) ?? []
  let [whole, group, digit] = [0n, 0n, 0n]
  for (const sign of yuan) {
    if (digits.includes(sign)) digit = BigInt(digits.indexOf(sign))
    else if (sign in places) {
      group += digit * (places[sign] ?? 0n)
      digit = 0n
    } else {
      whole += (group + digit) * (sign === '万' ? 10_000n : 100_000_000n)
      group = 0n
      digit = 0n
    }
  }
  const part = (sign: string): bigint => BigInt(Math.max(0, digits.indexOf(new RegExp(`(.)${sign}`).exec(rest)?.[1] ?? '零')))
  const fen = (whole + group + digit) * 100n + part('角') * 10n + part('分')
  return minus === '负' ? -fen : fen
}

/** How many 零 the whole yuan must have at least (附一, 三): one for each zeros between digits, save where they end a group of four. */
const zerosOf = (fen: number): number => {
  const groups =
    String(Math.floor(Math.abs(fen) / 100))
      .padStart(12, '0')
      .match(/\d{4}/g) ?? []
  return groups.reduce((sum, group, index) => {
    const isLed = groups.slice(0, index).some((other) => other !== '0000')
    return sum + (isLed && /^0+[1-9]/.test(group) ? 1 : 0) + (group.match(/[1-9]0+(?=[1-9])/g)?.length ?? 0)
  }, 0)
}

test('property: capitals read back are the amount; they end in 整 or 分, with no 零 beside another or before a place', () => {
  const amounts = fc.oneof(
    fc.integer({ min: -MAX_FEN, max: MAX_FEN }),
    // Where zeros stand is where capitals go wrong.
    fc
      .array(fc.constantFrom('0', '0', '0', '1', '9'), { minLength: 1, maxLength: 13 })
      .map((all) => Math.min(Number(all.join('')), MAX_FEN)),
  )
  fc.assert(
    fc.property(amounts, (fen) => {
      const words = fenInCapitals(fen)
      expect(readBack(words)).toBe(BigInt(fen))
      expect(words).toMatch(/(整|分)$/)
      expect(words.split('元')[0]?.match(/零/g)?.length ?? 0).toBeGreaterThanOrEqual(fen === 0 ? 1 : zerosOf(fen))
      if (fen !== 0) expect(words).not.toMatch(/零零|零[拾佰仟万亿元角分]|^零/)
    }),
    { numRuns: 2000 },
  )
})
