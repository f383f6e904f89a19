import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asOne, inPart, openMonths, upTo } from '../../../server/domain/invoice/rules/open.ts'
import { chargeOf, isLease } from '../../../server/domain/invoice/rules/rates.ts'
import { type RedLine, redOf } from '../../../server/domain/invoice/rules/red.ts'
import { taxIn, taxTakenBack } from '../../../server/domain/invoice/rules/tax.ts'

const fen = fc.integer({ min: 0, max: 100_000_000 })
const rate = fc.integer({ min: 0, max: 2000 })
const sum = (all: readonly { price: number }[]): number => all.reduce((total, { price }) => total + price, 0)

describe('tax', () => {
  test('is what the bureau’s own form comes to', () => {
    expect(taxIn(109_00, 900)).toBe(9_00)
    expect(taxIn(3680_00, 900)).toBe(303_85)
    expect(taxIn(100_00, 500)).toBe(4_76)
    expect(taxIn(100_00, 150)).toBe(1_48)
    expect(taxIn(100_00, 0)).toBe(0)
    expect(taxIn(-109_00, 900)).toBe(-9_00)
  })

  test('never passes the price, is as much below zero as above, and differs by less than a fen from what it is exactly', () => {
    fc.assert(
      fc.property(fen, rate, (price, of) => {
        const tax = taxIn(price, of)
        expect(tax).toBeGreaterThanOrEqual(0)
        expect(tax).toBeLessThanOrEqual(price)
        expect(taxIn(-price, of) + tax).toBe(0)
        expect(Math.abs(tax * (10_000 + of) - price * of)).toBeLessThanOrEqual((10_000 + of) / 2)
      }),
    )
  })

  test('of a line that is taken back in any parts sums to the line’s', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 8 }), rate, (parts, of) => {
        const price = parts.reduce((total, one) => total + one, 0)
        const tax = taxIn(price, of)
        let [before, back] = [0, 0]
        for (const part of parts) {
          back += taxTakenBack({ price, tax }, before, part)
          before += part
        }
        expect(back).toBe(tax)
      }),
    )
  })
})

const months = fc
  .array(fc.record({ price: fc.integer({ min: -1000, max: 100_000 }), invoiced: fc.integer({ min: 0, max: 120_000 }) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((all) =>
    all.map((one, place) => {
      const month = `2026-${String(place + 1).padStart(2, '0')}`
      return { ...one, month, start_date: `${month}-01`, end_date: `${month}-28` }
    }),
  )

describe('what can be invoiced of a bill', () => {
  test('of one’s part is of each month as much as his part is of all, and comes to it', () => {
    fc.assert(
      fc.property(months, fen, (all, amount) => {
        const own = all.filter(({ price }) => price > 0)
        const part = inPart(own, amount)
        expect(sum(part)).toBe(Math.min(amount, sum(own)))
        const whole = new Map(own.map(({ month, price }) => [month, price]))
        for (const { month, price } of part) expect(price).toBeLessThanOrEqual(whole.get(month) ?? 0)
      }),
    )
  })

  test('is the months’ own where nothing was before', () => {
    const all = [
      { month: '2026-01', start_date: '2026-01-01', end_date: '2026-01-31', price: 100, invoiced: 0 },
      { month: '2026-02', start_date: '2026-02-01', end_date: '2026-02-28', price: 50, invoiced: 50 },
      { month: '2026-03', start_date: '2026-03-01', end_date: '2026-03-31', price: 70, invoiced: 0 },
    ]
    expect(openMonths(all, 170).map(({ month, price }) => [month, price])).toEqual([
      ['2026-01', 100],
      ['2026-03', 70],
    ])
    // 30 were invoiced for the bill as a whole.
    expect(openMonths(all, 140).map(({ month, price }) => [month, price])).toEqual([
      ['2026-01', 70],
      ['2026-03', 70],
    ])
    expect(openMonths(all, 0)).toEqual([])
    expect(upTo(openMonths(all, 170), 120).map(({ price }) => price)).toEqual([100, 20])
    expect(asOne(openMonths(all, 170))).toEqual([{ month: null, start_date: '2026-01-01', end_date: '2026-03-31', price: 170 }])
    expect(asOne([])).toEqual([])
  })

  test('sums to the rest, or to what the months have; no month gives more than it has, none nothing', () => {
    fc.assert(
      fc.property(months, fc.integer({ min: -1000, max: 500_000 }), fc.integer({ min: 1, max: 500_000 }), (all, rest, amount) => {
        const open = openMonths(all, rest)
        const most = all.reduce((total, { price, invoiced }) => total + Math.max(0, price - invoiced), 0)
        expect(sum(open)).toBe(Math.min(Math.max(0, rest), most))
        for (const { month, price } of open) {
          const own = all.find((one) => one.month === month)
          expect(price).toBeGreaterThan(0)
          expect(price).toBeLessThanOrEqual((own?.price ?? 0) - (own?.invoiced ?? 0))
        }
        expect(sum(upTo(open, amount))).toBe(Math.min(amount, sum(open)))
        expect(sum(asOne(open))).toBe(sum(open))
      }),
    )
  })
})

describe('the code and the rate', () => {
  const rows = [
    { from: 1, code: '3040502020000000000', rate: 9, kind: 2, nature: 1 },
    { from: 1, code: '3040502020000000000', rate: 9 },
    { from: 4, code: '1100301010000000000', rate: 3, kind: 3 },
  ]

  test('are of the first row that fits the source and the room; of what is exempt or not taxed the rate is 0', () => {
    expect(chargeOf(rows, 1, 1)).toEqual({ code: '3040502020000000000', tax_kind: 2, rate: 0 })
    expect(chargeOf(rows, 1, 2)).toEqual({ code: '3040502020000000000', tax_kind: 1, rate: 900 })
    expect(chargeOf(rows, 4, null)).toEqual({ code: '1100301010000000000', tax_kind: 3, rate: 0 })
    expect(chargeOf(rows, 2, 1)).toBeNull()
  })

  test('a lease of real estate is told by its code', () => {
    expect([isLease('3040502020000000000'), isLease('3040801010000000000')]).toEqual([true, false])
  })
})

describe('red', () => {
  const lines: RedLine[] = [
    { line_id: 11, row: 1, price: 109_00, tax: 9_00, back: 0 },
    { line_id: 12, row: 2, price: 218_00, tax: 18_00, back: 109_00 },
    { line_id: 13, row: 3, price: 50_00, tax: 0, back: 50_00 },
  ]

  test('takes back all that is left, or of rows as much as is asked', () => {
    expect(redOf(lines, null)).toEqual([
      { line_id: 11, price: 109_00, tax: 9_00 },
      { line_id: 12, price: 109_00, tax: 9_00 },
    ])
    expect(redOf(lines, [{ row: 2, price: 1 }])).toEqual([{ line_id: 12, price: 1, tax: 0 }])
  })

  test.each([
    [[{ row: 9, price: 1 }], '发票没有第 9 行'],
    [[{ row: 2, price: 109_01 }], '第 2 行可以红冲的没有这么多'],
    [
      [
        { row: 1, price: 1 },
        { row: 1, price: 1 },
      ],
      '第 1 行写了两次',
    ],
  ])('refuses %j', (asked, said) => {
    expect(() => redOf(lines, asked)).toThrow(said)
  })
})
