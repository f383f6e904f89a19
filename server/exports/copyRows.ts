import { StringDecoder } from 'node:string_decoder'
import type { ExportColumn } from './defineExport.ts'

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const cellOf = (text: string): string | null => {
  if (text === '\\N') return null
  return text.includes('\\') ? text.replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter) : text
}

/** Gives what puts the system's own words of a row into the reader's language, in place; null where no column has any. */
const sayerOf = (columns: readonly ExportColumn[]): ((cells: (string | null)[]) => (string | null)[]) | null => {
  const says = columns.flatMap(({ say }, index) => (say ? [{ say, index }] : []))
  if (says.length === 0) return null
  return (cells) => {
    for (const { say, index } of says) cells[index] = say(cells[index] ?? '') || null
    return cells
  }
}

/** Reads PostgreSQL's COPY text format and gives the rows of each piece that arrives, as the columns' reader has them; null is NULL. */
export async function* copyRows(stream: AsyncIterable<Buffer>, columns: readonly ExportColumn[]): AsyncGenerator<(string | null)[][]> {
  const say = sayerOf(columns)
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length === 0) continue
    const rows = lines.map((line) => line.split('\t').map(cellOf))
    yield say ? rows.map(say) : rows
  }
}
