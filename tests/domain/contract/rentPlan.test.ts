import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { partOfMonth } from '../../../server/domain/contract/rules/partOfMonth.ts'
import { plannedPeriod, type RentTerms, rentFor, rentPlan } from '../../../server/domain/contract/rules/rentPlan.ts'
import { addMonths, rentSchedule } from '../../../server/domain/contract/rules/rentSchedule.ts'

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000
const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

const terms = (changes: Partial<RentTerms> & { from?: string; to?: string } = {}): RentTerms => {
  const { from = '2026-01-15', to = '2026-12-31', ...rest } = changes
  return {
    start: dayOf(from),
    end: dayOf(to),
    steps: [{ from: dayOf(from), rent: 300_000 }],
    mode: 2,
    cycle: 1,
    joinsFirst: false,
    due: { way: 1, days: 5 },
    ...rest,
  }
}
const told = (plan: ReturnType<typeof rentPlan>) => plan.map(({ from, to, due, price }) => [dateOf(from), dateOf(to), dateOf(due), price])

describe('by calendar months', () => {
  test('the part with which it begins is paid alone', () => {
    expect(told(rentPlan(terms({ mode: 1, to: '2026-03-31' })))).toEqual([
      ['2026-01-15', '2026-01-31', '2026-01-15', 164_516],
      ['2026-02-01', '2026-02-28', '2026-01-27', 300_000],
      ['2026-03-01', '2026-03-31', '2026-02-24', 300_000],
    ])
  })
  test('or with the first whole ones, a quarter at a time', () => {
    expect(told(rentPlan(terms({ mode: 1, cycle: 3, joinsFirst: true, to: '2026-06-20' })))).toEqual([
      ['2026-01-15', '2026-04-30', '2026-01-15', 1_064_516],
      ['2026-05-01', '2026-06-20', '2026-04-26', 500_000],
    ])
  })
})

test('from the day on which it began, an anniversary on the 31st falls on the last day of months that have none', () => {
  expect(told(rentPlan(terms({ from: '2026-01-31', to: '2026-04-29', due: { way: 2, days: 9 } })))).toEqual([
    ['2026-01-31', '2026-02-27', '2026-02-09', 300_000],
    ['2026-02-28', '2026-03-30', '2026-03-09', 300_000],
    ['2026-03-31', '2026-04-29', '2026-04-09', 300_000],
  ])
})

test('due on a day of the month, and on its last where it has none such', () => {
  const plan = rentPlan(terms({ mode: 1, from: '2026-01-01', to: '2026-02-28', due: { way: 3, days: 31 } }))
  expect(told(plan).map(([, , due]) => due)).toEqual(['2026-01-31', '2026-02-28'])
})

test('another rent within a month costs each day its own', () => {
  const changed = terms({
    mode: 1,
    from: '2026-04-01',
    to: '2026-04-30',
    steps: [
      { from: dayOf('2026-04-01'), rent: 300_000 },
      { from: dayOf('2026-04-11'), rent: 360_000 },
    ],
  })
  expect(plannedPeriod(changed, 0)?.lines.map(({ from, to, rent, fen }) => [dateOf(from), dateOf(to), rent, fen])).toEqual([
    ['2026-04-01', '2026-04-10', 300_000, 100_000],
    ['2026-04-11', '2026-04-30', 360_000, 240_000],
  ])
})

const anyTerms = fc
  .record({
    start: fc.integer({ min: 18_000, max: 24_000 }),
    days: fc.integer({ min: 0, max: 1500 }),
    rents: fc.array(fc.record({ after: fc.integer({ min: 1, max: 400 }), rent: fc.integer({ min: 1, max: 2_000_000 }) }), { maxLength: 3 }),
    rent: fc.integer({ min: 1, max: 2_000_000 }),
    mode: fc.constantFrom(1 as const, 2 as const, 3 as const),
    cycle: fc.constantFrom(1, 2, 3, 6, 12),
    joinsFirst: fc.boolean(),
    due: fc.record({ way: fc.constantFrom(1 as const, 2 as const, 3 as const), days: fc.integer({ min: 0, max: 31 }) }),
  })
  .map(({ start, days, rents, rent, ...rest }): RentTerms => {
    const steps = [{ from: start, rent }]
    for (const next of rents) steps.push({ from: (steps.at(-1)?.from ?? start) + next.after, rent: next.rent })
    return { start, end: start + days, steps, ...rest }
  })

test('the periods cover each day of a lease once, and cost what their lines and their days do', () => {
  fc.assert(
    fc.property(anyTerms, (some) => {
      const plan = rentPlan(some)
      let next = some.start
      for (const { from, to, price, lines } of plan) {
        expect(from).toBe(next)
        expect(lines.reduce((sum, { fen }) => sum + fen, 0)).toBe(price)
        expect(price).toBe(rentFor(some, from, to))
        next = to + 1
      }
      expect(next).toBe(some.end + 1)
    }),
  )
})

test('however the days of a lease are cut, the parts sum to the whole', () => {
  fc.assert(
    fc.property(anyTerms, fc.array(fc.nat(1500), { maxLength: 6 }), (some, cuts) => {
      const edges = [...new Set(cuts.map((cut) => Math.min(some.start + cut, some.end)))].toSorted((a, b) => a - b)
      let [from, sum] = [some.start, 0]
      for (const edge of [...edges, some.end]) {
        if (edge < from) continue
        sum += rentFor(some, from, edge)
        from = edge + 1
      }
      expect(sum).toBe(rentFor(some, some.start, some.end))
    }),
  )
})

test('of the plainest terms it is what the sample is made of', () => {
  fc.assert(
    fc.property(fc.integer({ min: 18_000, max: 24_000 }), fc.nat(1500), fc.integer({ min: 1, max: 2_000_000 }), (start, days, rent) => {
      const lease = { start, end: start + days, rent }
      const plan = rentPlan({ ...terms(), ...lease, steps: [{ from: start, rent }] })
      expect(plan.map(({ from, to, price }) => ({ from, to, price }))).toEqual(rentSchedule(lease, lease.start, lease.end))
    }),
  )
})

test('the parts of a month are whole fen, none below zero, and sum to the month', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.integer({ min: 28, max: 31 }), fc.nat(30), (rent, days, cut) => {
      const at = Math.min(cut, days - 1)
      const parts = [at > 0 ? partOfMonth(rent, 1, at, days) : 0, partOfMonth(rent, at + 1, days, days)]
      for (const part of parts) expect(part >= 0 && Number.isInteger(part)).toBe(true)
      expect((parts[0] as number) + (parts[1] as number)).toBe(rent)
      expect(addMonths(0, 0)).toBe(0)
    }),
  )
})
