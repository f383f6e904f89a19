import { checkThrough, isReadThrough } from '../../core/check/checkThrough.ts'
import { withStates } from '../../core/life.ts'
import type { Column, Resource } from '../../core/resource.ts'

/** A column that a field may read through a reference of its page. */
export interface Through {
  via: string
  label: string
  column: Column
}

/** Gives what the fields of a screen may read through its references. `columnsOf` gives the columns of another resource. */
export const throughsOf = (made: Resource, columnsOf: (target: string) => Readonly<Record<string, Column>>): Through[] =>
  Object.entries(made.columns).flatMap(([by, reference]) => {
    if (reference.is !== 'ref' || reference.via || reference.retired) return []
    const columns = reference.of === made.name ? withStates(made).columns : columnsOf(reference.of)
    return Object.entries(columns)
      .filter(([, column]) => isReadThrough(column))
      .map(([name, column]) => ({ via: `${by}.${name}`, label: `${reference.label} › ${column.label}`, column }))
  })

/** Gives the labels of the fields that could not be read through their references as the declaration stands: a change that makes one so is refused. */
export const brokenThroughs = (made: Resource, columnsOf: (target: string) => Readonly<Record<string, Column>>): string[] =>
  Object.entries(made.columns).flatMap(([name, column]) => {
    let isBroken = false
    if (column.via && !column.retired)
      checkThrough(name, column, made, columnsOf, () => {
        isBroken = true
      })
    return isBroken ? [column.label] : []
  })

/** The words of a column that say what its values are: whoever reads it through a reference has them, too. */
const WORDS = ['is', 'of', 'tones', 'scale', 'unit'] as const

export const isWordOfThrough = (word: string): boolean => (WORDS as readonly string[]).includes(word)

/** Gives the words of a field that reads through a reference. */
export const readThrough = ({ via, column }: Through): object => ({
  ...Object.fromEntries(WORDS.flatMap((word) => (word in column ? [[word, (column as Record<string, unknown>)[word]]] : []))),
  via,
})
