import { createHash } from 'node:crypto'
import { text as textOf } from 'node:stream/consumers'
import { type AttachmentMime, attachmentKinds, MAX_ATTACHMENT_MB } from '../../src/core/attachments.ts'
import { CallError } from '../../src/core/errors.ts'
import { attachmentName } from './attachmentName.ts'
import { openZip } from './openZip.ts'
import type { Upload } from './upload.ts'

/** An upload that may be kept: what it is by its content, and a name that says so. */
export interface ReadyAttachment {
  hash: string
  name: string
  mime: AttachmentMime
  content: Buffer
}

const MB = 1024 * 1024
/** By so many bytes at its beginning a text is told from what is none. */
const TEXT_BYTES = MB
const MAX_TYPES_BYTES = MB

const refusal = (reason: string): CallError => new CallError(400, reason, { field: 'file' })

const HAS_MACROS = '文件里有宏，不能上传：请另存为不带宏的 .docx 或 .xlsx'
const HAS_PASSWORD = '文件加了密码，别人打不开：请去掉密码再上传'
const UNKNOWN = '只能上传 PDF、Word、Excel、图片、文本'

const startsWith = (bytes: Buffer, ...head: readonly number[]): boolean => head.every((byte, place) => bytes[place] === byte)

const pictureOf = (bytes: Buffer): AttachmentMime | null => {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP' ? 'image/webp' : null
}

/** A document of Office since 2007 is a zip whose list of types names its main part (ECMA-376, part 2). */
const packageOf = async (bytes: Buffer): Promise<AttachmentMime> => {
  const parts = await openZip(bytes).catch(() => null)
  const types =
    parts &&
    (await parts
      .open('[Content_Types].xml', MAX_TYPES_BYTES)
      .then(textOf, () => null)
      .catch(() => null))
  if (!parts || !types) throw refusal(UNKNOWN)
  if (/macroEnabled/i.test(types) || /vbaProject/i.test(types) || parts.names.some((name) => /vbaProject/i.test(name)))
    throw refusal(HAS_MACROS)
  const found = (['docx', 'xlsx'] as const).find((extension) => types.includes(`"${mainPart[extension]}"`))
  if (!found) throw refusal(UNKNOWN)
  return mimeOf(found)
}

const mainPart = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
}

const mimeOf = (extension: string): AttachmentMime =>
  (attachmentKinds.find(({ extensions }) => (extensions as readonly string[]).includes(extension)) ?? attachmentKinds[0]).mime

const ENTRY = 128
const NAME_BYTES = 64

/** Whether a compound file has a stream or storage of that name: each has an entry of 128 bytes that begins with its name (MS-CFB, 2.6.1). */
const hasEntry = (bytes: Buffer, name: string): boolean => {
  const wanted = Buffer.from(`${name}\0`, 'utf16le')
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 2))
    if (at % ENTRY === 0 && at + ENTRY <= bytes.length && bytes.readUInt16LE(at + NAME_BYTES) === wanted.length) return true
  return false
}

/** A document of Office before 2007. One holds another where it was put in: then its own name says which it is. */
const compoundOf = (bytes: Buffer, name: string): AttachmentMime => {
  if (hasEntry(bytes, 'EncryptedPackage')) throw refusal(HAS_PASSWORD)
  if (hasEntry(bytes, '_VBA_PROJECT')) throw refusal(HAS_MACROS)
  const isWord = hasEntry(bytes, 'WordDocument')
  const isExcel = hasEntry(bytes, 'Workbook') || hasEntry(bytes, 'Book')
  if (!isWord && !isExcel) throw refusal(UNKNOWN)
  return isExcel && (!isWord || /\.xls$/i.test(name)) ? mimeOf('xls') : mimeOf('doc')
}

/** As Chinese offices write texts: UTF-8, what Excel calls Unicode, or the national code. */
const encodingsOf = (bytes: Buffer): readonly string[] => (startsWith(bytes, 0xff, 0xfe) ? ['utf-16le'] : ['utf-8', 'gb18030'])

const decoded = (bytes: Buffer, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes.subarray(0, TEXT_BYTES), { stream: bytes.length > TEXT_BYTES })
  } catch {
    return null
  }
}

/** Letters that no text has: tabs and line ends are none of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that are looked for
const UNWRITTEN = /[\0-\x08\x0b\x0e-\x1f\x7f\ufffe\uffff]/

const isText = (bytes: Buffer): boolean => {
  const text = encodingsOf(bytes)
    .map((encoding) => decoded(bytes, encoding))
    .find((found) => found !== null)
  // A page, or a drawing with a script, is opened by what runs it.
  return text !== undefined && text !== null && text.trim() !== '' && !UNWRITTEN.test(text) && !/^\s*</.test(text)
}

const typeOf = async ({ bytes, name }: Upload): Promise<AttachmentMime> => {
  const picture = pictureOf(bytes)
  if (picture) return picture
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return 'application/pdf'
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return packageOf(bytes)
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return compoundOf(bytes, name)
  if (isText(bytes)) return 'text/plain'
  throw refusal(UNKNOWN)
}

/**
 * Tells what an upload is by its content, whatever its name says, and gives it as it is kept: unchanged, since nothing here ever opens or shows
 * it. Throws 400 where it is none of src/core/attachments.ts, has macros or a password, is empty, or is over 20 MB.
 */
export const readAttachment = async (upload: Upload): Promise<ReadyAttachment> => {
  const { bytes } = upload
  if (bytes.length === 0) throw refusal('文件是空的，没有上传')
  if (bytes.length > MAX_ATTACHMENT_MB * MB) throw refusal(`文件超过 ${MAX_ATTACHMENT_MB} MB，没有上传`)
  const mime = await typeOf(upload)
  const kind = attachmentKinds.find((one) => one.mime === mime) ?? attachmentKinds[0]
  return { hash: createHash('sha256').update(bytes).digest('hex'), name: attachmentName(upload.name, kind), mime, content: bytes }
}
