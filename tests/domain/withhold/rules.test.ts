import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeResult, type ResultRow, type SentRow, WrongResult } from '../../../server/domain/withhold/rules/result.ts'
import { type Debit, mergeRows, shareOut, splitRows } from '../../../server/domain/withhold/rules/rows.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
const aPrice = fc.integer({ min: 1, max: 5_000_000 })
const debits = fc
  .array(fc.record({ account: fc.constantFrom('a', 'b', 'c', 'd'), name: fc.constantFrom('张三', '李四'), price: aPrice }), {
    maxLength: 40,
  })
  .map((all) => all.map((one, place): Debit => ({ ...one, line_id: place + 1 })))

describe('rows of a file', () => {
  test('property: each bill is in just one row, an account and name in one, and the rows come to what the bills are', () => {
    fc.assert(
      fc.property(debits, (all) => {
        const rows = mergeRows(all)
        expect(rows.map(({ row_no }) => row_no)).toEqual(rows.map((_, place) => place + 1))
        expect(rows.flatMap(({ lines }) => lines).toSorted((a, b) => a - b)).toEqual(all.map(({ line_id }) => line_id))
        expect(new Set(rows.map(({ account, name }) => `${account}${name}`)).size).toBe(rows.length)
        for (const { account, name, price, lines } of rows) {
          const own = all.filter(({ line_id }) => lines.includes(line_id))
          expect(own.every((one) => one.account === account && one.name === name)).toBe(true)
          expect(sum(own.map((one) => one.price))).toBe(price)
        }
      }),
    )
  })

  test('property: files hold all rows in order, none more than it may, and none could have taken the next one too', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (sizes, rows) => {
        const [bytes, around] = [100, 10]
        const counts = splitRows(sizes, { rows, bytes }, around)
        expect(sum(counts)).toBe(sizes.length)
        let at = 0
        for (const count of counts) {
          const size = around + sum(sizes.slice(at, at + count))
          expect(count <= rows && size <= bytes).toBe(true)
          at += count
          if (at < sizes.length) expect(count === rows || size + (sizes[at] ?? 0) > bytes).toBe(true)
        }
      }),
    )
    expect(() => splitRows([91], { rows: 1, bytes: 100 }, 10)).toThrow('91 bytes')
  })

  test('property: what came is shared out in order, no more than each is, and nothing of it is lost', () => {
    fc.assert(
      fc.property(fc.array(aPrice, { minLength: 1, maxLength: 8 }), fc.double({ min: 0, max: 1, noNaN: true }), (prices, part) => {
        const paid = Math.floor(sum(prices) * part)
        const parts = shareOut(paid, prices)
        expect(sum(parts)).toBe(paid)
        const first = parts.findIndex((share, place) => share < (prices[place] ?? 0))
        expect(
          parts.every((share, place) => share >= 0 && share <= (prices[place] ?? 0) && (first < 0 || place <= first || share === 0)),
        ).toBe(true)
      }),
    )
  })
})

const words = { done: ['成功'], failed: ['失败'] }
const sentRows = fc
  .array(fc.record({ account: fc.constantFrom('a', 'b', 'c'), name: fc.constantFrom('张三', '李四'), price: aPrice }), {
    minLength: 1,
    maxLength: 20,
  })
  .map((all) => all.map((row, place): SentRow => ({ ...row, row_no: place + 7 })))
const answered = (sent: readonly SentRow[], seed: number): ResultRow[] =>
  sent.map((row, place) => {
    const isDone = (seed >> (place % 16)) % 2 === 0
    return { ...row, line: place + 1, status: isDone ? '成功' : '失败', paid: null, message: isDone ? null : '余额不足' }
  })
const refusal = (sent: readonly SentRow[], got: readonly ResultRow[]): WrongResult => {
  try {
    judgeResult(sent, got, words)
  } catch (error) {
    if (error instanceof WrongResult) return error
    throw error
  }
  throw new Error('it was taken')
}

describe('a result against what was sent', () => {
  test('property: in whatever order, each row has its outcome, with the bank’s words', () => {
    fc.assert(
      fc.property(sentRows, fc.nat(), (sent, seed) => {
        const got = answered(sent, seed)
        const outcomes = judgeResult(sent, got.toReversed(), words)
        expect(outcomes).toEqual(
          got.map(({ row_no, status, price }) => ({
            row_no,
            paid: status === '成功' ? price : 0,
            reason: status === '成功' ? null : '余额不足',
          })),
        )
      }),
    )
  })

  test('property: what is cut off, doubled, foreign, changed or in no known words is refused as a whole, at its line', () => {
    fc.assert(
      fc.property(sentRows, fc.nat(), fc.nat(), (sent, seed, pick) => {
        const got = answered(sent, seed)
        const at = pick % got.length
        const row = got[at] as ResultRow
        const changed = (more: Partial<ResultRow>): ResultRow[] => got.with(at, { ...row, ...more })
        expect(refusal(sent, got.slice(0, -1)).message).toContain('没有传完整')
        expect(refusal(sent, got.toSpliced(at, 1)).message).toContain(`缺少序号 ${row.row_no}`)
        expect(refusal(sent, [...got, { ...row, line: 99 }])).toMatchObject({ line: 99, message: expect.stringContaining('有两行') })
        for (const more of [{ row_no: 999 }, { account: 'z' }, { name: '王五' }, { price: row.price + 1 }, { status: '处理中' }])
          expect(refusal(sent, changed(more)).line).toBe(row.line)
        expect(refusal(sent, changed({ status: '成功', paid: row.price + 1 })).line).toBe(row.line)
        expect(refusal(sent, changed({ status: '失败', paid: 1 })).line).toBe(row.line)
      }),
    )
  })

  test('a fund that pays a part says how much; a refusal without words has its status', () => {
    const [sent] = [{ row_no: 1, account: 'a', name: '张三', price: 100 }]
    const got = { ...sent, line: 2, paid: 40, status: '成功', message: '额度不足' }
    expect(judgeResult([sent], [got], words)).toEqual([{ row_no: 1, paid: 40, reason: '额度不足' }])
    expect(judgeResult([sent], [{ ...got, status: '失败', paid: 0, message: '' }], words)).toEqual([{ row_no: 1, paid: 0, reason: '失败' }])
  })
})
