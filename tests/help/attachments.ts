import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { Answer, TestServer } from './testServer.ts'
import { signed } from './testServer.ts'

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'

/** A zip archive of these parts. */
export const zipOf = async (parts: Readonly<Record<string, string>>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  return buffer(zip.outputStream)
}

const typesOf = (part: string, type: string): string =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="${type}"/></Types>`

/** A document of Word, with what else is in it; `type` is that of its main part. */
export const docx = (more: Readonly<Record<string, string>> = {}, type = WORD): Promise<Buffer> =>
  zipOf({ '[Content_Types].xml': typesOf('word/document.xml', type), 'word/document.xml': '<w:document/>', ...more })

export const xlsx = (more: Readonly<Record<string, string>> = {}, type = EXCEL): Promise<Buffer> =>
  zipOf({ '[Content_Types].xml': typesOf('xl/workbook.xml', type), 'xl/workbook.xml': '<workbook/>', ...more })

export const pdf = (text = '合同'): Buffer => Buffer.from(`%PDF-1.4\n% ${text}\ntrailer<<>>\n%%EOF\n`)

const SECTOR = 512
const ENTRY = 128

/** A compound file (doc, xls) whose directory has entries of these names. */
export const compound = (...names: readonly string[]): Buffer => {
  const bytes = Buffer.alloc(SECTOR + ENTRY * (names.length + 1))
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
  for (const [place, name] of ['Root Entry', ...names].entries()) {
    const at = SECTOR + place * ENTRY
    const length = bytes.write(`${name}\0`, at, 'utf16le')
    bytes.writeUInt16LE(length, at + 64)
  }
  return bytes
}

/** Uploads one attachment. */
export const attach = async (server: TestServer, token: string, bytes: Uint8Array, name: string): Promise<Answer> => {
  const form = new FormData()
  for (const [key, value] of Object.entries(signed({}, token, server.config.signKey))) form.append(key, String(value))
  form.append('file', new Blob([bytes.slice()]), name)
  const response = await fetch(`${server.url}/api/attachment/index`, { method: 'POST', body: form })
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
}
