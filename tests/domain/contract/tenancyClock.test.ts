import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths } from '../../../server/domain/contract/rules/rentSchedule.ts'
import { clockAt, spanText } from '../../../server/domain/contract/rules/tenancyClock.ts'

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000
const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
const lease = (start: string, end: string) => ({ start: dayOf(start), end: dayOf(end) })

test('three contracts of two years that follow each other are six years by the calendar, leap days and all', () => {
  const past = [lease('2020-01-01', '2021-12-31'), lease('2022-01-01', '2023-12-31')]
  const clock = clockAt(dayOf('2024-01-01'), past, 0, 72)
  expect([dateOf(clock.since), clock.before, dateOf(clock.last)]).toEqual(['2020-01-01', 0, '2025-12-31'])
})

test('what was rented before a break counts by its days, and so does what was taken over', () => {
  const clock = clockAt(dayOf('2026-01-01'), [lease('2024-01-01', '2024-04-09')], 20, 12)
  expect([dateOf(clock.since), clock.before, dateOf(clock.last)]).toEqual(['2026-01-01', 120, dateOf(dayOf('2026-12-31') - 120)])
})

test('a contract that reaches into the next counts no day twice', () => {
  const clock = clockAt(dayOf('2026-01-01'), [lease('2025-07-01', '2026-03-31'), lease('2025-01-01', '2025-06-30')], 0, 24)
  expect([dateOf(clock.since), clock.before]).toEqual(['2025-01-01', 0])
})

test('how long is said in years, months and days', () => {
  expect(spanText(dayOf('2024-01-01'), dayOf('2026-02-28'), 0)).toBe('2年2个月')
  expect(spanText(dayOf('2024-01-01'), dayOf('2024-01-01'), 0)).toBe('1天')
  expect(spanText(dayOf('2024-01-01'), dayOf('2024-12-31'), 5)).toBe('1年5天')
})

const chains = fc.array(fc.record({ gap: fc.constantFrom(0, 0, 1, 40), days: fc.integer({ min: 1, max: 800 }) }), { maxLength: 5 })

test('whoever keeps to the last day has used the cap and no day more, whatever came before', () => {
  fc.assert(
    fc.property(chains, fc.integer({ min: 1, max: 120 }), fc.nat(200), (chain, cap, carried) => {
      let day = 18_000
      const past = chain.map(({ gap, days }) => {
        const start = day + gap
        day = start + days
        return { start, end: day - 1 }
      })
      const { since, before, last } = clockAt(day, past, carried, cap)
      const used = past.reduce((sum, one) => sum + (one.start >= since ? 0 : one.end - one.start + 1), carried)
      expect(before).toBe(used)
      expect(last + before + 1).toBe(addMonths(since, cap))
    }),
  )
})
