import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

const NEWLINE = 10

/** What went by: of PostgreSQL's text each row is one line. */
export interface Counted {
  bytes: number
  lines: number
  sha256: string
}

/** Lets a stream through, and tells what went by when it is over. */
export const counter = (): Transform & { counted(): Counted } => {
  const hash = createHash('sha256')
  let [bytes, lines] = [0, 0]
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines++
      done(null, chunk)
    },
  })
  return Object.assign(through, { counted: () => ({ bytes, lines, sha256: hash.digest('hex') }) })
}
