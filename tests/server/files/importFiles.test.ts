import { crc32, deflateRawSync } from 'node:zlib'
import xlsx from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { fileKind, readTable } from '../../../server/imports/readTable.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { cellText, readCell } from '../../../src/derive/imports/importCells.ts'
import { importColumns } from '../../../src/derive/imports/importColumns.ts'
import { MAX_IMPORT_ROWS } from '../../../src/protocol/imports.ts'
import { workbook } from '../../help/imports.ts'

const columns = importColumns(resourceNamed('entrust'))
const HEADS = ['类型', '委托人', '手机号', '房屋地址', '月租金（元）', '委托起']
const ROW = ['委托', '王小明', '13812345678', '张杨路', 1234.5, '2026-11-21']

const read = (bytes: Buffer, kind: 'xlsx' | 'csv' = 'xlsx') => readTable(kind, bytes, columns)
const refusal = (bytes: Buffer, kind?: 'xlsx' | 'csv'): Promise<string> =>
  read(bytes, kind).then(
    () => '',
    (error: Error) => `${(error as { code?: number }).code} ${error.message}`,
  )
/** What the cells of the first row of data come to. */
const firstRow = async (bytes: Buffer, kind?: 'xlsx' | 'csv') => {
  const { columns: meant, rows } = await read(bytes, kind)
  return meant.map((column, place) => column && readCell(column, rows[0]?.cells[place]))
}

/** A zip archive as an attacker would make it: of parts deflated or kept, their sizes as they claim. */
const zip = (parts: readonly { name: string; data: Buffer; claims?: number }[]): Buffer => {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const { name, data, claims = data.length } of parts) {
    const packed = deflateRawSync(data)
    const head = (isCentral: boolean): Buffer => {
      const bytes = Buffer.alloc(isCentral ? 46 : 30)
      bytes.writeUInt32LE(isCentral ? 0x02014b50 : 0x04034b50, 0)
      const start = isCentral ? 6 : 4
      bytes.writeUInt16LE(20, start)
      bytes.writeUInt16LE(8, start + 4)
      bytes.writeUInt32LE(crc32(data), start + 10)
      bytes.writeUInt32LE(packed.length, start + 14)
      bytes.writeUInt32LE(claims, start + 18)
      bytes.writeUInt16LE(name.length, start + 22)
      if (isCentral) bytes.writeUInt32LE(at, 42)
      return Buffer.concat([bytes, Buffer.from(name)])
    }
    const local = Buffer.concat([head(false), packed])
    central.push(head(true))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}

const TYPES =
  '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'
const workbookOf = (
  sheet: Buffer | string,
  more: readonly { name: string; data: Buffer; claims?: number }[] = [],
  types = TYPES,
  claims?: number,
): Buffer =>
  zip([
    { name: '[Content_Types].xml', data: Buffer.from(types) },
    {
      name: '_rels/.rels',
      data: Buffer.from('<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>'),
    },
    { name: 'xl/workbook.xml', data: Buffer.from('<workbook xmlns:r="r"><sheets><sheet name="a" r:id="b"/></sheets></workbook>') },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: Buffer.from(
        '<Relationships><Relationship Id="b" Type="x/worksheet" Target="s.xml"/><Relationship Id="c" Type="x/sharedStrings" Target="t.xml"/></Relationships>',
      ),
    },
    { name: 'xl/s.xml', data: Buffer.from(sheet), ...(claims === undefined ? {} : { claims }) },
    ...(more.length > 0 ? more : [{ name: 'xl/t.xml', data: Buffer.from('<sst/>') }]),
  ])
const cells = (...values: string[]): string => values.map((value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`).join('')
const good = `<worksheet><sheetData><row>${cells(...HEADS)}</row><row>${cells(...ROW.map(String))}</row></sheetData></worksheet>`

describe('archives', () => {
  test('the hand-made archive is read when nothing is wrong with it', async () => {
    expect((await read(workbookOf(good))).rows.length).toBe(1)
  })

  test('a bomb is refused by what it claims, and stopped where it claims less than it is', async () => {
    const before = process.memoryUsage().rss
    const bomb = Buffer.alloc(270_000_000, 32)
    expect(await refusal(workbookOf(bomb))).toBe('400 文件解压后过大，请只留要导入的行和列')
    expect(await refusal(workbookOf(bomb.subarray(0, 50_000_000), [], TYPES, 1000))).toMatch(/^400 文件已损坏/)
    expect(await refusal(workbookOf(good, [{ name: 'xl/t.xml', data: bomb.subarray(0, 100_000_000) }]))).toMatch(/^400 文件解压后过大/)
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(800)
  })

  test('XML that nests without end, names entities or fills one cell without end is refused', async () => {
    expect(await refusal(workbookOf('<a>'.repeat(1_000_000)))).toMatch(/^400 文件已损坏/)
    expect(await refusal(workbookOf(`<!DOCTYPE x [<!ENTITY a "b">]>${good}`))).toMatch(/^400 文件已损坏/)
    expect(await refusal(workbookOf(good.replace('王小明', '&a;')))).toMatch(/^400 文件已损坏/)
    expect(await refusal(workbookOf(good.replace('王小明', '王'.repeat(200_000))))).toMatch(/^400 文件里的文字过多/)
  })

  test('macros, passwords, old formats and what is no workbook are refused in words', async () => {
    const macro = TYPES.replace('.sheet.main', '.sheet.macroEnabled.main')
    expect(await refusal(workbookOf(good, [], macro))).toBe('400 含有宏的文件不能导入，请另存为不带宏的 .xlsx')
    expect(await refusal(workbookOf(good).subarray(0, 600))).toMatch(/^400 文件已损坏/)
    expect(await refusal(zip([{ name: 'a.txt', data: Buffer.from('a') }]))).toMatch(/^400 文件已损坏/)
    const kinds = [
      ['a.xlsx', xlsx.write(xlsx.read(workbook([HEADS])), { type: 'buffer', bookType: 'biff8' })],
      ['a.xlsm', workbook([HEADS])],
      ['a.txt', Buffer.from('类型')],
      ['a.csv', Buffer.from([1, 0, 2])],
      ['a.xlsx', Buffer.alloc(0)],
    ] as const
    for (const [name, bytes] of kinds) expect(() => fileKind(name, bytes as Buffer)).toThrow(/请/)
    expect(fileKind('a.bin', workbook([HEADS]))).toBe('xlsx')
  })
})

describe('columns and rows', () => {
  test('missing, unknown and doubled columns are named; order, stars, blanks and the column of errors do not matter', async () => {
    expect(await refusal(workbook([HEADS.slice(1), ROW.slice(1)]))).toBe('400 缺少必填的列：类型')
    expect(await refusal(workbook([[...HEADS, '手机'], ROW]))).toBe('400 没有“手机”这一列，是否想写“手机号”')
    expect(await refusal(workbook([[...HEADS, '委托人'], ROW]))).toBe('400 “委托人”这一列有两次')
    const mixed = await read(
      workbook([
        ['错误', '月租金(元)', ' 手机号 *', '类型*', '', '委托人', '房屋地址'],
        ['x', 1, '13812345678', '委托', null, '王', '路'],
      ]),
    )
    expect(mixed.columns.map((column) => column?.name ?? null)).toEqual([null, 'price', 'phone', 'kind', null, 'custom_name', 'address'])
    expect(await refusal(workbook([HEADS, [...ROW, '多出来的']]))).toBe('400 第 2 行有内容在表头之外，请补上表头或删去')
    expect(await refusal(workbook([HEADS, Array.from({ length: 300 }, () => 'x')]))).toBe('400 最多 200 列，请删去多余的列')
  })

  test('no rows, 50,001 rows and merged cells are refused; empty rows are not counted', async () => {
    expect(await refusal(workbook([HEADS]))).toBe('400 文件里没有要导入的行')
    expect(await refusal(workbook([]))).toBe('400 文件是空的，请用模板填写')
    const body = (n: number): Buffer => Buffer.from([HEADS.join(), ...Array.from({ length: n }, () => ROW.join())].join('\n'))
    expect((await read(body(MAX_IMPORT_ROWS), 'csv')).rows.length).toBe(50_000)
    expect(await refusal(body(MAX_IMPORT_ROWS + 1), 'csv')).toBe('400 一次最多导入 50,000 行，此文件更多，请分成几个')
    const merged = workbook([HEADS, ROW], (sheet) => {
      sheet['!merges'] = [{ s: { r: 1, c: 0 }, e: { r: 2, c: 1 } }]
    })
    expect(await refusal(merged)).toBe('400 有合并的单元格 A2:B3，请取消合并再导入')
    const { rows } = await read(workbook([HEADS, [], ['', ' '], ROW, [], ROW]))
    expect(rows.map(({ row }) => row)).toEqual([4, 6])
  })

  test('a formula is refused with its cell, whatever value it carries', async () => {
    const file = workbook([HEADS, ROW, ROW], (sheet) => {
      Object.assign(sheet, { B2: { t: 's', v: '王', f: 'HYPERLINK("http://x")' }, E3: { t: 'n', v: 5, f: '1+4' } })
    })
    const { rows, columns: meant } = await read(file)
    const said = rows.map(({ cells: found }) => meant.map((column, place) => column && readCell(column, found[place])))
    expect(said[0]?.[1]).toEqual({ problem: '是公式，请改为值再导入（复制后选择性粘贴为“数值”）' })
    expect(said[1]?.[4]).toEqual(said[0]?.[1])
    const error = workbook([HEADS, ROW], (sheet) => void Object.assign(sheet, { B2: { t: 'e', v: 42 } }))
    expect((await firstRow(error))[1]).toEqual({ problem: '是错误值 #N/A' })
  })

  test('numbers as text, text as numbers, days as serials and in any writing, strange letters', async () => {
    const value = (given: unknown) => ({ value: given })
    const expected = [value(1), value('王小明'), value('13812345678'), value('张杨路'), value(123_450), value('2026-11-21')]
    const serial = workbook([HEADS, ['委托', ' 王小明\u3000', 13812345678, '张杨路', '1,234.50', 46_347]])
    expect(await firstRow(serial)).toEqual(expected)
    for (const day of [new Date(Date.UTC(2026, 10, 21)), '2026/11/21', '2026.11.21', '2026年11月21日', '20261121', 20_261_121])
      expect((await firstRow(workbook([HEADS, [...ROW.slice(0, 5), day]])))[5]).toEqual(value('2026-11-21'))
    for (const name of ['𠮷野家😀', '=1+1', '+86', '-3', '@王', "'王", '㐂'])
      expect((await firstRow(workbook([HEADS, ['委托', name, ...ROW.slice(2)]])))[1]).toEqual(value(name))
    for (const phone of ['１３８１２３４５６７８', '138 1234 5678'])
      expect((await firstRow(workbook([HEADS, [...ROW.slice(0, 2), phone, ...ROW.slice(3)]])))[2]).toEqual(value('13812345678'))
    const spelt = await firstRow(workbookOf(good.replace('王小明', '_x005F_x0041_ &lt;\n&#x2000B;')))
    expect(spelt[1]).toEqual(value('_x0041_ <\n𠀋'))
    const year = workbook([HEADS, ROW], (sheet, book) => {
      Object.assign(sheet, { F2: { t: 'n', v: 46_347 - 1462, z: 'yyyy-mm-dd' } })
      book.Workbook = { WBProps: { date1904: true } }
    })
    expect((await firstRow(year))[5]).toEqual(value('2026-11-21'))
    const lost = await firstRow(workbook([HEADS, ['委托', Number('310101199001011234'), ...ROW.slice(2)]]))
    expect(lost[1]).toEqual({ problem: '委托人在表格里是数字，15 位之后的数已经丢失：请把单元格设为文本再填' })
  })

  test('CSV is read in UTF-8 and GBK, with quotes, guards and line ends of any kind', async () => {
    const line = (text: string) => Buffer.from(`\uFEFF${HEADS.join()}\r\n${text}\r\n`)
    expect(cellText((await read(line('委托,"王""小\n明",13812345678,路,1,'), 'csv')).rows[0]?.cells[1] ?? '')).toBe('王"小\n明')
    expect((await firstRow(line("委托,'=1+1,13812345678,路,1,"), 'csv'))[1]).toEqual({ value: '=1+1' })
    expect(await refusal(line('委托,"王,13812345678,路,1,'), 'csv')).toMatch(/^400 第 \d 行的引号不配对/)
    // 类型,委托人,手机号,房屋地址,月租金 / 委托,王,13812345678,路,1
    const gbk = Buffer.from(
      'c0e0d0cd2cceafcdd0c8cb2ccad6bbfabac52cb7bfceddb5d8d6b72cd4c2d7e2bdf00aceafcdd02ccdf52c31333831323334353637382cc2b72c31',
      'hex',
    )
    const { rows } = await read(gbk, 'csv')
    expect(rows[0]?.cells).toEqual(['委托', '王', '13812345678', '路', '1'])
    expect(await refusal(Buffer.from([0xff, 0xff, 0x2c, 0x81]), 'csv')).toBe('400 CSV 文件的编码须为 UTF-8 或 GBK')
  })
})
