import { sql } from 'kysely'
import { isMaskedKind } from '../../src/core/kinds.ts'
import { resources } from '../../src/declared/declared.ts'
import { companionsOf } from '../store/bringUp/tables.ts'
import type { Tx } from '../store/connection/database.ts'
import { sealerOf } from '../store/sealing/sealer.ts'

export type Cell = string | number | boolean | null

const BATCH = 10_000

/** Lists and JSON go as text: an array of arrays would be unnested to its innermost members. */
const isNested = (type: string): boolean => type.endsWith('[]') || type === 'jsonb'

const quoted = (cell: Cell): string =>
  cell === null ? 'NULL' : typeof cell === 'string' ? `"${cell.replace(/["\\]/g, '\\$&')}"` : String(cell)

const typesOf = async (tx: Tx, table: string): Promise<Map<string, string>> => {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, atttypid::regtype::text as type from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
  `.execute(tx)
  return new Map(rows.map((row) => [row.name, row.type]))
}

/** Bytes as PostgreSQL writes them. */
const asCell = (value: Cell | Buffer): Cell => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value)

/** What personal numbers are stored as, in the store's columns (server/store/writing/write.ts). */
const sealing = (tx: Tx, table: string, columns: readonly string[]) => {
  const known = resources.find((resource) => resource.table === table)?.column ?? {}
  const parts = columns.map((name) => ({ name, is: known[name]?.is ?? ('text' as const) }))
  return {
    columns: parts.flatMap(companionsOf),
    cellsOf: (row: Readonly<Record<string, Cell>>): Cell[] =>
      parts.flatMap(({ name, is }): Cell[] => {
        const value = row[name] ?? null
        if (!isMaskedKind(is)) return [value]
        if (value === null) return [null, null, null]
        const { shown, sealed, hash } = sealerOf(tx).seal(is, String(value))
        return [shown, sealed, hash].map(asCell)
      }),
  }
}

/** Adds rows, cells in the order of `columns`, ten thousand a statement: one parameter a column, so that the statement is parsed once. */
export const insertMany = async <const C extends string>(
  tx: Tx,
  table: string,
  given: readonly C[],
  rows: Iterable<Readonly<Record<C, Cell>>>,
): Promise<void> => {
  const { columns, cellsOf } = sealing(tx, table, given)
  const types = await typesOf(tx, table)
  const typeOf = (column: string): string => types.get(column) ?? 'text'
  const names = sql.join(columns.map((column) => sql.id(column)))
  const cells = sql.join(
    columns.map((column) => sql`${sql.ref(`made.${column}`)}${isNested(typeOf(column)) ? sql.raw(`::${typeOf(column)}`) : sql``}`),
  )
  const flush = async (batch: readonly (readonly Cell[])[]): Promise<void> => {
    const lists = columns.map((column, place) => {
      const type = isNested(typeOf(column)) ? 'text' : typeOf(column)
      return sql`${`{${batch.map((cells) => quoted(cells[place] ?? null)).join(',')}}`}::${sql.raw(`${type}[]`)}`
    })
    await sql`insert into ${sql.table(table)} (${names}) select ${cells} from unnest(${sql.join(lists)}) as made (${names})`.execute(tx)
  }
  let batch: Cell[][] = []
  for (const row of rows) {
    batch.push(cellsOf(row))
    if (batch.length < BATCH) continue
    await flush(batch)
    batch = []
  }
  if (batch.length > 0) await flush(batch)
}
