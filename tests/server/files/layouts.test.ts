import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encoded } from '../../../server/imports/layouts/encodings.ts'
import { readLayout } from '../../../server/imports/layouts/readLayout.ts'
import { provideLayouts, wrongLayouts } from '../../../server/imports/layouts/registry.ts'
import { writeLayout } from '../../../server/imports/layouts/writeLayout.ts'
import { checkFileLayout } from '../../../src/core/check/checkFileLayout.ts'
import { askingLayout, defineFileLayout, type FileLayout } from '../../../src/core/fileLayout.ts'

const trailer = defineFileLayout({
  name: 'trailer',
  label: '有合计行',
  encoding: 'gbk',
  separator: '|',
  heads: true,
  columns: {
    card: { label: '身份证号', also: ['证件号码'], is: 'card', required: true },
    name: { label: '姓名', required: true, max: 60 },
    base: { label: '基数', is: 'fen', required: true },
    area: { label: '面积', is: 'decimal' },
    since: { label: '起始日', is: 'date', as: 'YYYYMMDD' },
  },
  totals: { at: 'trailer', fields: [{ mark: '合计' }, { counts: true }, { sums: 'base' }] },
  asks: ['card', 'name'],
})
const head = defineFileLayout({
  name: 'head',
  label: '合计在前',
  encoding: 'utf-8',
  separator: ',',
  columns: { base: { label: '金额', is: 'fen', required: true }, name: { label: '户名', required: true, max: 60 } },
  totals: { at: 'head', fields: [{ mark: 'H' }, { counts: true }, { sums: 'base' }] },
})
const fixed = defineFileLayout({
  name: 'fixed',
  label: '定长',
  encoding: 'gbk',
  columns: { name: { label: '户名', required: true, max: 10, width: 40 }, base: { label: '金额', is: 'fen', required: true, width: 16 } },
  totals: {
    at: 'trailer',
    fields: [
      { mark: 'T', width: 2 },
      { counts: true, width: 8 },
      { sums: 'base', width: 18 },
    ],
  },
})

/** A text that a field can hold: no line ends, and not blank at its ends. */
const aText = (most: number) =>
  fc
    .array(fc.oneof(fc.constantFrom(...'张三王五上海|,"龘䶮𬱖A1 '), fc.string({ unit: 'grapheme-ascii', maxLength: 1 })), {
      minLength: 1,
      maxLength: most,
    })
    .map((signs) => signs.join('').trim())
    .filter((text) => text !== '')
const aDay = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))
const fen = fc.integer({ min: 0, max: 10_000_000_000 })
const aCard = fc.constantFrom('310101199003070019', '11010519491231002X')
const person = fc.record({
  card: aCard,
  name: aText(20),
  base: fen,
  area: fc.option(fc.integer({ min: 0, max: 99_999 }).map((hundredths) => hundredths / 100)),
  since: fc.option(aDay),
})
const money = fc.record({ name: aText(9), base: fen })

const refusal = async (layout: FileLayout, bytes: Buffer): Promise<string> =>
  readLayout(layout, bytes).then(
    () => 'read',
    (error: Error) => error.message,
  )

describe('property: what is written is read again, and nothing of a file that was cut off', () => {
  // biome-ignore lint/suspicious/noExplicitAny: rows of three layouts
  const kinds: [FileLayout, fc.Arbitrary<any>][] = [
    [trailer, person],
    [head, money],
    [fixed, money],
  ]
  test.each(kinds)('$name', async (layout, row) => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 12 }), fc.nat(), async (rows, cut) => {
        const bytes = writeLayout(layout, rows)
        expect(await readLayout(layout, bytes)).toEqual(rows)
        // Without its last line's end a file with totals behind is whole all the same.
        const least = layout.totals?.at === 'trailer' ? 2 : 1
        const short = bytes.subarray(0, cut % (bytes.length - least))
        expect(await refusal(layout, short)).toMatch(/没有传完整|没有读入|文件是空的/)
      }),
    )
  })
})

const row = { card: '310101199003070019', name: '张三', base: 850_000, area: 12.5, since: '2020-02-29' }

test('the bytes are the declared encoding’s, signs beyond GBK in four bytes; UTF-8 with its mark, and columns in another order, are read too', async () => {
  expect(encoded('张|𬱖', 'gbk').toString('hex')).toBe('d5c57c9933c336')
  const text = '﻿姓名|证件号码|基数\n张三|310101199003070019|8500\n合计|1|8500.00\n'
  expect(await readLayout(trailer, Buffer.from(text))).toEqual([{ ...row, area: null, since: null }])
  expect(writeLayout(trailer, [row]).toString('latin1')).toContain('|8500.00|12.5|20200229\r\n')
})

test('a wrong column, card, amount, date, encoding, line or total is refused with its line', async () => {
  const file = (line: string, heads = '身份证号|姓名|基数|面积|起始日', total = '合计|1|8500.00') =>
    Buffer.from(`${heads}\n${line}\n${total}\n`)
  const good = '310101199003070019|张三|8500|12.5|20200229'
  expect(await refusal(trailer, file(good))).toBe('read')
  expect(await refusal(trailer, file(good, '身份证号|姓名|基数|面积|起始'))).toBe(
    '第 1 行：没有“起始”这一列，是否想写“起始日”，整个文件没有读入',
  )
  expect(await refusal(trailer, file(good, '身份证号|姓名|姓名|面积|起始日'))).toBe('第 1 行：“姓名”这一列有两次，整个文件没有读入')
  expect(await refusal(trailer, file('张三|12.5|20200229', '姓名|面积|起始日'))).toContain('缺少“身份证号”这一列')
  expect(await refusal(trailer, file(good.replace('0019', '0018')))).toBe(
    '第 2 行：身份证号不是正确的身份证号（尾号 0018），整个文件没有读入',
  )
  expect(await refusal(trailer, file(good.replace('8500', '85o0')))).toContain('第 2 行：基数“85o0”不是金额')
  expect(await refusal(trailer, file(good.replace('0229', '0230')))).toContain('第 2 行：起始日“20200230”不是日期')
  expect(await refusal(trailer, file(good.replace('|12.5', '')))).toContain('第 2 行：有 4 栏，应为 5 栏')
  expect(await refusal(trailer, file(good.replace('张三', '"张三')))).toContain('第 2 行：引号不配对')
  expect(await refusal(trailer, file(good, undefined, '合计|2|8500.00'))).toContain(
    '第 3 行：合计是“合计 2 8500.00”，文件里的行合计是“合计 1 8500.00”',
  )
  expect(await refusal(trailer, Buffer.from([0xff, 0xff, 0x0a]))).toContain('文件的编码须为 UTF-8 或 GBK')
  expect(await refusal(trailer, Buffer.from(''))).toContain('文件是空的')
  expect(await refusal(fixed, Buffer.from('短\nT\n'))).toContain('第 1 行：长 3 字节，与格式不符')
  expect(() => writeLayout(fixed, [{ name: '一'.repeat(21), base: 1 }])).toThrow('超过 40 字节')
})

test('the file by which one asks has the columns of `asks`, and totals of them alone', () => {
  const asking = askingLayout(trailer)
  expect(Object.keys(asking.columns)).toEqual(['card', 'name'])
  expect(new TextDecoder('gb18030').decode(writeLayout(asking, [row as never]))).toBe(
    '身份证号|姓名\r\n310101199003070019|张三\r\n合计|1\r\n',
  )
})

test('two layouts of one name are told, with their file', () => {
  provideLayouts({ 'a.ts': trailer, 'b.ts': { ...head, name: 'trailer' } })
  expect(wrongLayouts()).toMatchObject([{ file: 'b.ts', id: 'R218', at: 'name' }])
})

test('a layout that is declared wrongly is told by its place', () => {
  const said = (layout: object): string[] => {
    const found: string[] = []
    checkFileLayout(layout as FileLayout, (id, at) => found.push(`${id} ${at}`))
    return found
  }
  const name = { label: '姓名' }
  for (const layout of [trailer, head, fixed]) expect(said(layout)).toEqual([])
  expect(said({ columns: { name } })).toEqual(['R218 columns.name.width'])
  expect(said({ heads: true, columns: { name: { ...name, width: 2 } } })).toEqual(['R218 heads'])
  expect(said({ separator: ',', columns: {} })).toEqual(['R218 columns'])
  expect(said({ separator: ',', columns: { name: { ...name, width: 2 } } })).toEqual(['R218 columns.name.width'])
  expect(said({ separator: ',', columns: { name, other: { label: '名', also: ['姓名'] } } })).toEqual(['R218 columns'])
  expect(said({ separator: ',', columns: { name: { ...name, is: 'fen', max: 3, as: 'YYYYMMDD' } } })).toEqual([
    'R218 columns.name.max',
    'R218 columns.name.as',
  ])
  expect(said({ separator: ',', columns: { name }, asks: ['nmae'] })).toEqual(['R218 asks[0]'])
  const totals = { at: 'head', fields: [{ counts: true }, { sums: 'nmae' }, { sums: 'name' }] }
  expect(said({ separator: ',', columns: { name }, totals })).toEqual([
    'R218 totals.fields[0]',
    'R218 totals.fields[1].sums',
    'R218 totals.fields[2].sums',
  ])
  expect(said({ separator: ',', columns: { name }, totals: { at: 'head', fields: [{ mark: 'T' }] } })).toEqual(['R218 totals.fields'])
})
