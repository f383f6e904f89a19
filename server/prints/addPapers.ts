import { resourceNamed } from '../../src/declared/declared.ts'
import type { Tx } from '../store/connection/database.ts'
import { takeNumbersOfYear } from '../store/writing/series.ts'
import { insertRows } from '../store/writing/write.ts'
import { settlePapers } from './allot.ts'
import type { PrintContent } from './definePrint.ts'
import { printNamed } from './registry.ts'

/** A record that is a paper of its own (a receipt, a certificate, a letter), without its number. */
export interface PaperRow {
  p_id: number | null
  [column: string]: unknown
}

/**
 * Adds records that are papers of their own, by the name of their print, and settles what each says for ever: its number is the next of the print's letters and the year, in the
 * order of the rows, without gaps. `contentsOf` gives what each says, in that order, once the numbers are known. Gives their keys and numbers.
 */
export const addPapers = async (
  tx: Tx,
  name: string,
  rows: readonly PaperRow[],
  contentsOf: (numbers: readonly string[]) => readonly PrintContent[] | Promise<readonly PrintContent[]>,
  userId: number,
): Promise<{ key: number; number: string }[]> => {
  if (rows.length === 0) return []
  const spec = printNamed(name)
  const numbers = await takeNumbersOfYear(tx, spec.letters, rows.length)
  const keys = await insertRows(
    tx,
    resourceNamed(spec.of),
    rows.map((row, place) => ({ ...row, number: numbers[place] })),
    userId,
  )
  const contents = await contentsOf(numbers)
  const made = rows.map(({ p_id }, place) => ({ key: keys[place] as number, number: numbers[place] as string, p_id }))
  await settlePapers(
    tx,
    spec,
    made.map(({ key, number, p_id }) => ({ key, title: number, version: 1, p_id })),
    new Map(made.map(({ key, number }, place) => [key, { ...(contents[place] as PrintContent), number }])),
    userId,
  )
  return made.map(({ key, number }) => ({ key, number }))
}
