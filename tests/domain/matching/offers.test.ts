import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numbersIn } from '../../../server/domain/matching/rules/numbersIn.ts'
import {
  certainOf,
  type Evidence,
  inOrder,
  type OpenShare,
  offersOf,
  overOf,
  type Party,
  reasons,
  spread,
} from '../../../server/domain/matching/rules/offers.ts'
import { matchReasons } from '../../../src/schemas/flow/match.ts'

const share = (share_id: number, owed: number, due = `2026-0${share_id}-10`, isRent = true): OpenShare => ({ share_id, owed, due, isRent })
const rules = { order: 1, tolerance: 0 }
const named = (shares: OpenShare[], more: Partial<Party> = {}): Party => ({ key: 't1', evidence: ['named'], shares, ...more })
const best = (amount: number, parties: Party[], tolerance = 0) => offersOf(amount, parties, { ...rules, tolerance })[0]

describe('what money may be for', () => {
  test.each<[string, number, number[], keyof typeof reasons]>([
    ['the earliest bill', 1000, [1], 'first'],
    ['the first two', 3000, [1, 2], 'firsts'],
    ['all', 6000, [1, 2, 3], 'all'],
    ['another than the first', 3000 + 2000, [2, 3], 'some'],
    ['more than all', 9000, [1, 2, 3], 'over'],
    ['less than the first', 400, [1], 'part'],
    ['the first and a part of the second', 1500, [1, 2], 'part'],
  ])('%s', (_name, amount, keys, fit) => {
    const offer = best(amount, [named([share(3, 3000), share(1, 1000), share(2, 2000)])])
    expect(offer).toMatchObject({ shares: keys, why: [reasons.named, reasons[fit]], takes: Math.min(amount, 6000) })
  })

  test('within the tolerance, and not beyond it', () => {
    expect(best(999, [named([share(1, 1000)])], 1)?.why).toContain(reasons.nearly)
    expect(best(998, [named([share(1, 1000)])], 1)?.why).toContain(reasons.part)
  })

  test('the order of the setting', () => {
    const shares = [share(1, 300, '2026-01-01', false), share(2, 200, '2026-02-01'), share(3, 100, '2026-03-01')]
    const order = (by: number) => inOrder(shares, by).map(({ share_id }) => share_id)
    expect([order(1), order(2), order(3)]).toEqual([
      [1, 2, 3],
      [2, 3, 1],
      [3, 2, 1],
    ])
  })

  test('every reason has its word', () => {
    for (const code of Object.values(reasons)) expect(matchReasons[code]).toBeTruthy()
  })
})

describe('what the system does by itself', () => {
  const staff = Array.from({ length: 40 }, (_, n): OpenShare => ({ ...share(n + 1, 38_400, '2026-03-10'), whose: `${n}` }))
  const employer = (shares: readonly OpenShare[]): Party => ({ key: 'c1', evidence: ['given', 'named'], shares })
  const taken = (amount: number, shares: readonly OpenShare[]) =>
    certainOf(offersOf(amount, [employer(shares)], rules), 90)?.shares.length ?? null
  test('not where an employer pays for all its people but some, of whom as much is owed: whose it is stays to be said', () => {
    expect([40, 39, 1].map((people) => taken(people * 38_400, staff))).toEqual([40, null, null])
    expect(best(39 * 38_400, [employer(staff)])).toMatchObject({
      takes: 39 * 38_400,
      why: [reasons.given, reasons.named, reasons.alike_owed],
    })
    // Whoever left has another rent, or owed before the others.
    expect(taken(39 * 38_400, staff.with(39, { ...share(40, 50_000, '2026-03-10'), whose: '39' }))).toBe(39)
    expect(taken(38_400, staff.with(7, { ...share(8, 38_400, '2026-02-10'), whose: '7' }))).toBe(1)
    // Of one person and room it is the same, whichever is paid.
    expect(taken(38_400, [share(1, 38_400, '2026-03-10'), share(2, 38_400, '2026-03-10')])).toBe(1)
  })
  const one = named([share(1, 1000)])
  test('a payer of the name who owes just so much', () => expect(certainOf(offersOf(1000, [one], rules), 90)?.shares).toEqual([1]))
  const namesake = (more: Partial<Party>): Party => ({ key: 't2', evidence: ['named'], shares: [], ...more })
  test('not where somebody of the same name owes as much or more, or was charged as much before', () => {
    for (const other of [
      { shares: [share(2, 1000)] },
      { shares: [share(2, 3000)] },
      { shares: [share(2, 400), share(3, 600)] },
      { usual: [1000, 50] },
    ])
      expect(certainOf(offersOf(1000, [one, namesake(other)], rules), 50)).toBeNull()
  })
  test('but where the amount tells the two apart', () => {
    for (const other of [{ shares: [share(2, 999)] }, { usual: [999] }])
      expect(certainOf(offersOf(1000, [one, namesake(other)], rules), 90)).toMatchObject({ party: 't1', sure: 91 })
    expect(certainOf(offersOf(400, [one, namesake({ usual: [999] })], rules), 50)).toBeNull()
  })
  test('nor by the amount alone', () => {
    expect(certainOf(offersOf(1000, [{ ...one, evidence: ['amount'] }], rules), 90)).toBeNull()
  })
  test('a name of which one sign is another, where it is nobody’s, nor nearly another’s, and has more than two', () => {
    const near: Party = { ...one, evidence: ['alike'] }
    expect(certainOf(offersOf(1000, [near], rules), 90)?.shares).toEqual([1])
    for (const others of [[{ ...near, key: 't2' }], [namesake({})]])
      expect(certainOf(offersOf(1000, [near, ...others], rules), 50)).toBeNull()
    expect(certainOf(offersOf(1000, [{ ...near, isShort: true }], rules), 92)).toBeNull()
  })
  test('nor what is only a part', () => expect(certainOf(offersOf(900, [one], rules), 90)).toBeNull())
})

test('numbers of contracts and bills are found in what payers write', () => {
  expect(numbersIn('王芳代缴 ht20260101000123，ZD20261101017610房租 HT20260101000123')).toEqual(['HT20260101000123', 'ZD20261101017610'])
  expect(numbersIn('房租 HT12 13812345678')).toEqual([])
})

const shares = fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 8 })
const evidence = fc.uniqueArray(fc.constantFrom<Evidence>('given', 'numbered', 'learned', 'named', 'roomed', 'alike', 'amount'), {
  minLength: 1,
})

test('whatever is owed and paid: shares are the party’s own, each once; an amount that some of them make is found; the sum never exceeds the money', () => {
  fc.assert(
    fc.property(shares, fc.integer({ min: 1, max: 300 }), evidence, fc.integer({ min: 1, max: 3 }), (all, amount, why, order) => {
      const owed = all.map(([price, month], index) => share(index + 1, price, `2026-0${month}-01`, index % 2 === 0))
      const [offer] = offersOf(amount, [{ key: 't1', evidence: why, shares: owed }], { order, tolerance: 0 })
      if (!offer) return expect.unreachable()
      const chosen = offer.shares.map((key) => owed.find(({ share_id }) => share_id === key)?.owed ?? Number.NaN)
      const sum = chosen.reduce((a, b) => a + b, 0)
      expect(new Set(offer.shares).size).toBe(offer.shares.length)
      expect(offer.takes).toBe(Math.min(sum, amount))
      expect(offer.sure).toBeGreaterThan(0)
      expect(offer.sure).toBeLessThan(100)
      // By trying all 2^n: where some make the amount, what is offered makes it.
      const makes = Array.from({ length: 2 ** owed.length }, (_, bits) =>
        owed.reduce((total, one, place) => total + ((bits >> place) & 1) * one.owed, 0),
      )
      if (makes.includes(amount)) expect(sum).toBe(amount)
    }),
    { numRuns: 400 },
  )
})

const left = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 6 }).map((all) => all.map((fen, key) => ({ key, left: fen })))

test('money is spread over what is owed: nothing is used or settled twice, and one of the two is used up', () => {
  fc.assert(
    fc.property(left, left, (money, owed) => {
      const parts = spread(money, owed)
      const used = (of: 'flow_id' | 'share_id', key: number) =>
        parts.filter((part) => part[of] === key).reduce((sum, { price }) => sum + price, 0)
      for (const { price } of parts) expect(price).toBeGreaterThan(0)
      for (const { key, left: had } of money) expect(used('flow_id', key)).toBeLessThanOrEqual(had)
      for (const { key, left: had } of owed) expect(used('share_id', key)).toBeLessThanOrEqual(had)
      const sum = (all: typeof money) => all.reduce((total, one) => total + one.left, 0)
      expect(parts.reduce((total, { price }) => total + price, 0)).toBe(Math.min(sum(money), sum(owed)))
    }),
    { numRuns: 400 },
  )
})

test('what is left over is of one entry that settled something, after all is settled, and no more than is allowed', () => {
  fc.assert(
    fc.property(left, left, fc.integer({ min: 0, max: 30 }), (money, owed, limit) => {
      const parts = spread(money, owed)
      const over = overOf(money, owed, parts, limit)
      const sum = (all: readonly { price: number }[]) => all.reduce((total, { price }) => total + price, 0)
      const isSettled = sum(parts) === owed.reduce((total, one) => total + one.left, 0)
      const rests = money.map(({ key, left: had }) => ({ key, rest: had - sum(parts.filter(({ flow_id }) => flow_id === key)) }))
      const begun = rests.filter(({ key, rest }) => rest > 0 && parts.some(({ flow_id }) => flow_id === key))
      expect(begun.length).toBeLessThanOrEqual(1)
      const [one] = begun
      if (one && isSettled && one.rest <= limit)
        expect(over).toEqual({
          flow_id: one.key,
          price: one.rest,
          share_id: parts.findLast(({ flow_id }) => flow_id === one.key)?.share_id,
        })
      else expect(over).toBeNull()
    }),
    { numRuns: 400 },
  )
})
