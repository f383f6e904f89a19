import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SettledShare, settle } from '../../../server/domain/bill/rules/settle.ts'

const share = (changes: Partial<SettledShare> = {}): SettledShare => ({
  key: 1,
  price: 100,
  paid: 0,
  after: 100,
  due: '2026-01-01',
  given: [],
  ...changes,
})
const paid = (key: number, amount: number, after: number, flow_id = key * 10): SettledShare =>
  share({ key, price: amount, paid: amount, after, given: [{ flow_id, price: amount }] })

test('all is paid and used: the deposit goes back', () => {
  expect(settle([paid(1, 100, 100)], 500)).toMatchObject({ refund: 500, depositBack: 500, due: 0, unused: 0, cuts: [], backs: [] })
})

test('rent that was paid for later comes back from the flow that brought it, and the bill is cut', () => {
  const done = settle([paid(1, 3000, 1200, 7)], 500)
  expect(done).toMatchObject({
    refund: 2300,
    unused: 1800,
    rentBack: [{ flow_id: 7, price: 1800 }],
    cuts: [{ key: 1, from: 3000, to: 1200 }],
  })
})

test('what is owed is paid by unused rent first, then by the deposit, the earliest due before the others', () => {
  const late = share({ key: 2, price: 900, after: 900, due: '2026-03-01' })
  const early = share({ key: 3, price: 400, after: 400, due: '2026-02-01' })
  expect(settle([paid(1, 1000, 400, 7), late, early], 500)).toMatchObject({
    pays: [
      { key: 3, flow_id: 7, price: 400 },
      { key: 2, flow_id: 7, price: 200 },
    ],
    deducts: [{ key: 2, price: 500 }],
    refund: 0,
    due: 200,
    owed: 1300,
  })
})

test('a share that was paid by two is given back the latest money first', () => {
  const given = [
    { flow_id: 1, price: 60 },
    { flow_id: 2, price: 40 },
  ]
  expect(settle([share({ paid: 100, after: 30, given })], 0).backs).toEqual([
    { key: 1, flow_id: 2, price: 40 },
    { key: 1, flow_id: 1, price: 30 },
  ])
})

const shares = fc
  .array(
    fc.record({
      price: fc.integer({ min: 1, max: 5000 }),
      paidPart: fc.double({ min: 0, max: 1, noNaN: true }),
      keptPart: fc.double({ min: 0, max: 1, noNaN: true }),
      day: fc.integer({ min: 10, max: 28 }),
      cut: fc.double({ min: 0, max: 1, noNaN: true }),
      flow: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 8 },
  )
  .map((all) =>
    all.map(({ price, paidPart, keptPart, day, cut, flow }, key): SettledShare => {
      const money = Math.floor(price * paidPart)
      const first = Math.floor(money * cut)
      const given = [
        { flow_id: flow, price: first },
        { flow_id: flow + 1, price: money - first },
      ].filter((one) => one.price > 0)
      return { key, price, paid: money, after: Math.floor(price * keptPart), due: `2026-01-${day}`, given }
    }),
  )

test('the refund is the deposit less what is owed, with what was paid for later, to the fen; nobody both owes and is owed', () => {
  fc.assert(
    fc.property(shares, fc.nat(5000), (some, deposit) => {
      const done = settle(some, deposit)
      const owed = some.reduce((sum, { after, paid: money }) => sum + Math.max(0, after - money), 0)
      const unused = some.reduce((sum, { after, paid: money }) => sum + Math.max(0, money - after), 0)
      expect(done.refund - done.due).toBe(deposit - owed + unused)
      expect(done.refund === 0 || done.due === 0).toBe(true)
      expect([done.owed, done.unused]).toEqual([owed, unused])
    }),
    { numRuns: 2000 },
  )
})

test('no share is paid beyond what it comes to, no flow gives more than it had, the deposit no more than is held', () => {
  const sum = (all: readonly { price: number }[]): number => all.reduce((total, { price }) => total + price, 0)
  fc.assert(
    fc.property(shares, fc.nat(5000), (some, deposit) => {
      const done = settle(some, deposit)
      for (const { key, after, paid: money } of some) {
        const of = <T extends { key: number; price: number }>(all: readonly T[]): T[] => all.filter((one) => one.key === key)
        expect(money - sum(of(done.backs)) + sum(of(done.pays)) + sum(of(done.deducts))).toBeLessThanOrEqual(after)
      }
      expect(sum(done.pays) + sum(done.rentBack)).toBe(done.unused)
      expect(sum(done.deducts) + done.depositBack).toBe(deposit)
    }),
    { numRuns: 2000 },
  )
})
