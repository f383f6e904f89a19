import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths, type Lease, rentPeriod, rentSchedule } from '../../../server/domain/contract/rules/rentSchedule.ts'

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000
const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
const lease = (start: string, end: string, rent: number): Lease => ({ start: dayOf(start), end: dayOf(end), rent })
const told = (some: Lease) => rentSchedule(some, some.start, some.end).map(({ from, to, price }) => [dateOf(from), dateOf(to), price])

test('whole months cost the rent, and the last its share by days, to the nearest fen', () => {
  expect(told(lease('2026-01-15', '2026-03-20', 100_000))).toEqual([
    ['2026-01-15', '2026-02-14', 100_000],
    ['2026-02-15', '2026-03-14', 100_000],
    ['2026-03-15', '2026-03-20', 19_355],
  ])
})

test('what begins on the 31st goes by the ends of months', () => {
  expect(told(lease('2026-01-31', '2026-04-29', 90_000))).toEqual([
    ['2026-01-31', '2026-02-27', 90_000],
    ['2026-02-28', '2026-03-30', 90_000],
    ['2026-03-31', '2026-04-29', 90_000],
  ])
})

const leases = fc
  .record({
    start: fc.integer({ min: 10_000, max: 30_000 }),
    days: fc.integer({ min: 0, max: 2500 }),
    rent: fc.integer({ min: 1, max: 10_000_000 }),
  })
  .map(({ start, days, rent }): Lease => ({ start, end: start + days, rent }))

test('the periods of a lease cover each of its days once, and none costs more than a month', () => {
  fc.assert(
    fc.property(leases, (some) => {
      const periods = rentSchedule(some, some.start, some.end)
      expect(periods[0]?.from).toBe(some.start)
      expect(periods.at(-1)?.to).toBe(some.end)
      for (const [index, { from, to, price }] of periods.entries()) {
        expect(to).toBeGreaterThanOrEqual(from)
        if (index > 0) expect(from).toBe((periods[index - 1]?.to ?? 0) + 1)
        if (index < periods.length - 1) expect(price).toBe(some.rent)
        expect(price).toBeLessThanOrEqual(some.rent)
      }
    }),
  )
})

test('those of some days are those that begin then', () => {
  fc.assert(
    fc.property(leases, fc.nat(3000), fc.nat(400), (some, after, days) => {
      const [first, last] = [some.start + after - 200, some.start + after - 200 + days]
      const all = rentSchedule(some, some.start, some.end)
      expect(rentSchedule(some, first, last)).toEqual(all.filter(({ from }) => from >= first && from <= last))
      expect(rentPeriod(some, all.length)).toBeNull()
      expect(addMonths(some.start, 0)).toBe(some.start)
    }),
  )
})
