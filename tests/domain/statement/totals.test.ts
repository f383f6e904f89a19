import { describe, expect, test } from 'vitest'
import { readStatement } from '../../../server/domain/statement/rules/readStatement.ts'
import { refusal, sheet } from './files.ts'

type Rows = Parameters<typeof sheet>[0]

const read = (rows: Rows, given?: Parameters<typeof readStatement>[1]) => readStatement(sheet(rows), given)
const refused = (rows: Rows, given?: Parameters<typeof readStatement>[1]) => refusal(() => read(rows, given))
const prices = (rows: Rows, given?: Parameters<typeof readStatement>[1]) => read(rows, given).lines.map(({ price }) => price)
const D = '2026-11-05'

describe('totals', () => {
  const HEADS = ['日期', '收入', '支出', '余额', '摘要']
  const LINES = [
    [D, '5', '', '15', ''],
    [D, '', '3', '12', ''],
  ]
  test.each<[string, string[][], string[][]]>([
    ['in columns', [], [['合 计', '5', '3']]],
    ['in words', [], [['收入合计：1笔，5.00元 支出合计：1笔，3.00元']]],
    ['in cells side by side', [], [['贷方笔数', '1', '贷方发生额', '5.00', '借方总金额', '3.00', '总笔数', '2']]],
    [
      'as names above values',
      [
        ['期初余额', '借方笔数', '借方发生额', '贷方笔数', '贷方发生额', '期末余额'],
        ['10.00', '1', '3.00', '1', '5.00', '12.00'],
      ],
      [],
    ],
    [
      'as rows of balances',
      [],
      [
        ['期初余额', '', '', '10.00'],
        ['期末余额', '', '', '12.00'],
      ],
    ],
    ['with what a printer adds', [], [['合计', '5', '3'], ['打印时间：2026-12-01'], ['第1页 共1页']]],
  ])('%s', (_name, before, after) => {
    expect(read([...before, HEADS, ...LINES, ...after]).lines.length).toBe(2)
    const changed = [...before, HEADS, ['2026-11-04', '1', '', '10', ''], ...LINES.map((row) => [...row]), ...after]
    expect(refused(changed)).toMatch(/，文件里的行合计是 .*，文件可能没有传完整，或被改过，整个文件没有读入$/)
  })

  test('of pages, and what is carried from one to the next', () => {
    const rows = [
      HEADS,
      [D, '', '', '10', '承前页'],
      LINES[0] ?? [],
      ['本页小计', '5', ''],
      HEADS,
      [D, '', '', '15', '承前页'],
      LINES[1] ?? [],
    ]
    expect(read([...rows, ['本页小计', '', '3'], ['合计', '5', '3']])).toMatchObject({ opening: 1000, closing: 1200 })
    expect(refused([...rows, ['本页小计', '', '4']])).toContain('“本页小计”是 4.00，文件里的行合计是 3.00')
    expect(refused(rows.with(1, [D, '', '', '11', '承前页']))).toContain('“承前页”是 11.00，文件里的行合计是 10.00')
  })

  test('of a day, with its date; names without values take no line', () => {
    const heads = ['日期', '摘要', '收入', '支出']
    const lines = [
      [D, '', '5', ''],
      [D, '', '', '3'],
    ]
    expect(prices([heads, ...lines, [D, '本日合计', '5', '3']])).toEqual([500, -300])
    expect(refused([heads, ...lines, [D, '本日合计', '5', '4']])).toContain('“本日合计”是 4.00')
    expect(refused([heads, ...lines, [D, '房租', '5', '4']])).toContain('收入和支出都有金额')
    expect(prices([['收入合计', '支出合计'], heads, ...lines])).toEqual([500, -300])
    expect(prices([heads, ...lines, ['收入合计', '支出合计'], ...lines])).toEqual([500, -300, 500, -300])
  })

  test('a remark is told from a line by what it lacks', () => {
    const heads = ['序号', '日期', '金额']
    expect(refused([heads, ['#1', D, '5'], ['#2', '', '5']])).toContain('第 3 行：没有“日期”')
    expect(
      prices([
        ['日期', '金额', '摘要'],
        [D, '5', '合计'],
      ]),
    ).toEqual([500])
    expect(
      prices([
        ['序号', '日期', '金额'],
        ['#1', D, '5'],
      ]),
    ).toEqual([500])
    expect(
      prices([
        ['日期', D, '金额', '9'],
        ['日期', '金额'],
        [D, '5'],
      ]),
    ).toEqual([500])
  })

  test('without balances, what was there before and after is what the file says', () =>
    expect(read([['期初余额：10.00'], ['日期', '金额'], [D, '5']])).toMatchObject({ opening: 1000, closing: 1500 }))
})
