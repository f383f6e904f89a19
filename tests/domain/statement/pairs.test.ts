import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kindOf, NO_PARTY } from '../../../server/domain/statement/rules/kinds.ts'
import { mayBe, pairNearest, pairUp, type Side } from '../../../server/domain/statement/rules/pairs.ts'

const side = (key: number, price: number, day: number, name = ''): Side => ({ key, price, day, name })

test('the same name and amount within a week are the same money, the nearest first', () => {
  expect(pairUp([side(1, 800, 10, '王小明')], [side(7, 800, 14, '王 小明'), side(8, 800, 11, '王小明')])).toEqual([[1, 8]])
  expect(pairUp([side(1, 800, 10, '王小明')], [side(7, 800, 18, '王小明')])).toEqual([])
  expect(pairUp([side(1, 800, 10, '王小明')], [side(7, 801, 10, '王小明')])).toEqual([])
})

test('who names somebody else is another, but where nothing else can be meant on nearly the same day', () => {
  expect(pairUp([side(1, 800, 10, '王母')], [side(7, 800, 11, '王小明')])).toEqual([[1, 7]])
  expect(pairUp([side(1, 800, 10, '王母')], [side(7, 800, 12, '王小明')])).toEqual([])
  expect(pairUp([side(1, 800, 10, NO_PARTY)], [side(7, 800, 15, '王小明')])).toEqual([[1, 7]])
  // Two that could be it: a person decides.
  expect(pairUp([side(1, 800, 10)], [side(7, 800, 10, '甲'), side(8, 800, 10, '乙')])).toEqual([])
  expect(pairUp([side(1, 800, 10), side(2, 800, 10)], [side(7, 800, 10, '甲')])).toEqual([])
  // The one of the name takes its own; what is left is plain then.
  expect(pairUp([side(1, 800, 10, '甲'), side(2, 800, 10)], [side(7, 800, 10, '甲'), side(8, 800, 10, '乙')])).toEqual([
    [1, 7],
    [2, 8],
  ])
})

test('what does not say who paid may be an entry of that amount; who is named may be of nearly that day for somebody else', () => {
  const entries = [side(7, 800, 10, '甲'), side(8, 800, 10, '乙')]
  const lines = [
    side(1, 800, 11),
    side(2, 800, 10, 'oUpF8uMuAJO2pxb1Q9zNjWeS6o'),
    side(3, 800, 3, '**明(138******00)'),
    side(4, 800, 11, '丙'),
    side(5, 800, 12, '丙'),
  ]
  expect(mayBe(lines, entries)).toEqual(new Set([1, 2, 3, 4]))
  expect(mayBe([side(5, 800, 18), side(6, 801, 10)], entries)).toEqual(new Set())
})

test('fees that are alike are as many as there are', () => {
  const lines = [side(1, 500, 10), side(2, 500, 10), side(3, 500, 30)]
  expect(pairNearest(lines, [side(7, 500, 10), side(8, 500, 11), side(9, 600, 10)])).toEqual([
    [1, 7],
    [2, 8],
  ])
})

const sides = (from: number) =>
  fc
    .array(
      fc.record({
        price: fc.constantFrom(100, 200, 300),
        day: fc.integer({ min: 0, max: 20 }),
        name: fc.constantFrom('', '甲', '乙', NO_PARTY),
      }),
      {
        maxLength: 12,
      },
    )
    .map((all) => all.map((one, place): Side => ({ ...one, key: from + place })))

test('each is taken once, of the same amount and within a week, whatever the order', () => {
  fc.assert(
    fc.property(sides(1), sides(1000), fc.integer(), (lines, entries, seed) => {
      const pairs = pairUp(lines, entries)
      expect(new Set(pairs.map(([line]) => line)).size).toBe(pairs.length)
      expect(new Set(pairs.map(([, entry]) => entry)).size).toBe(pairs.length)
      for (const [line, entry] of pairs) {
        const [a, b] = [lines.find(({ key }) => key === line), entries.find(({ key }) => key === entry)]
        expect(a?.price).toBe(b?.price)
        expect(Math.abs((a?.day ?? 0) - (b?.day ?? 99))).toBeLessThanOrEqual(7)
      }
      const shuffled = <T>(all: readonly T[]): T[] =>
        all.toSorted((a, b) => ((JSON.stringify(a).length * seed) % 7) - ((JSON.stringify(b).length * seed) % 7))
      const sorted = (all: readonly [number, number][]) => all.toSorted(([a], [b]) => a - b)
      expect(sorted(pairUp(shuffled(lines), shuffled(entries)))).toEqual(sorted(pairs))
    }),
  )
})

test('what a line is, by its words: nobody’s payment is taken for the bank’s own', () => {
  const told = (type: number, party: string, note: string) => kindOf({ type, kind: 1, party, note })
  expect(told(1, '王小明', '房租')).toBe(1)
  expect(told(1, '财付通支付科技有限公司', '商户结算款')).toBe(4)
  expect(told(2, '', '提现到银行卡')).toBe(4)
  expect(told(2, NO_PARTY, '账户管理费')).toBe(2)
  expect(told(2, '某房产中介', '手续费')).toBe(1)
  expect(told(1, '', '季度结息')).toBe(5)
  expect(told(1, '王小明', '欠租利息')).toBe(1)
  expect(told(2, '', '利息支出')).toBe(1)
  // What the file itself says counts.
  expect(kindOf({ type: 2, kind: 3, party: '财付通', note: '手续费' })).toBe(3)
})
