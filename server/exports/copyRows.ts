import { StringDecoder } from 'node:string_decoder'

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const cellOf = (text: string): string | null => {
  if (text === '\\N') return null
  return text.includes('\\') ? text.replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter) : text
}

/** Reads PostgreSQL's COPY text format and gives the rows of each piece that arrives; null is NULL. */
export async function* copyRows(stream: AsyncIterable<Buffer>): AsyncGenerator<(string | null)[][]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines.map((line) => line.split('\t').map(cellOf))
  }
}
