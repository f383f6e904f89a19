import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compensationFor, type EarlyEnd, type PenaltyRule, penaltyFor } from '../../../server/domain/surrender/rules/penalty.ts'
import { addDays } from '../../../src/protocol/dates.ts'

const LEFT = '2026-03-10'
const RULE: PenaltyRule = { notice_days: 30, penalty_months: 2, compensation_months: 3 }
const end = (changes: Partial<EarlyEnd> = {}): EarlyEnd => ({
  ...{ ground: 4, ended_by: 1, notice_on: null, left_on: LEFT, end_date: addDays(LEFT, 300), rent: 1000 },
  ...changes,
})
const owed = (changes: Partial<EarlyEnd>): [number, number] => [penaltyFor(end(changes), RULE), compensationFor(end(changes), RULE)]

/** By ground: what is owed of [the tenant, the operator] where the tenant ended it untold and told in time, and where the operator did. */
const TABLE: Record<number, [number, number][]> = {
  1: [
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ],
  2: [
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ],
  3: [
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ],
  4: [
    [2000, 0],
    [0, 0],
    [0, 3000],
    [0, 0],
  ],
  5: [
    [2000, 0],
    [2000, 0],
    [2000, 0],
    [2000, 0],
  ],
  6: [
    [2000, 0],
    [2000, 0],
    [2000, 0],
    [2000, 0],
  ],
  7: [
    [2000, 0],
    [0, 0],
    [0, 3000],
    [0, 0],
  ],
}

test('whose fault it is, who ends it and whether the other side was told say who owes: the tenant, the operator or nobody', () => {
  for (const [ground, expected] of Object.entries(TABLE)) {
    const cases = [1, 2].flatMap((ended_by) => [null, addDays(LEFT, -30)].map((notice_on) => ({ ended_by, notice_on })))
    expect([ground, cases.map((one) => owed({ ...one, ground: Number(ground) }))]).toEqual([ground, expected])
  }
})

test('notice is in time to the day; without a term of notice, whoever told at all owes nothing', () => {
  expect([addDays(LEFT, -30), addDays(LEFT, -29)].map((notice_on) => owed({ notice_on })[0])).toEqual([0, 2000])
  expect([addDays(LEFT, -30), addDays(LEFT, -29)].map((notice_on) => owed({ notice_on, ended_by: 2 })[1])).toEqual([0, 3000])
  expect(penaltyFor(end({ notice_on: LEFT }), { ...RULE, notice_days: 0 })).toBe(0)
})

test('no more than the months that are left, begun ones whole; nothing on the last day or after it', () => {
  const left = [61, 60, 31, 30, 1, 0, -1, -40]
  const of = (days: number): Partial<EarlyEnd> => ({ end_date: addDays(LEFT, days) })
  expect(left.map((days) => owed(of(days))[0])).toEqual([2000, 2000, 2000, 1000, 1000, 0, 0, 0])
  expect(left.map((days) => owed({ ...of(days), ended_by: 2 })[1])).toEqual([3000, 2000, 2000, 1000, 1000, 0, 0, 0])
})

const day = (most: number): fc.Arbitrary<number> => fc.integer({ min: -most, max: most })
const anyEnd = fc.record({
  ground: fc.integer({ min: 1, max: 7 }),
  ended_by: fc.constantFrom(1, 2),
  notice_on: fc.option(day(120).map((days) => addDays(LEFT, days))),
  left_on: fc.constant(LEFT),
  end_date: day(800).map((days) => addDays(LEFT, days)),
  rent: fc.integer({ min: 1, max: 2_000_000 }),
})
const anyRule = fc.record({
  notice_days: fc.integer({ min: 0, max: 180 }),
  penalty_months: fc.integer({ min: 0, max: 12 }),
  compensation_months: fc.integer({ min: 0, max: 12 }),
})

test('one of the two owes at most: whole months of rent, as the setting says and no more than are left; each side by the same rule', () => {
  fc.assert(
    fc.property(anyEnd, anyRule, (one, rule) => {
      const [penalty, compensation] = [penaltyFor(one, rule), compensationFor(one, rule)]
      expect(penalty === 0 || compensation === 0).toBe(true)
      const months = Math.max(0, Math.ceil((Date.parse(one.end_date) - Date.parse(LEFT)) / 86_400_000 / 30))
      expect([0, one.rent * Math.min(months, rule.penalty_months)]).toContain(penalty)
      expect([0, one.rent * Math.min(months, rule.compensation_months)]).toContain(compensation)
      const swapped = { ...rule, penalty_months: rule.compensation_months }
      if (![5, 6].includes(one.ground)) expect(compensation).toBe(one.ended_by === 2 ? penaltyFor({ ...one, ended_by: 1 }, swapped) : 0)
    }),
    { numRuns: 2000 },
  )
})

test('telling earlier never costs more, and a setting of nothing costs nothing', () => {
  fc.assert(
    fc.property(anyEnd, anyRule, fc.nat(200), (one, rule, days) => {
      const earlier = { ...one, notice_on: addDays(one.notice_on ?? LEFT, -days) }
      expect(penaltyFor(earlier, rule)).toBeLessThanOrEqual(penaltyFor(one, rule))
      expect(compensationFor(earlier, rule)).toBeLessThanOrEqual(compensationFor(one, rule))
      const none = { ...rule, penalty_months: 0, compensation_months: 0 }
      expect([penaltyFor(one, none), compensationFor(one, none)]).toEqual([0, 0])
    }),
    { numRuns: 2000 },
  )
})
