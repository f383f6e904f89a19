import type { Resource } from '../../../src/core/resource.ts'
import { completedAmong } from '../../../src/declared/declared.ts'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import type { Within } from '../../store/bringUp/empties.ts'
import { countHeld } from '../../store/bringUp/held.ts'
import type { Queryable } from '../../store/connection/database.ts'

const choicesOf = (column: CompleteColumn | undefined): Readonly<Record<number, string>> | null =>
  column?.isStored && (column.spec.is === 'enum' || column.spec.is === 'enums') ? column.spec.of : null

const called = (next: CompleteResource, name: string): CompleteColumn | undefined =>
  next.column[name] ?? next.columns.find(({ spec }) => spec.was?.includes(name))

/**
 * Gives, in words, which choices of a published screen its next version has no more though records hold them, and how many do: in lists and
 * details they will be numbers. Such a choice may go, so whoever publishes is told.
 */
export const goneChoices = async (db: Queryable, published: Resource, next: Resource, within: Within): Promise<string[]> => {
  const [before, after] = [completedAmong(published), completedAmong(next)]
  const words: string[] = []
  for (const column of before.columns) {
    const [was, is] = [choicesOf(column), choicesOf(called(after, column.name))]
    const gone = was && is ? Object.keys(was).filter((number) => !(Number(number) in is)) : []
    if (!was || gone.length === 0) continue
    for (const [number, count] of await countHeld(db, before, column, gone.map(Number), within))
      words.push(`“${column.label}”的“${was[number]}” ${count} 条`)
  }
  return words
}
