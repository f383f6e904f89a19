import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byContract, type Owing, sumOf, theOne, wrongTogether } from '../../../server/domain/paymentPlan/rules/whose.ts'
import { breachWords, feeWords } from '../../../src/schemas/paymentPlan/paper.ts'

const few = fc.integer({ min: 1, max: 4 })
const share = fc.record({
  owed: fc.integer({ min: 1, max: 100_000_000 }),
  contract_id: few,
  custom_id: few,
  company_id: fc.constant(null),
  p_id: fc.integer({ min: 1, max: 2 }),
}) satisfies fc.Arbitrary<Owing>
const one: Owing = { owed: 100, contract_id: 1, custom_id: 1, company_id: null, p_id: 1 }

test('the sums of the contracts are the sum of all, each share in one of them', () => {
  fc.assert(
    fc.property(fc.array(share, { maxLength: 30 }), (shares) => {
      const groups = byContract(shares)
      expect(groups.flat()).toHaveLength(shares.length)
      expect(groups.reduce((sum, own) => sum + sumOf(own), 0)).toBe(sumOf(shares))
      for (const own of groups) expect(theOne(own.map(({ contract_id }) => contract_id))).toBe(own[0]?.contract_id)
    }),
  )
})

test('shares go together just where they are of one tenant and one project', () => {
  fc.assert(
    fc.property(fc.array(share, { minLength: 1, maxLength: 4 }), (shares) => {
      const [tenants, projects] = [new Set(shares.map(({ custom_id }) => custom_id)), new Set(shares.map(({ p_id }) => p_id))]
      expect(wrongTogether(shares, 1) === null).toBe(tenants.size === 1 && projects.size === 1)
    }),
  )
})

test('what is wrong is told: nothing owed, no contract, several projects, several payers', () => {
  const of = (changes: Partial<Owing>): Owing => ({ ...one, ...changes })
  expect(wrongTogether([], 1)).toBe('none')
  expect(wrongTogether([one, of({ contract_id: null })], 1)).toBe('contract')
  expect(wrongTogether([one, of({ contract_id: 2, p_id: 2 })], 1)).toBe('projects')
  expect(wrongTogether([one, of({ contract_id: 2, custom_id: 2 })], 1)).toBe('payers')
  // Who is no tenant on record is known by his contract alone.
  expect(wrongTogether([of({ custom_id: null }), of({ custom_id: null })], 1)).toBeNull()
  expect(wrongTogether([of({ custom_id: null }), of({ contract_id: 2, custom_id: null })], 1)).toBe('payers')
  // A company pays for several of its tenants.
  expect(wrongTogether([of({ company_id: 7 }), of({ contract_id: 2, custom_id: 2, company_id: 7 })], 2)).toBeNull()
  expect(wrongTogether([of({ company_id: 7 }), of({ contract_id: 2, company_id: 8 })], 2)).toBe('payers')
  expect(wrongTogether([of({}), of({ contract_id: 2 })], 2)).toBe('payers')
})

test('a value that all have is given, and none where they differ', () => {
  expect([theOne([3, 3]), theOne([3, 4]), theOne([]), theOne([null])]).toEqual([3, null, null, null])
})

test('an agreement says what becomes of late fees, and after how many days it is broken', () => {
  expect(feeWords(1)).toContain('照常计算')
  expect(feeWords(2)).toContain('不计违约金')
  expect(breachWords(0, 1)[0]).toBe('任何一期在应付日没有付足的，即为违约。')
  expect(breachWords(5, 1)[0]).toContain('超过 5 天')
  expect([1, 2].map((fees) => breachWords(5, fees).join('').includes('补算'))).toEqual([false, true])
})
