import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PostedSum, vouchersOf } from '../../../server/domain/closing/rules/vouchers.ts'

const THROUGH = '2203.01'
const sum = (day: string, event: number, code: string, side: 1 | 2, price: number, postings = 1): PostedSum => ({
  ...{ day, event, code, name: `科目${code}`, side, price, postings },
})

test('receipts and what they settle are one voucher, in which the account they pass through is shown by what is left on it', () => {
  expect(
    vouchersOf(
      [
        sum('2026-10-02', 7, THROUGH, 1, 900, 2),
        sum('2026-10-02', 7, '1122.01', 2, 900, 2),
        sum('2026-10-02', 4, '1002.01', 1, 1000, 3),
        sum('2026-10-02', 4, THROUGH, 2, 1000, 3),
        sum('2026-10-01', 1, '1122.01', 1, 500),
        sum('2026-10-01', 1, '2203.02', 2, 500),
      ],
      THROUGH,
    ),
  ).toEqual([
    {
      day: '2026-10-01',
      number: 1,
      events: [1],
      postings: 1,
      lines: [
        { code: '1122.01', name: '科目1122.01', debit: 500, credit: 0 },
        { code: '2203.02', name: '科目2203.02', debit: 0, credit: 500 },
      ],
    },
    {
      day: '2026-10-02',
      number: 2,
      events: [4, 7],
      postings: 5,
      lines: [
        { code: '1002.01', name: '科目1002.01', debit: 1000, credit: 0 },
        { code: '1122.01', name: '科目1122.01', debit: 0, credit: 900 },
        { code: THROUGH, name: `科目${THROUGH}`, debit: 0, credit: 100 },
      ],
    },
  ])
})

test('every voucher balances, numbers follow each other, and all of them come to what was posted', () => {
  const posting = fc.record({
    day: fc.constantFrom('2026-10-01', '2026-10-02', '2026-10-31'),
    event: fc.constantFrom(1, 3, 4, 6, 7, 8, 15),
    debit: fc.constantFrom('1002.01', '1122.01', THROUGH),
    credit: fc.constantFrom('2203.02', '6001.01', THROUGH),
    price: fc.integer({ min: -900_000, max: 900_000 }).filter((price) => price !== 0),
  })
  fc.assert(
    fc.property(fc.array(posting, { maxLength: 40 }), (postings) => {
      const sums = postings.flatMap(({ day, event, debit, credit, price }) => [
        sum(day, event, debit, 1, price),
        sum(day, event, credit, 2, price),
      ])
      const vouchers = vouchersOf(sums, THROUGH)
      expect(vouchers.map(({ number }) => number)).toEqual(vouchers.map((_, place) => place + 1))
      const balance = new Map<string, number>()
      for (const { lines } of vouchers) {
        expect(lines.reduce((rest, { debit, credit }) => rest + debit - credit, 0)).toBe(0)
        for (const { code, debit, credit } of lines) {
          expect([debit, credit].filter((fen) => fen !== 0)).toHaveLength(1)
          balance.set(code, (balance.get(code) ?? 0) + debit - credit)
        }
      }
      const posted = new Map<string, number>()
      for (const { code, side, price } of sums) posted.set(code, (posted.get(code) ?? 0) + (side === 1 ? price : -price))
      for (const [code, fen] of posted) expect(balance.get(code) ?? 0).toBe(fen)
    }),
  )
})
