import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lateFeeOf, type Owing, ratesOf, type Standard, standardOn, type Terms } from '../../../server/domain/lateFee/rules/lateFee.ts'
import { isMonthsDay } from '../../../server/domain/lateFee/rules/monthsDay.ts'
import { addDays } from '../../../src/protocol/dates.ts'

const DUE = '2026-01-31'
const day = (after: number): string => addDays(DUE, after)

const owing: fc.Arbitrary<Owing> = fc
  .record({
    price: fc.integer({ min: 0, max: 50_000_000 }),
    changes: fc.array(fc.record({ day: fc.integer({ min: -20, max: 200 }).map(day), price: fc.integer({ min: -20_000_000, max: 0 }) }), {
      maxLength: 6,
    }),
    frozen: fc.array(
      fc
        .record({ from: fc.integer({ min: 0, max: 150 }), length: fc.integer({ min: 0, max: 60 }) })
        .map(({ from, length }) => ({ from: day(from), to: day(from + length) })),
      { maxLength: 2 },
    ),
    stop: fc.option(fc.integer({ min: -5, max: 250 }).map(day), { nil: null }),
  })
  .map((one) => ({ due: DUE, ...one }))

const terms: fc.Arbitrary<Terms> = fc.record({
  rates: fc
    .uniqueArray(fc.record({ from: fc.integer({ min: -30, max: 200 }), rate: fc.integer({ min: 0, max: 100_000 }) }), {
      maxLength: 4,
      selector: ({ from }) => from,
    })
    .map((all) => all.toSorted((a, b) => a.from - b.from).map(({ from, rate }) => ({ from: day(from), rate }))),
  grace: fc.integer({ min: 0, max: 20 }),
  isAfterGrace: fc.boolean(),
  cap: fc.integer({ min: 1, max: 100 }),
})

const days = fc.integer({ min: -5, max: 300 })

/** What was not paid when a day was over. */
const unpaid = ({ price, changes }: Owing, when: string): number =>
  Math.max(0, price + changes.filter((change) => change.day <= when).reduce((sum, change) => sum + change.price, 0))

/** The same, day by day, in tenths of a millionth of a fen. */
const naive = (one: Owing, { rates, grace, isAfterGrace, cap }: Terms, until: number): number => {
  if (until <= grace) return 0
  let raw = 0n
  for (let n = isAfterGrace ? grace + 1 : 1; n <= until; n++) {
    const now = day(n)
    if (one.stop !== null && now > one.stop) continue
    if (one.frozen.some(({ from, to }) => from <= now && now <= to)) continue
    const rate = rates.filter(({ from }) => from <= now).at(-1)?.rate ?? rates[0]?.rate ?? 0
    raw += BigInt(unpaid(one, day(Math.max(n - 1, grace)))) * BigInt(rate)
  }
  const sum = Number((raw + 5_000_000n) / 10_000_000n)
  return Math.min(sum, Math.round((unpaid(one, day(grace)) * cap) / 100))
}

test('the pieces come to what counting day by day comes to', () => {
  fc.assert(
    fc.property(owing, terms, days, (one, by, until) => {
      expect(lateFeeOf(one, by, day(until)).total).toBe(naive(one, by, until))
    }),
    { numRuns: 500 },
  )
})

test('the pieces sum to the whole, follow each other, and none is below zero', () => {
  fc.assert(
    fc.property(owing, terms, days, (one, by, until) => {
      const { pieces, total, cap } = lateFeeOf(one, by, day(until))
      expect(pieces.reduce((sum, { fen }) => sum + fen, 0)).toBe(total)
      expect(total).toBeLessThanOrEqual(cap)
      for (const [place, { from, to, fen, days: length }] of pieces.entries()) {
        expect(fen).toBeGreaterThanOrEqual(0)
        expect(addDays(from, length - 1)).toBe(to)
        const next = pieces[place + 1]
        if (next) expect(next.from > to).toBe(true)
      }
    }),
  )
})

test('it never falls as days go by, and billing what is new, however often, comes to the same', () => {
  fc.assert(
    fc.property(owing, terms, fc.array(days, { minLength: 1, maxLength: 8 }), (one, by, asked) => {
      const order = asked.toSorted((a, b) => a - b)
      let billed = 0
      for (const until of order) {
        const { total } = lateFeeOf(one, by, day(until))
        expect(total).toBeGreaterThanOrEqual(billed)
        billed += total - billed
      }
      expect(billed).toBe(lateFeeOf(one, by, day(order.at(-1) ?? 0)).total)
    }),
  )
})

const usual: Terms = { rates: [{ from: '2026-01-01', rate: 5000 }], grace: 0, isAfterGrace: false, cap: 100 }
const rent: Owing = { due: DUE, price: 100_000, changes: [], frozen: [], stop: null }

test('what is paid in the days of grace is never charged, and the day on which money came is the last one', () => {
  expect(lateFeeOf(rent, usual, day(10))).toMatchObject({
    total: 500,
    pieces: [{ from: day(1), to: day(10), days: 10, base: 100_000, fen: 500 }],
  })
  const paid = { ...rent, changes: [{ day: day(4), price: -60_000 }] }
  expect(lateFeeOf(paid, usual, day(10)).pieces).toMatchObject([
    { to: day(4), days: 4, base: 100_000, fen: 200 },
    { from: day(5), to: day(10), days: 6, base: 40_000, fen: 120 },
  ])
  expect(lateFeeOf(paid, { ...usual, grace: 5 }, day(5)).total).toBe(0)
  expect(lateFeeOf(paid, { ...usual, grace: 5 }, day(6)).total).toBe(120)
  expect(lateFeeOf(paid, { ...usual, grace: 5, isAfterGrace: true }, day(6)).total).toBe(20)
  expect(lateFeeOf({ ...rent, changes: [{ day: day(0), price: -100_000 }] }, usual, day(90)).total).toBe(0)
})

test('it stops at the cap', () => {
  expect(lateFeeOf(rent, { ...usual, cap: 1 }, day(365))).toMatchObject({ total: 1000, cap: 1000, isCapped: true })
})

test('the last rate of a day is the day’s; before anything was charged the first that was', () => {
  const set = [
    ['2026-01-01', 0],
    ['2026-01-05', 5000],
    ['2026-01-05', 3000],
    ['2026-02-01', 0],
  ] as const
  expect(ratesOf(set.map(([from, rate]) => ({ from, rate })))).toEqual([
    { from: '2026-01-05', rate: 3000 },
    { from: '2026-02-01', rate: 0 },
  ])
  expect(ratesOf([])).toEqual([])
})

test('grace, cap and the rest are as they were set when a share was due: last before it while late fees were charged, else as they were first charged', () => {
  const set = (from: string, rate: number, grace: number): Standard => ({
    ...{ from, rate, grace, isAfterGrace: grace > 5, cap: grace * 10 + 1, goesOnAfterEnd: grace < 5 },
  })
  const all = [set('2026-01-05', 5000, 3), set('2026-02-01', 0, 9), set('2026-03-01', 2000, 7)]
  const held = (due: string) => {
    const found = standardOn(all, due)
    return found && [found.grace, found.isAfterGrace, found.cap, found.goesOnAfterEnd]
  }
  for (const due of ['2025-12-31', '2026-01-05', '2026-02-01', '2026-02-28']) expect([due, held(due)]).toEqual([due, [3, false, 31, true]])
  for (const due of ['2026-03-01', '2026-09-01']) expect([due, held(due)]).toEqual([due, [7, true, 71, false]])
  expect(standardOn(all, '2026-01-05')?.rates).toEqual(all.map(({ from, rate }) => ({ from, rate })))
  expect(standardOn([], '2026-01-05')).toBeNull()
})

test.each([
  // The day itself, also where it was run that day.
  ['2026-11-28', '2026-11-27', true],
  ['2026-11-28', '2026-11-28', true],
  ['2026-11-29', '2026-11-28', false],
  ['2026-11-27', '2026-11-26', false],
  // No node was there on the day.
  ['2026-11-30', '2026-11-27', true],
  ['2026-12-03', '2026-11-27', true],
  ['2027-01-02', '2026-12-20', true],
  ['2026-12-03', '2026-11-28', false],
  ['2026-12-03', null, false],
])('late fees of a month are billed on its day, or when a node is there again: %s after %s', (day, last, is) => {
  expect(isMonthsDay(28, day, last)).toBe(is)
})
