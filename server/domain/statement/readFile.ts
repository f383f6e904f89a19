import { setImmediate as turn } from 'node:timers/promises'
import { readCsv } from '../../imports/readCsv.ts'
import { fileKind } from '../../imports/readTable.ts'
import { keepRows } from '../../imports/table.ts'
import { readSheet } from '../../imports/xlsx/readSheet.ts'
import { fits } from './rules/headings.ts'
import { readingStatement } from './rules/readStatement.ts'
import type { Mapping, ReadStatement } from './rules/statement.ts'

/**
 * Reads the file of a statement: CSV (UTF-8 or GBK, parted by commas) or the first sheet of an .xlsx, at most 50,000 rows. Throws 400 at
 * `file` for what is no such file, and for all that `readStatement` refuses. `told` is what was said of its columns; else, of what was said of others before
 * (`remembered`), the first whose headings it has.
 */
export const readFile = async (
  name: string,
  bytes: Buffer,
  told: Partial<Mapping> | null = null,
  remembered: readonly Partial<Mapping>[] = [],
): Promise<ReadStatement> => {
  const { sink, rows } = keepRows()
  if (fileKind(name, bytes) === 'csv') await readCsv(bytes, sink)
  // A bank's title stands in merged cells.
  else await readSheet(bytes, sink, true)
  const steps = readingStatement(rows, told ?? remembered.find((given) => fits(rows, given)))
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await turn()
  }
}
