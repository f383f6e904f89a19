import { CallError } from '../../src/core/errors.ts'
import type { ImportColumn } from '../../src/derive/imports/importColumns.ts'
import { readCsv } from './readCsv.ts'
import { keepRows, type Table, understand } from './table.ts'
import { readSheet } from './xlsx/readSheet.ts'

/** The kinds of file that are taken, by their first bytes; a name can be changed. */
export const fileKind = (name: string, bytes: Buffer): 'xlsx' | 'csv' => {
  const starts = (...codes: number[]): boolean => codes.every((code, index) => bytes[index] === code)
  const refused = (message: string): CallError => new CallError(400, message, { field: 'file' })
  if (bytes.length === 0) throw refused('文件是空的，请用模板填写')
  if (/\.xlsm$/i.test(name)) throw refused('含有宏的文件不能导入，请另存为不带宏的 .xlsx')
  if (starts(0x50, 0x4b)) return 'xlsx'
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) throw refused('这是旧的 .xls 文件，或加了密码：请另存为不加密的 .xlsx')
  if (/\.csv$/i.test(name) && !bytes.includes(0)) return 'csv'
  throw refused('请选择 Excel（.xlsx）或 CSV 文件')
}

/** Reads a file and says what each of its columns fills. Throws 400 for what cannot be taken whole. */
export const readTable = async (kind: 'xlsx' | 'csv', bytes: Buffer, columns: readonly ImportColumn[]): Promise<Table> => {
  const { sink, rows } = keepRows()
  if (kind === 'csv') await readCsv(bytes, sink)
  else await readSheet(bytes, sink)
  return understand(columns, rows)
}
