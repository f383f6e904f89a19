import fc from 'fast-check'
import { expect, test } from 'vitest'
import { occupationTerms } from '../../../server/domain/contract/rules/occupation.ts'
import { rentFor, rentPlan } from '../../../server/domain/contract/rules/rentPlan.ts'
import { proposalFor } from '../../../server/domain/holdover/rules/proposal.ts'

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000
const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
const ladder = { moving_days: 30, ladder_months: 3, ladder_percent: 80 }
const lease = { end: dayOf('2026-01-31'), rent: 100_000, market: 300_000 }

test('thirty days at the rent of the contract, three months at four fifths of the market, then all of it', () => {
  const { steps } = occupationTerms(lease, ladder, dayOf('2026-12-31'))
  expect(steps.map(({ from, rent }) => [dateOf(from), rent])).toEqual([
    ['2026-02-01', 100_000],
    ['2026-03-03', 240_000],
    ['2026-06-03', 300_000],
  ])
  const [first, second] = rentPlan(occupationTerms(lease, ladder, dayOf('2026-03-31')))
  expect([first?.price, second?.from, second?.price]).toEqual([
    100_000,
    dayOf('2026-03-01'),
    Math.round((100_000 * 2) / 31) + 240_000 - Math.round((240_000 * 2) / 31),
  ])
})

test('without time to move the market rent counts from the first day, without a ladder all of it at once', () => {
  expect(occupationTerms(lease, { ...ladder, moving_days: 0 }, 30_000).steps[0]?.rent).toBe(240_000)
  expect(occupationTerms(lease, { ...ladder, moving_days: 0, ladder_months: 0 }, 30_000).steps.map(({ rent }) => rent)).toEqual([300_000])
})

test('whenever the room is given back, what was billed and the rest sum to the whole stay', () => {
  fc.assert(
    fc.property(fc.nat(700), fc.nat(700), fc.nat(60), fc.nat(6), fc.nat(100), (stay, cut, moving_days, ladder_months, ladder_percent) => {
      const until = lease.end + 1 + stay
      const terms = occupationTerms(lease, { moving_days, ladder_months, ladder_percent }, until)
      const middle = lease.end + 1 + Math.min(cut, stay)
      expect(rentFor(terms, terms.start, middle) + rentFor(terms, middle + 1, until)).toBe(rentFor(terms, terms.start, until))
      expect(rentPlan(terms).reduce((sum, { price }) => sum + price, 0)).toBe(rentFor(terms, terms.start, until))
    }),
  )
})

test('the next step is proposed, and none when it has ended', () => {
  const days = { moving_until: '2026-03-02', deadline: '2026-04-01' }
  expect(proposalFor('moving', days, '2026-02-01')).toContain('搬迁期到 2026-03-02')
  expect(proposalFor('moving', days, '2026-03-03')).toContain('发限期搬离通知')
  expect(proposalFor('noticed', days, '2026-04-01')).toContain('限期到 2026-04-01')
  expect(proposalFor('noticed', days, '2026-04-02')).toContain('起诉')
  expect(proposalFor(null, days, '2026-04-02')).toBeNull()
})
