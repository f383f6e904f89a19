import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MonthState, monthsOf, type Payable, yearsOf } from '../../src/derive/plots/months.ts'
import { barOf } from '../../src/derive/plots/spans.ts'
import { addDays } from '../../src/protocol/dates.ts'

const bill = (id: number, from: string, to: string, price: number, paid: number, due = from): Payable => ({
  id,
  from,
  to,
  due,
  price,
  paid,
})

describe('months', () => {
  test.each([
    ['2026-03-15', '2026-04-14', ['2026-03']],
    ['2026-01-01', '2026-03-31', ['2026-01', '2026-02', '2026-03']],
    ['2025-11-30', '2026-02-27', ['2025-11', '2025-12', '2026-01']],
    ['2025-11-30', '2026-02-28', ['2025-11', '2025-12', '2026-01', '2026-02']],
    ['2026-05-01', '2026-05-01', ['2026-05']],
  ])('of %s to %s', (from, to, months) => {
    expect(monthsOf(from, to)).toEqual(months)
  })

  test('each says what is paid of it, and leads to what is not settled', () => {
    const rows = [
      bill(1, '2025-12-01', '2025-12-31', 100, 100),
      bill(2, '2026-01-01', '2026-01-31', 100, 40),
      bill(3, '2026-02-01', '2026-02-28', 100, 0),
      bill(4, '2026-03-10', '2026-04-09', 100, 0),
      // The first month of another contract, beside what is settled of the one before.
      bill(5, '2025-12-20', '2026-01-19', 70, 0),
    ]
    const years = yearsOf(rows, '2026-03-10')
    expect(years.map(({ year, months }) => [year, months.length])).toEqual([
      [2026, 12],
      [2025, 12],
    ])
    const stands = years.flatMap(({ months }) => months.flatMap((square) => (square ? [[square.month, square.state, square.id]] : [])))
    expect(stands).toEqual<[string, MonthState, number][]>([
      ['2026-01', 'part', 2],
      ['2026-02', 'owed', 3],
      ['2026-03', 'due', 4],
      ['2025-12', 'part', 5],
    ])
    expect(years[1]?.months[11]).toMatchObject({ price: 170, paid: 100 })
    expect(yearsOf([], '2026-03-10')).toEqual([])
  })
})

test('spans lie within their bar in order, and as far apart as their days', () => {
  const today = '2026-03-10'
  const lasting = fc.record({ gap: fc.nat(400), days: fc.integer({ min: 1, max: 900 }), isOpen: fc.boolean() })
  fc.assert(
    fc.property(fc.array(lasting, { minLength: 1, maxLength: 12 }), (parts) => {
      let day = '2015-01-01'
      const rows = parts.map(({ gap, days, isOpen }, id) => {
        const from = addDays(day, gap)
        day = addDays(from, days)
        return { id, from, to: isOpen && id === parts.length - 1 && from <= today ? null : addDays(day, -1) }
      })
      const bar = barOf(rows.toReversed(), today)
      if (!bar) return rows[0] !== undefined && rows[0].from > addDays(today, 365)
      const edges = bar.spans.flatMap(({ left, width }) => [left, left + width])
      for (const [place, edge] of edges.entries()) expect(edge).toBeGreaterThanOrEqual((edges[place - 1] ?? 0) - 1e-9)
      expect(bar.spans[0]?.left).toBe(0)
      expect(edges.at(-1)).toBeLessThanOrEqual(100 + 1e-9)
      return bar.today > 0 && bar.today < 100
    }),
  )
  expect(barOf([], today)).toBeNull()
})
