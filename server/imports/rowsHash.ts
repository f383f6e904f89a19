import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { cellText } from '../../src/derive/imports/importCells.ts'
import type { Table, TableRow } from './table.ts'

/** So many rows are read before others have the thread. */
const A_SPELL = 500

const saidBy = ({ columns }: Table, { cells }: TableRow): string => {
  const said = columns.flatMap((column, place): [string, string][] => {
    const cell = cells[place]
    const text = column && cell ? cellText(cell) : ''
    return column && text !== '' ? [[column.name, text]] : []
  })
  return JSON.stringify(said.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Gives the SHA-256 of what a file's rows say, in hexadecimal: the same whoever saved it, in whatever order its rows and columns stand. */
export const rowsHash = async (table: Table): Promise<string> => {
  const said: string[] = []
  for (const [index, row] of table.rows.entries()) {
    said.push(saidBy(table, row))
    if (index % A_SPELL === A_SPELL - 1) await turn()
  }
  return createHash('sha256').update(said.sort().join('\n')).digest('hex')
}
