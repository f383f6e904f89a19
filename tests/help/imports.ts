import xlsx, { type WorkBook, type WorkSheet } from '@e965/xlsx'
import { expect } from 'vitest'
import type { ImportDetail } from '../../src/protocol/imports.ts'
import { fetchFile } from './exports.ts'
import { companyCode } from './store/ground.ts'
import { type Answer, signed, type TestServer } from './testServer.ts'

const written = (book: WorkBook): Buffer => xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer

/** Makes a workbook as staff would, by a library that is not ours; `change` does to its sheet what the library's rows cannot say. */
export const workbook = (rows: readonly (readonly unknown[])[], change: (sheet: WorkSheet, book: WorkBook) => void = () => {}): Buffer => {
  const sheet = xlsx.utils.aoa_to_sheet(rows.map((row) => [...row]))
  const book = xlsx.utils.book_new(sheet, '导入')
  change(sheet, book)
  return written(book)
}

/** Gives the sheets of a workbook as rows of what stands in their cells. */
export const sheetsOf = (bytes: Buffer): unknown[][][] => {
  const book = xlsx.read(bytes)
  return book.SheetNames.map((name) => xlsx.utils.sheet_to_json(book.Sheets[name] as WorkSheet, { header: 1, defval: null }))
}

/** Fills a template below its headings and gives it as a file. */
export const filled = (template: Buffer, rows: readonly (readonly unknown[])[]): Buffer => {
  const book = xlsx.read(template)
  xlsx.utils.sheet_add_aoa(
    book.Sheets[book.SheetNames[0] ?? ''] as WorkSheet,
    rows.map((row) => [...row]),
    { origin: 'A2' },
  )
  return written(book)
}

/** Sends a file to an import call as a browser does. */
export const sendImport = async (
  server: { url: string },
  path: string,
  bytes: Uint8Array,
  token: string,
  name = '导入.xlsx',
  params: object = {},
): Promise<Answer> => {
  const form = new FormData()
  for (const [key, value] of Object.entries(signed({ request_id: `${Math.random()}`, ...params }, token))) form.append(key, String(value))
  form.append('file', new Blob([bytes.slice()]), name)
  const response = await fetch(server.url + path, { method: 'POST', body: form })
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
}

export const importOf = async (server: TestServer, token: string, import_id: number): Promise<ImportDetail> =>
  (await server.call('/api/import/detail', { import_id }, token)).data

/** Waits until an import's job has ended, and gives the import. */
export const settled = async (server: TestServer, token: string, import_id: number): Promise<ImportDetail> => {
  await expect.poll(async () => (await importOf(server, token, import_id)).state, { timeout: 100_000, interval: 30 }).not.toBe('running')
  return importOf(server, token, import_id)
}

/** Sends a file and waits for what its trial finds. */
export const tried = async (
  server: TestServer,
  path: string,
  bytes: Uint8Array,
  token: string,
  name?: string,
  params?: object,
): Promise<ImportDetail> => {
  const begun = await sendImport(server, path, bytes, token, name, params)
  expect(begun).toMatchObject({ code: 200 })
  return settled(server, token, begun.data.import_id)
}

/** Imports what a trial found right. */
export const imported = async (server: TestServer, token: string, import_id: number): Promise<ImportDetail> => {
  expect(await server.call('/api/import/run', { import_id }, token)).toMatchObject({ code: 200 })
  return settled(server, token, import_id)
}

/** Gives the mistakes as `B3：…`. */
export const mistakes = ({ errors }: ImportDetail): string[] => errors.map(({ cell, message }) => `${cell}：${message}`)

export const fetched = async (server: TestServer, path: string, token: string): Promise<Buffer> =>
  Buffer.from(await (await fetchFile(server, path, token)).arrayBuffer())

/** Companies as staff would put them into a file. */
export const COMPANY = '/api/company/import'
export const HEADS = ['企业名称*', '统一社会信用代码*', '联系人*', '联系电话*', '地址', '备注']
export const company = (n: number, changes: Record<number, unknown> = {}): unknown[] =>
  [`企业${String(n).padStart(6, '0')}`, companyCode(n), '王小明', '13812345678', '张杨路500号', null].map((cell, place) =>
    place in changes ? changes[place] : cell,
  )
export const companies = (n: number, from = 1) => Array.from({ length: n }, (_, index) => company(from + index))
