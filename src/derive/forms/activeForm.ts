import { type Field, type FormSchema, holds, type RowSchema } from '../../core/form.ts'
import { isKnownDefault, type KnownDefault } from '../../core/knownDefaults.ts'

type Values = Readonly<Record<string, unknown>>

const offered = (field: Field, values: Values): Field => {
  const offer = field['x-offer']
  if (!offer || !('oneOf' in field) || !field.oneOf || !holds(offer.when, values)) return field
  return { ...field, oneOf: field.oneOf.filter((choice) => offer.in.includes(choice.const)) }
}

/** Of a form as it stands for some values: as many as people meet of one, however many its conditions make thinkable. */
const MOST = 64
const stood = new WeakMap<RowSchema, Map<string, RowSchema>>()

const isConditional = (field: Field): boolean => Boolean(field['x-when'] || field['x-required'] || field['x-offer'])

/** What these values make of a field: whether it is there, required, offers less. */
const standOf = ({ 'x-when': when, 'x-required': required, 'x-offer': offer }: Field, values: Values): string =>
  [holds(when, values), required && holds(required, values), offer && holds(offer.when, values)].map((is) => (is ? '1' : '0')).join('')

/**
 * Gives the form as it stands for these values: fields whose `x-when` does not hold are gone, those whose `x-required` holds are
 * required, choices that `x-offer` leaves out are no choices. What is left is plain JSON Schema without conditions, so the form engine draws it and both sides judge by it alike.
 * The same form stands for values that make the same of it: what is compiled of one, and what is drawn, is so once.
 */
export const activeForm = <S extends RowSchema>(schema: S, values: Values): S => {
  const fields = Object.entries(schema.properties)
  const conditional = fields.filter(([, field]) => isConditional(field))
  if (conditional.length === 0) return schema
  const known = stood.get(schema) ?? new Map<string, RowSchema>()
  stood.set(schema, known)
  const stands = conditional.map(([, field]) => standOf(field, values)).join()
  const before = known.get(stands)
  if (before) return before as S
  const kept = fields.filter(([, field]) => holds(field['x-when'], values))
  const required = kept
    .filter(([name, field]) => schema.required?.includes(name) || (field['x-required'] && holds(field['x-required'], values)))
    .map(([name]) => name)
  const made = { ...schema, properties: Object.fromEntries(kept.map(([name, field]) => [name, offered(field, values)])), required }
  if (known.size >= MOST) known.clear()
  known.set(stands, made)
  return made
}

/** Gives the values with those emptied that a change of `changed` clears (`x-clears`): a region's lower levels, a payer's ratio. */
export const clearDependents = (schema: FormSchema, changed: string, values: Values): Record<string, unknown> => {
  const next = { ...values }
  for (const name of schema.properties[changed]?.['x-clears'] ?? []) delete next[name]
  return next
}

/** Gives the fields that can have one value only, with it: whoever leaves one out has said it all the same. */
export const constantsOf = (schema: RowSchema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, field]: [string, Field]): [string, unknown][] =>
      'const' in field && field.const !== undefined ? [[name, field.const]] : [],
    ),
  )

/** What a dialog knows of the moment that it opens in; what is not there nobody can say (no project is worked in). */
export type Known = Readonly<Partial<Record<KnownDefault, string | number>>>

/** Gives the values that a form starts with. */
export const defaultsOf = (schema: RowSchema, known: Known = {}): Record<string, unknown> => ({
  ...constantsOf(schema),
  ...Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, { default: given }]): [string, unknown][] => {
      const value = isKnownDefault(given) ? known[given] : given
      return value === undefined ? [] : [[name, value]]
    }),
  ),
})
