import { createHash } from 'node:crypto'
import type { Print } from '../../src/core/prints.ts'
import { printPath, tablesIn } from '../../src/core/prints.ts'
import { resourceNamed } from '../../src/declared/declared.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { headingOf, printedParts, type RowsOf } from '../../src/derive/prints.ts'
import { type Row, rowsQuery } from '../store/reading/list.ts'
import template from './declared.typ?raw'
import type { PrintContent, PrintSource, PrintSpec } from './definePrint.ts'
import { withRowTitles } from './rowTitles.ts'
import { listsRead, tablesOf } from './tables.ts'

const contentOf = (resource: CompleteResource, print: Print, row: Row, rowsOf?: RowsOf): PrintContent => {
  const pictures: Record<string, number> = {}
  const parts = printedParts(resource, print, row, rowsOf).map((part) => {
    if (part.is !== 'pictures') return part
    const names = part.pictures.map((picture) => {
      const name = `picture${picture}`
      pictures[name] = picture
      return name
    })
    return { is: part.is, names }
  })
  const values = { heading: headingOf(print), paper: print.paper.toLowerCase(), landscape: print.landscape === true, parts }
  return { values, pictures }
}

const hasTables = ({ text }: Print): boolean => tablesIn(text).length > 0

const papersOf = async (
  source: PrintSource,
  resource: CompleteResource,
  print: Print,
  keys: readonly number[],
): Promise<ReadonlyMap<number, PrintContent>> => {
  // Whose records these are was judged by the call.
  const read = await rowsQuery(source.tx, resource, keys, null, resourceNamed).execute(source.tx)
  const rows = await withRowTitles(source.tx, resource, read.rows)
  const keyOf = (row: Row): number => Number(row[resource.key])
  if (!hasTables(print)) return new Map(rows.map((row) => [keyOf(row), contentOf(resource, print, row)]))
  const titles = new Map(rows.map((row) => [keyOf(row), String(row[resource.title] ?? '')]))
  const hanging = await tablesOf(source, resource, print, titles)
  return new Map(
    rows.map((row): [number, PrintContent] => {
      const { rowsOf, reads } = hanging(keyOf(row))
      return [keyOf(row), { ...contentOf(resource, print, row, rowsOf), reads }]
    }),
  )
}

/** What a paper says hangs on these words; another text is another paper. */
const editionOf = ({ label, title, paper, landscape, text }: Print): string =>
  createHash('sha256')
    .update(JSON.stringify([label, title, paper, landscape, text]))
    .digest('hex')
    .slice(0, 16)

/** Gives the prints that a resource declares by words alone: each drawn by one template, to which what people wrote is data. */
export const declaredPrints = (resource: CompleteResource): PrintSpec[] =>
  Object.entries(resource.prints).map(([name, print]) => ({
    name: `${resource.name}.${name}`,
    label: print.label,
    letters: print.letters,
    of: resource.name,
    edition: editionOf(print),
    can: printPath(resource.name, name),
    template,
    data: (source, keys) => papersOf(source, resource, print, keys),
    reads: () => listsRead(resource, print),
  }))
