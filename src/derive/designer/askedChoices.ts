import { choicesIn, type Field, type FixedChoice, type FormSchema } from '../../core/form.ts'
import type { Column, Resource } from '../../core/resource.ts'

const choicesOf = (column: Column | undefined): Readonly<Record<string, string>> =>
  column?.is === 'enum' || column?.is === 'enums' ? column.of : {}

/** Those that were offered and are there still, by what they are called now; and where all were offered, those that have come. */
const offeredNow = (
  offered: readonly FixedChoice[],
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): FixedChoice[] => {
  const isOffered = (value: string): boolean => offered.some((choice) => String(choice.const) === value)
  const hadAll = Object.keys(before).every(isOffered)
  return Object.entries(now)
    .filter(([value]) => isOffered(value) || (hadAll && !(value in before)))
    .map(([value, title]) => ({ const: Number(value), title }))
}

const withChoices = (field: Field, oneOf: readonly FixedChoice[]): Field =>
  (field.type === 'array' ? { ...field, maxItems: oneOf.length, items: { ...field.items, oneOf } } : { ...field, oneOf }) as Field

/** Gives the dialogs of a screen with what they offer of a field of choices as `column` has it now. */
export const dialogsOffering = (resource: Resource, name: string, column: Column): Resource['dialogs'] => {
  const [before, now] = [choicesOf(resource.columns[name]), choicesOf(column)]
  if (!resource.dialogs || Object.keys(now).length === 0) return resource.dialogs
  return Object.fromEntries(
    Object.entries(resource.dialogs as Readonly<Record<string, FormSchema>>).map(([dialog, form]) => {
      const field = Object.hasOwn(form.properties, name) ? form.properties[name] : undefined
      if (!field || choicesIn(field).length === 0) return [dialog, form]
      const properties = { ...form.properties, [name]: withChoices(field, offeredNow(choicesIn(field), before, now)) }
      return [dialog, { ...form, properties }]
    }),
  )
}
