import type { Field, RowSchema } from '../../core/form.ts'
import type { CompleteResource } from '../complete.ts'

type Values = Readonly<Record<string, unknown>>

/** The records that values name in one field, by its path ('roles', 'expense.0.role_id'). */
export interface Naming {
  field: string
  target: CompleteResource
  keys: readonly number[]
}

/** Keys that several lists call the same say nothing; which of them is meant is said by the list that gives the choices. */
const COMMON_KEY = 'id'

/** Gives the resource whose records a field names: that of the list it chooses from, or, where a call of its own gives the choices, that whose key it takes. */
export const targetOfField = (field: Field, resources: readonly CompleteResource[]): CompleteResource | undefined => {
  const lookup = 'x-is' in field && (field['x-is'] === 'ref' || field['x-is'] === 'refs') ? field['x-lookup'] : undefined
  if (!lookup) return undefined
  return (
    resources.find(({ calls }) => calls.index === lookup.call) ?? resources.find(({ key }) => key === lookup.value && key !== COMMON_KEY)
  )
}

const isKey = (value: unknown): value is number => typeof value === 'number'

/** Gives the records that valid values of a form name, field by field, those in the rows of its lists among them. */
export const namedIn = (schema: RowSchema, values: Values, resources: readonly CompleteResource[], path = ''): Naming[] =>
  Object.entries(schema.properties).flatMap(([name, field]) => {
    const value = values[name]
    if (field.type === 'array' && 'properties' in field.items) {
      const { items } = field
      const rows = Array.isArray(value) ? (value as Values[]) : []
      return rows.flatMap((row, at) => namedIn(items, row, resources, `${path}${name}.${at}.`))
    }
    const target = targetOfField(field, resources)
    const keys = [value].flat().filter(isKey)
    return target && keys.length > 0 ? [{ field: `${path}${name}`, target, keys }] : []
  })

/** Whether some field of a form, or of the rows of its lists, can name records of a resource. */
export const canName = (schema: RowSchema, target: CompleteResource, resources: readonly CompleteResource[]): boolean =>
  Object.values(schema.properties).some((field) =>
    field.type === 'array' && 'properties' in field.items
      ? canName(field.items, target, resources)
      : targetOfField(field, resources)?.name === target.name,
  )

/** Whether some of what is named are these records. */
export const names = (namings: readonly Naming[], target: CompleteResource, wanted: readonly number[]): boolean =>
  namings.some((naming) => naming.target.name === target.name && naming.keys.some((key) => wanted.includes(key)))
