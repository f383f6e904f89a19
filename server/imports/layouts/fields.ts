import type { FileLayout } from '../../../src/core/fileLayout.ts'
import { encoded } from './encodings.ts'

/** Gives the fields of a line between separators; one that holds the separator stands in quotes, a quote in it twice. Null where quotes do not match. */
const separated = (line: string, separator: string): string[] | null => {
  const fields: string[] = []
  let at = 0
  while (at <= line.length) {
    if (line[at] !== '"') {
      const end = line.indexOf(separator, at)
      fields.push(line.slice(at, end < 0 ? line.length : end))
      if (end < 0) return fields
      at = end + 1
      continue
    }
    const quoted = /"((?:[^"]|"")*)"/y
    quoted.lastIndex = at
    const match = quoted.exec(line)
    const next = quoted.lastIndex
    if (!match || (next < line.length && line[next] !== separator)) return null
    fields.push((match[1] ?? '').replaceAll('""', '"'))
    if (next >= line.length) return fields
    at = next + 1
  }
  return fields
}

/** Gives the fields of a line of which each has its width in bytes; null where the line is longer or shorter. */
const ofWidths = (line: Buffer, widths: readonly number[], decode: (bytes: Buffer) => string): string[] | null => {
  if (line.length !== widths.reduce((sum, width) => sum + width, 0)) return null
  let at = 0
  return widths.map((width) => {
    at += width
    return decode(line.subarray(at - width, at))
  })
}

type Split = Pick<FileLayout, 'separator'>

/** Gives the fields of a line as they are typed; null where the line cannot be taken apart. */
export const splitLine = (
  { separator }: Split,
  line: Buffer,
  widths: readonly number[],
  decode: (bytes: Buffer) => string,
): string[] | null => (separator === undefined ? ofWidths(line, widths, decode) : separated(decode(line), separator))

/** Gives a line of these fields. Throws where one does not fit its width. */
export const joinLine = (
  { separator, encoding }: Pick<FileLayout, 'separator' | 'encoding'>,
  fields: readonly string[],
  widths: readonly number[],
): Buffer => {
  if (separator !== undefined) {
    const safe = (text: string): string => (text.includes(separator) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text)
    return encoded(fields.map(safe).join(separator), encoding)
  }
  return Buffer.concat(
    fields.map((text, index) => {
      const bytes = encoded(text, encoding)
      const width = widths[index] ?? 0
      if (bytes.length > width) throw new Error(`“${text}”超过 ${width} 字节`)
      return Buffer.concat([bytes, Buffer.alloc(width - bytes.length, ' ')])
    }),
  )
}
