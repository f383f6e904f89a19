import fc from 'fast-check'
import { expect, test } from 'vitest'
import { monthLines } from '../../../server/domain/contract/rules/monthLines.ts'
import { rentLines } from '../../../server/domain/contract/rules/rentPlan.ts'

const dayOf = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 86_400_000
const monthOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 7)

test('a month from the 15th on is cut where the calendar month begins, by its days', () => {
  const cut = monthLines([{ from: dayOf('2026-01-15'), to: dayOf('2026-02-14'), rent: 310_000, fen: 310_000 }])
  expect(cut.map(({ from, to, rent, fen }) => [monthOf(from), to - from + 1, rent, fen])).toEqual([
    ['2026-01', 17, 310_000, 170_000],
    ['2026-02', 14, 310_000, 140_000],
  ])
})

test('the parts of a line follow each other, each lies in one month, and they sum to it', () => {
  fc.assert(
    fc.property(
      fc.record({
        start: fc.integer({ min: dayOf('2024-01-01'), max: dayOf('2027-01-01') }),
        length: fc.integer({ min: 0, max: 400 }),
        rent: fc.integer({ min: 0, max: 3_000_000 }),
        mode: fc.constantFrom(1 as const, 2 as const, 3 as const),
      }),
      ({ start, length, rent, mode }) => {
        const terms = {
          start,
          end: start + length,
          steps: [{ from: start, rent }],
          ...{ mode, cycle: 3, joinsFirst: true, due: { way: 1 as const, days: 0 } },
        }
        const lines = rentLines(terms, start, start + length)
        const cut = monthLines(lines)
        expect(cut.reduce((sum, { fen }) => sum + fen, 0)).toBe(lines.reduce((sum, { fen }) => sum + fen, 0))
        expect(cut.every(({ from, to, fen }) => monthOf(from) === monthOf(to) && fen >= 0)).toBe(true)
        expect(cut[0]?.from).toBe(start)
        expect(cut.at(-1)?.to).toBe(start + length)
        for (const [place, { from }] of cut.entries()) if (place > 0) expect(from).toBe((cut[place - 1]?.to ?? 0) + 1)
      },
    ),
  )
})
