import type { FormState, Named, Values } from '../form/context.ts'

/** Gives what a row holds of these columns, without those that hold nothing. */
export const withoutNull = (row: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (row[name] === null || row[name] === undefined ? [] : [[name, row[name]]])))

/** Gives what the row refers to, by field, with its text; of several with theirs. */
export const namedIn = (row: Values): FormState['named'] =>
  Object.fromEntries(
    Object.keys(row).flatMap((name): [string, Named | readonly Named[]][] => {
      const { [`${name}_title`]: label, [`${name}_titles`]: labels } = row
      if (typeof labels === 'object' && labels !== null)
        return [[name, Object.entries(labels).map(([value, title]) => ({ value: Number(value), label: String(title) }))]]
      return typeof label === 'string' ? [[name, { value: row[name], label }]] : []
    }),
  )
