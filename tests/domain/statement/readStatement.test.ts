import { describe, expect, test } from 'vitest'
import { readStatement } from '../../../server/domain/statement/rules/readStatement.ts'
import type { SheetRow } from '../../../server/domain/statement/rules/table.ts'
import { MAX_FEN } from '../../../src/protocol/fen.ts'
import { refusal, sheet } from './files.ts'

type Rows = Parameters<typeof sheet>[0]

const read = (rows: Rows, given?: Parameters<typeof readStatement>[1]) => readStatement(sheet(rows), given)
const refused = (rows: Rows, given?: Parameters<typeof readStatement>[1]) => refusal(() => read(rows, given))
const prices = (rows: Rows, given?: Parameters<typeof readStatement>[1]) => read(rows, given).lines.map(({ price }) => price)
const D = '2026-11-05'

describe('headings', () => {
  test.each<[string, string[], (string | null)[], number]>([
    ['two columns', ['日期', '收入', '支出'], [D, '', '3'], -300],
    ['贷方 is what came in', ['记账日期', '借方发生额/元(支取)', '贷方发生额/元(收入)'], [D, '', '3'], 300],
    ['借方 is what went out', ['交 易 日', '借方金额', '贷方金额'], [D, '3', ''], -300],
    ['a direction', ['交易时间[ Time ]', '借/贷', '金额(元)'], [D, '借', '3'], -300],
    ['the direction in the kind of business', ['交易日期', '交易类型', '交易金额'], [D, '转出', '3'], -300],
    ['signs', ['入账时间', '收支金额（元）'], [D, '-3'], -300],
    ['both shapes at once: the two columns', ['日期', '借贷标志', '借方金额', '贷方金额', '金额'], [D, '借', '3', '0.00', '9'], -300],
  ])('%s', (_name, heads, cells, price) => expect(prices([heads, cells])).toEqual([price]))

  test('what a person says goes before what the headings say', () => {
    const rows = [
      ['日期', '起息日', '金额', '实收', '摘要', '房号'],
      [D, '2026-11-06', '1', '2', '房租', '1-101'],
    ]
    expect(read(rows, { day: '起息日', amount: '实收', note: '房号、摘要' })).toMatchObject({
      from: '2026-11-06',
      mapping: { day: '起息日', amount: '实收', note: '房号、摘要' },
      lines: [{ price: 200, note: '1-101 房租' }],
    })
    expect(refused(rows, { amount: '应收' })).toBe('文件里没有“应收”这一列')
  })

  test('a person may say that one column is what came in, though another is an amount', () =>
    expect(
      prices(
        [
          ['日期', '金额', '进', '出'],
          [D, '9', '', '3'],
        ],
        { income: '进', outgo: '出' },
      ),
    ).toEqual([-300]))

  test('what is not recognised is said, with the headings', () => {
    const rows = [['某某银行'], ['日子', '数目', '摘要', '对方户名'], [D, '3', '', '']]
    expect(refused(rows)).toBe(
      '没有认出日期、金额列。第 2 行最像表头，其中有：日子、数目、摘要、对方户名。请在下面填写它们的列名，填一次即可',
    )
    expect(refused(rows, { day: '日子' })).toContain('没有认出金额列')
    expect(refused([])).toBe('文件里没有表头，也没有交易')
    expect(refused(rows.slice(0, 2), { day: '日子', amount: '数目' })).toBe('文件里没有一笔交易')
  })

  test('they come again on the next page', () =>
    expect(
      prices([
        ['日期', '金额'],
        [D, '1'],
        ['日期', '金额'],
        [D, '2'],
      ]),
    ).toEqual([100, 200]))
})

describe('cells', () => {
  const ofAmount = (cell: string | number) =>
    refusal(() => {
      throw new Error(
        String(
          prices([
            ['日期', '金额'],
            [D, cell],
          ])[0],
        ),
      )
    })
  test.each<[string | number, string]>([
    ['`1,234.50\t', '123450'],
    ['+¥1,234.5', '123450'],
    ['￥20', '2000'],
    ['-0.07元', '-7'],
    ['0.60000', '60'],
    ['99,999,999,999.99', String(MAX_FEN)],
    [1234.1, '123410'],
  ])('%s is an amount', (cell, fen) => expect(ofAmount(cell)).toBe(fen))
  test.each<string | number>([
    '0.005',
    '100000000000',
    2 ** 53,
    '9007199254740993',
    '1e3',
    '1,23',
    '12a',
    '1.2.3',
    '9'.repeat(100_000),
    ' 1'.repeat(100_000),
  ])('%s is none', (cell) =>
    expect(ofAmount(cell)).toMatch(/^第 2 行：“金额”须为金额（元），最多两位小数，现为“.{1,41}”，整个文件没有读入$/s),
  )
  test.each(['', '-', '--', '`'])('"%s" is nothing', (cell) => expect(ofAmount(cell)).toContain('没有金额'))
  test('minus nought is nought', () => {
    const rows = [
      ['日期', '金额', '余额'],
      [D, '-0.00', '5'],
      [D, '1', '6'],
    ]
    expect(read(rows)).toMatchObject({ opening: 500, closing: 600, lines: [{ price: 100 }] })
    expect(
      Object.is(
        read([
          ['日期', '金额', '余额'],
          [D, '1', '-0.00'],
        ]).lines[0]?.balance,
        0,
      ),
    ).toBe(true)
  })

  const momentOf = (day: string | number, time?: string | number) => {
    const [line] = read([
      ['日期', '时间', '金额'],
      [day, time ?? '', '1'],
    ]).lines
    return [line?.day, line?.time]
  }
  test.each<[string | number, string | number | undefined, string | null]>([
    ['2026-11-05', undefined, null],
    ['2026/11/5', '9:05', '09:05:00'],
    ['20261105', '090530', '09:05:30'],
    ['20261105090530', undefined, '09:05:30'],
    ['20261105 090530', undefined, '09:05:30'],
    ['2026年11月5日', '09:05:30.0', '09:05:30'],
    ['2026年11月5日09:05:30', undefined, '09:05:30'],
    ['2026-11-05T09:05', undefined, '09:05:00'],
    ['2026-11-05', '2026-11-05 09:05:30', '09:05:30'],
    // The trade was the day before it was booked.
    ['2026-11-05', '2026-11-04 23:59:59', null],
    [20261105, 90530, '09:05:30'],
    [46331, 0.378819444444, '09:05:30'],
    [46331.37881944444, undefined, '09:05:30'],
    [46330.9999999, undefined, '00:00:00'],
  ])('%s %s', (day, time, clock) => expect(momentOf(day, time)).toEqual(['2026-11-05', clock]))
  test.each<[string | number, string | number | undefined, string]>([
    ['2026-13-01', undefined, '“日期”不是日期：2026-13-01'],
    ['2026-11-31', undefined, '“日期”不是日期'],
    ['', undefined, '没有“日期”'],
    [D, '25:00', '“时间”不是时间：25:00'],
    [`${'T1:'.repeat(50_000)}`, undefined, '“日期”不是日期'],
  ])('%s %s is no moment', (day, time, message) => expect(refusal(() => momentOf(day, time))).toContain(`第 2 行：${message}`))

  test('a number that a spreadsheet has mangled is no number', () => {
    const rows: SheetRow[] = [
      { row: 1, cells: ['日期', '金额', '流水号'] },
      { row: 2, cells: [D, '1', { digits: '4.20000123456789e27', isDate: false }] },
    ]
    expect(refusal(() => readStatement(rows))).toContain('第 2 行：“流水号”在表格软件里变成了数字')
    expect(
      refused([
        ['日期', '金额', '流水号'],
        [D, '1', '4.2E+27'],
      ]),
    ).toContain('“流水号”在表格软件里变成了数字')
  })

  test('a day is no amount', () => {
    const rows: SheetRow[] = [
      { row: 1, cells: ['日期', '金额'] },
      { row: 2, cells: [D, { digits: '46331', isDate: true }] },
    ]
    expect(refusal(() => readStatement(rows))).toContain('“金额”是日期，不是金额')
  })
})

describe('rows', () => {
  test.each<[string, (string | null)[], string]>([
    ['two amounts', [D, '1', '2'], '第 2 行：收入和支出都有金额'],
    ['no amount', [D, '', '--'], '第 2 行：没有金额'],
    ['cut off', [D], '第 2 行：没有金额，文件可能没有传完整'],
    ['noughts without a balance', [D, '0.00', ''], '第 2 行：金额是 0'],
  ])('%s', (_name, cells, message) => expect(refused([['日期', '收入', '支出'], cells])).toContain(message))

  test('a direction that is none', () =>
    expect(
      refused([
        ['日期', '借贷标志', '金额'],
        [D, '左', '1'],
      ]),
    ).toContain('第 2 行：“借贷标志”须为贷、收入或借、支出，现为“左”'))

  test('a correction stands on the side of what it corrects; a minus with all that went out is just printed', () => {
    const heads = ['日期', '收入', '支出']
    expect(prices([heads, [D, '5', ''], [D, '-5', ''], [D, '', '3'], [D, '', '-3']])).toEqual([500, -500, -300, 300])
    expect(prices([heads, [D, '5', ''], [D, '', '-3'], [D, '', '-4']])).toEqual([500, -300, -400])
  })
})

describe('balances', () => {
  const HEADS = ['日期', '金额', '余额']
  test('a break says what stands there and what should', () =>
    expect(refused([HEADS, [D, '1', '1'], ['2026-11-06', '2', '4']])).toBe(
      '第 3 行：余额是 4.00，上一笔余额 1.00，本笔 2.00，应为 3.00：缺了行，或被改过，整个文件没有读入',
    ))
  test('lines of one second stand either way, but all the same way', () => {
    const two = [HEADS, [D, '2', '3'], [D, '1', '1']]
    expect(prices(two)).toEqual([100, 200])
    expect(refused([...two, [D, '4', '7']])).toContain('应为')
  })
  test('some rows may have none', () =>
    expect(read([HEADS, [D, '1', ''], [D, '2', '3'], [D, '3', '6']])).toMatchObject({ opening: 0, closing: 600 }))
  test('but not just the last', () => {
    expect(refused([HEADS, [D, '1', '1'], [D, '2', '']])).toContain('第 3 行：没有余额，文件可能没有传完整')
    expect(refused([HEADS, [D, '1', '']])).toContain('第 2 行：没有余额')
    expect(prices([HEADS, [D, '1', ''], [D, '2', '']])).toEqual([100, 200])
  })
})

test('a fee of its own column is a line of its own', () =>
  expect(
    read(
      [
        ['日期', '金额', '扣费', '余额'],
        [D, '10', '0.06', '9.94'],
      ],
      { fee: '扣费' },
    ).lines.map(({ price, kind, balance }) => [price, kind, balance]),
  ).toEqual([
    [1000, 1, 1000],
    [-6, 2, 994],
  ]))
