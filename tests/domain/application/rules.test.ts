import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judge, type Limits } from '../../../server/domain/application/rules/eligible.ts'
import { monthsLater } from '../../../server/domain/application/rules/monthsLater.ts'

const limits: Limits = { income_1: 0, area_1: 15, income_2: 500_000, area_2: 0, income_3: 420_000, area_3: 15 }
const household = { family_size: 2, income: 900_000, housing_area: 12 }

test('each nature is judged by its own limits, and by none that is 0', () => {
  expect(judge({ nature: 1, ...household }, limits).map(({ fits }) => fits)).toEqual([true])
  expect(judge({ nature: 2, ...household }, limits)).toEqual([{ fits: true, says: '人均月收入 ¥4,500.00，不超过 ¥5,000.00' }])
  expect(judge({ nature: 3, ...household }, limits)).toEqual([
    { fits: false, says: '人均月收入 ¥4,500.00，超过 ¥4,200.00' },
    { fits: true, says: '人均住房 12㎡，不超过 15㎡' },
  ])
})

test('who is on the line fits, and one fen more does not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 2_000_000 }), (family_size, most) => {
      const of = (income: number) => judge({ nature: 2, family_size, income, housing_area: 0 }, { ...limits, income_2: most })[0]?.fits
      expect([of(most * family_size), of(most * family_size + 1)]).toEqual([true, false])
    }),
  )
})

test('a paper of six months is good to the day before, and to the end of a month that is shorter', () => {
  expect(monthsLater('2026-01-15', 6)).toBe('2026-07-14')
  expect(monthsLater('2026-08-31', 6)).toBe('2027-02-27')
  expect(monthsLater('2026-12-01', 12)).toBe('2027-11-30')
})
