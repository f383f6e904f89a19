import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readFile } from '../../../server/domain/statement/readFile.ts'
import { markOf } from '../../../server/domain/statement/rules/marks.ts'
import { readStatement } from '../../../server/domain/statement/rules/readStatement.ts'
import type { StatementLine } from '../../../server/domain/statement/rules/statement.ts'
import { addDays } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import { csv, refusal, sheet } from './files.ts'

type Line = Omit<StatementLine, 'row' | 'kind'>

const word = fc.constantFrom('', '王小明', '李 四', 'A-1', '房租，11月', 'ZD20261101001', '"引号"', '6222020001')
const price = fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 99_999_999 })).chain((fen) => fc.constantFrom(fen, -fen))

/** Lines of which each is some minutes after the one before, with balances that follow. */
const lines = (least = 1): fc.Arbitrary<Line[]> =>
  fc
    .tuple(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.array(fc.record({ price, gap: fc.integer({ min: 1, max: 3000 }), party: word, account: word, note: word, serial: word }), {
        minLength: least,
        maxLength: 12,
      }),
    )
    .map(([opening, moves]) => {
      let [balance, minutes] = [opening, 0]
      return moves.map(({ gap, ...move }) => {
        balance += move.price
        minutes += gap
        const time = [(minutes / 60) % 24, minutes % 60, 7].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
        return { ...move, balance, day: addDays('2026-10-28', Math.floor(minutes / 1440)), time }
      })
    })

interface Shape {
  amounts: 'two' | 'way' | 'signs'
  moment: 'apart' | 'packed' | 'slashes' | 'chinese'
  hasBalance: boolean
  isDown: boolean
  isPlain: boolean
}

const shape: fc.Arbitrary<Shape> = fc.record({
  amounts: fc.constantFrom('two' as const, 'way' as const, 'signs' as const),
  moment: fc.constantFrom('apart' as const, 'packed' as const, 'slashes' as const, 'chinese' as const),
  hasBalance: fc.boolean(),
  isDown: fc.boolean(),
  isPlain: fc.boolean(),
})

const momentOf = ({ day, time }: Line, how: Shape['moment']): string[] => {
  const [year, month, date] = day.split('-').map(Number)
  if (how === 'apart') return [day, time ?? '']
  if (how === 'packed') return [`${day}${time}`.replaceAll(/[-:]/g, '')]
  return [how === 'slashes' ? `${year}/${month}/${date} ${time}` : `${year}年${month}月${date}日 ${time}`]
}

/** Writes lines as a file of some shape has them; the balance stands last. */
const written = (list: readonly Line[], { amounts, moment, hasBalance, isDown, isPlain }: Shape): string[][] => {
  const yuan = (fen: number): string => (isPlain ? fenToYuan(fen).replaceAll(',', '') : fenToYuan(fen))
  const amountOf = ({ price }: Line): string[] => {
    const plus = yuan(Math.abs(price))
    if (amounts === 'two') return price > 0 ? [plus, isPlain ? '' : '--'] : ['0.00', plus]
    return amounts === 'way' ? [price > 0 ? '贷' : '借', plus] : [price > 0 && !isPlain ? `+${plus}` : yuan(price)]
  }
  const heads = [
    ...(moment === 'apart' ? ['交易日期', '交易时间'] : ['交易时间']),
    ...{ two: ['贷方发生额', '借方发生额'], way: ['借贷标志', '交易金额'], signs: ['金额（元）'] }[amounts],
    '对方户名',
    '对方账号',
    '摘要',
    '交易流水号',
    ...(hasBalance ? ['账户余额'] : []),
  ]
  const rows = list.map((line) => [
    ...momentOf(line, moment),
    ...amountOf(line),
    line.party,
    line.account,
    line.note,
    `${line.serial}\t`,
    ...(hasBalance ? [yuan(line.balance ?? 0)] : []),
  ])
  return [heads, ...(isDown ? rows.toReversed() : rows)]
}

const bare = (list: readonly StatementLine[]): Line[] => list.map(({ row: _row, kind: _kind, ...line }) => line)
const withBalance = (list: readonly Line[], has: boolean): Line[] => (has ? [...list] : list.map((line) => ({ ...line, balance: null })))
const readRows = (rows: string[][]): Line[] => bare(readStatement(sheet(rows)).lines)

describe('whatever the lines', { timeout: 60_000 }, () => {
  test('written in any shape they are read back', () =>
    fc.assert(
      fc.asyncProperty(lines(), shape, fc.constantFrom('utf8' as const, 'gbk' as const), async (list, how, encoding) => {
        const { lines: found } = await readFile('a.csv', csv(written(list, how), encoding))
        expect(bare(found)).toEqual(withBalance(list, how.hasBalance))
      }),
    ))

  test('without one of them, or with one changed, a file with balances is refused', () =>
    fc.assert(
      fc.property(lines(3), shape, fc.nat(), price, (list, how, at, more) => {
        const middle = 1 + (at % (list.length - 2))
        const line = list[middle] as Line
        const changed = line.price + more || line.price * 2
        for (const wrong of [
          list.toSpliced(middle, 1),
          list.with(middle, { ...line, price: changed }),
          list.with(middle, { ...line, balance: (line.balance ?? 0) + more }),
        ])
          expect(refusal(() => readRows(written(wrong, { ...how, hasBalance: true })))).toContain('缺了行，或被改过')
      }),
    ))

  test('cut off anywhere, a file with balances is refused, or is a shorter one', () =>
    fc.assert(
      fc.asyncProperty(lines(), shape, fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), async (list, how, part) => {
        const before = (list[0]?.balance ?? 0) - (list[0]?.price ?? 0)
        const rows = [[`期初余额：${fenToYuan(before)}`], ...written(list, { ...how, hasBalance: true, isDown: false })]
        const bytes = csv(rows)
        const cut = await readFile('a.csv', bytes.subarray(0, Math.floor(part * bytes.length))).catch(() => null)
        if (cut) expect(bare(cut.lines)).toEqual(list.slice(0, cut.lines.length))
      }),
      { numRuns: 300 },
    ))

  test('cut off anywhere, a file that tells its totals in front is refused, or nothing is lost', () =>
    fc.assert(
      fc.asyncProperty(lines(), shape, fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), async (list, how, part) => {
        const sum = (sign: number): string => fenToYuan(list.reduce((so, { price }) => so + Math.max(0, price * sign), 0))
        const rows = [
          [`总笔数：${list.length}`, `收入合计：${sum(1)}`, `支出合计：${sum(-1)}`],
          ...written(list, { ...how, hasBalance: true }),
        ]
        const bytes = csv(rows)
        const cut = await readFile('a.csv', bytes.subarray(0, Math.floor(part * bytes.length))).catch(() => null)
        if (cut) expect(cut.lines.map(({ price }) => price)).toEqual(list.map(({ price }) => price))
      }),
      { numRuns: 300 },
    ))

  test('cut off behind a row, a file without either is a shorter one', () =>
    fc.assert(
      fc.property(lines(), shape, fc.nat(), (list, how, at) => {
        const kept = 1 + (at % list.length)
        const rows = written(list, { ...how, hasBalance: false, isDown: false }).slice(0, kept + 1)
        expect(readRows(rows)).toEqual(withBalance(list.slice(0, kept), false))
      }),
    ))

  test('files that overlap agree in the marks of what both have', () =>
    fc.assert(
      fc.property(
        // Few values: many lines are equal in all that they say.
        fc.array(
          fc.record({ day: fc.integer({ min: 1, max: 9 }), price: fc.constantFrom(100, -100), serial: fc.constantFrom('', 'A', 'B') }),
          { minLength: 1, maxLength: 40 },
        ),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        fc.boolean(),
        (moves, from, isDown, isUpTo) => {
          const list = moves
            .toSorted((a, b) => a.day - b.day)
            .map(
              ({ day, ...move }): Line => ({
                ...move,
                day: `2026-11-0${day}`,
                time: '00:00:00',
                balance: null,
                party: '甲',
                account: '',
                note: '',
              }),
            )
          const isIn = (day: string): boolean => (isUpTo ? day <= `2026-11-0${from}` : day >= `2026-11-0${from}`)
          const how: Shape = { amounts: 'two', moment: 'apart', hasBalance: false, isDown: false, isPlain: true }
          const read = (some: Line[], down: boolean) => readStatement(sheet(written(some, { ...how, isDown: down }))).lines
          const first = list.filter(({ day }) => isIn(day))
          if (first.length === 0) return
          const [all, some] = [read(list, false), read(first, isDown)]
          const marks = markOf(all)
          expect(new Set(marks).size).toBe(all.length)
          expect(markOf(some).toSorted()).toEqual(marks.filter((_, index) => isIn(all[index]?.day ?? '')).toSorted())
        },
      ),
    ))
})
