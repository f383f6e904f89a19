import { describe, expect, test } from 'vitest'
import { readFile } from '../../../server/domain/statement/readFile.ts'
import { markOf } from '../../../server/domain/statement/rules/marks.ts'
import { workbook } from '../../help/imports.ts'
import { ALIPAY_FUND, ALIPAY_TRADE, BANK, csv, refusalOf, WECHAT_FUND, WECHAT_TRADE } from './files.ts'

const read = (rows: Parameters<typeof csv>[0], encoding?: 'utf8' | 'gbk') => readFile('明细.csv', csv(rows, encoding))
/** The lines that two files of one channel have in common. */
const brief = (lines: readonly { kind: number; serial: string; price: number }[]) =>
  lines.map(({ kind, serial, price }) => [kind, serial, price])

describe('a bank', () => {
  test('in GBK, with what tells of the account before the lines and totals behind', async () => {
    const { lines, opening, closing, from, to, mapping } = await read(BANK, 'gbk')
    expect(lines[0]).toEqual({
      row: 5,
      day: '2026-11-05',
      time: '09:30:00',
      price: 120_000,
      balance: 220_000,
      party: '王小明',
      account: '6222020001',
      note: '转账 ZD20261101001',
      serial: 'A1',
      kind: 1,
    })
    expect(lines.map(({ price }) => price)).toEqual([120_000, -200, 80_000, -50_000])
    expect({ opening, closing, from, to }).toEqual({ opening: 100_000, closing: 249_800, from: '2026-11-05', to: '2026-11-30' })
    expect(mapping).toMatchObject({
      day: '交易日期',
      time: '交易时间',
      income: '贷方发生额（元）',
      outgo: '借方发生额（元）',
      note: '摘要、附言',
    })
  })

  test('UTF-8 comes to the same', async () => expect(await read(BANK)).toEqual(await read(BANK, 'gbk')))

  test('a workbook: days and amounts as numbers', async () => {
    const rows = [
      ['交易明细'],
      ['记账日期', '借贷标志', '交易金额', '余额', '对方名称', '用途'],
      [new Date(Date.UTC(2026, 10, 5)), '贷', 1200.1, 2200.1, '王小明', '房租'],
      [new Date(Date.UTC(2026, 10, 6)), '借', 0.1, 2200, '', '手续费'],
    ]
    const { lines, opening } = await readFile('明细.xlsx', workbook(rows))
    expect(lines.map(({ day, price, balance }) => [day, price, balance])).toEqual([
      ['2026-11-05', 120_010, 220_010],
      ['2026-11-06', -10, 220_000],
    ])
    expect(opening).toBe(100_000)
  })

  test('a formula is no amount; a title in merged cells is read over', async () => {
    const rows = [
      ['日期', '金额'],
      ['2026-11-05', 10],
    ]
    const formula = workbook(rows, (sheet) => Object.assign(sheet.B2, { f: '5+5' }))
    expect(await refusalOf(readFile('a.xlsx', formula))).toContain('第 2 行：“金额”是公式')
    const merged = workbook(rows, (sheet) => Object.assign(sheet, { '!merges': [{ s: { r: 0, c: 0 }, e: { r: 0, c: 1 } }] }))
    expect((await readFile('a.xlsx', merged)).lines).not.toEqual([])
  })

  test('from the latest on comes to the same', async () => {
    const up = await read(BANK)
    const down = await read([...BANK.slice(0, 4), ...BANK.slice(4, 8).reverse(), ...BANK.slice(8)])
    const withoutRow = (file: typeof up) => file.lines.map(({ row: _row, ...line }) => line)
    expect(withoutRow(down)).toEqual(withoutRow(up))
    expect(down.opening).toBe(up.opening)
  })

  test('quotes that do not match', async () => {
    const bytes = Buffer.from('日期,金额,备注\n2026-11-05,1.00,"房租')
    expect(await refusalOf(readFile('a.csv', bytes))).toContain('引号不配对')
  })
})

describe('微信支付', () => {
  test('the bill of trades: the gross, the fee, the refund and the fee given back', async () => {
    const { lines, opening } = await read(WECHAT_TRADE)
    expect(brief(lines)).toEqual([
      [1, '4200000001', 120_000],
      [2, '4200000001', -720],
      [1, '4200000002', 80_000],
      [2, '4200000002', -480],
      [3, '5030000009', -80_000],
      [2, '5030000009', 480],
    ])
    expect(lines[0]).toMatchObject({ account: 'o1', note: 'ZD20261101001 房租', time: '09:30:00' })
    expect(opening).toBeNull()
  })

  test('the bill of funds tells the same money by the same marks, and the withdrawal', async () => {
    const [trade, fund] = [await read(WECHAT_TRADE), await read(WECHAT_FUND)]
    expect(markOf(fund.lines).slice(0, -1)).toEqual(markOf(trade.lines))
    expect(brief(fund.lines.slice(-1))).toEqual([[4, '8000000001', -100_000]])
    expect([fund.opening, fund.closing]).toEqual([0, 19_280])
  })

  test.each([
    ['交易账单', WECHAT_TRADE],
    ['资金账单', WECHAT_FUND],
  ])('%s without its totals, or without a line', async (_name, rows) => {
    for (const cut of [-2, -1]) expect(await refusalOf(read(rows.slice(0, cut)))).toContain('文件可能没有传完整')
    expect(await refusalOf(read(rows.toSpliced(2, 1)))).toMatch(/^第 \d+ 行：“.*”是 .*，文件里的行合计是/)
  })

  test('a refund that did not succeed', async () => {
    const rows = WECHAT_TRADE.map((row) => row.map((cell) => (cell === '`SUCCESS' && row.includes('`REFUND') ? '`FAIL' : cell)))
    expect(await refusalOf(read(rows))).toContain('第 4 行：退款没有成功')
  })
})

describe('支付宝', () => {
  test('业务明细 and 账务明细 tell the same money by the same marks', async () => {
    const [trade, fund] = [await read(ALIPAY_TRADE, 'gbk'), await read(ALIPAY_FUND, 'gbk')]
    expect(brief(trade.lines)).toEqual([
      [1, '2026110522001', 100_000],
      [2, '2026110522001', -600],
      [3, '2026110522001', -10_000],
      [2, '2026110522001', 60],
    ])
    expect(markOf(fund.lines).slice(0, -1)).toEqual(markOf(trade.lines))
    expect(brief(fund.lines.slice(-1))).toEqual([[4, '2026110600009', -50_000]])
    expect([fund.opening, fund.closing]).toEqual([0, 39_460])
  })

  test.each([
    ['业务明细', ALIPAY_TRADE],
    ['账务明细', ALIPAY_FUND],
  ])('%s without one of its totals, or with wrong ones', async (_name, rows) => {
    expect(await refusalOf(read(rows.slice(0, -2)))).toContain('文件可能没有传完整')
    const changed = rows.map((row) => row.map((cell) => cell.replace('共-', '共-1')))
    expect(await refusalOf(read(changed))).toContain('文件里的行合计是')
  })

  test('balances need not follow from each other there: its own documentation says so', async () => {
    const rows = ALIPAY_FUND.map((row) => row.map((cell) => cell.replace('994.00', '995.00')))
    const { lines, opening } = await read(rows)
    expect([lines.length, lines[0]?.price, opening]).toEqual([5, 100_000, null])
  })
})
