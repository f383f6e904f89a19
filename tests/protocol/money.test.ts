import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fenInCapitals, fenToYuan, MAX_FEN, yuanToFen } from '../../src/protocol/fen.ts'

test.each([
  ['1,234.56', 123456],
  ['￥20', 2000],
  ['0.1', 10],
  ['-3.05', -305],
  ['1.005', null],
  ['1e3', null],
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
