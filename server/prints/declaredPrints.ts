import { createHash } from 'node:crypto'
import type { Print } from '../../src/core/prints.ts'
import { printPath } from '../../src/core/prints.ts'
import { resourceNamed } from '../../src/declared/declared.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { headingOf, printedParts } from '../../src/derive/prints.ts'
import type { Queryable } from '../store/connection/database.ts'
import { type Row, rowsQuery } from '../store/reading/list.ts'
import template from './declared.typ?raw'
import type { PrintContent, PrintSpec } from './definePrint.ts'

const contentOf = (resource: CompleteResource, print: Print, row: Row): PrintContent => {
  const pictures: Record<string, number> = {}
  const parts = printedParts(resource, print, row).map((part) => {
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

const papersOf = async (
  tx: Queryable,
  resource: CompleteResource,
  print: Print,
  keys: readonly number[],
): Promise<ReadonlyMap<number, PrintContent>> => {
  // Whose records these are was judged by the call.
  const { rows } = await rowsQuery(tx, resource, keys, null, resourceNamed).execute(tx)
  return new Map(rows.map((row) => [Number(row[resource.key]), contentOf(resource, print, row)]))
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
    data: ({ tx }, keys) => papersOf(tx, resource, print, keys),
  }))
