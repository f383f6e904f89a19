import type { FormSchema, RowSchema } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'

/** Gives the dialog by which staff add a record. */
const addForm = (name: string): FormSchema => {
  const found = resourceNamed(name).actions.find((action) => action.name === 'add')?.form
  if (!found) throw new Error(`${name} has no dialog of adding`)
  return found
}

/** Gives, of what staff are asked when they add a record, what somebody on a telephone can say himself: the same fields, by the same rules. */
export const pickedFields = (name: string, names: readonly string[]): Required<Pick<RowSchema, 'properties' | 'required'>> => {
  const { properties, required } = addForm(name)
  return {
    properties: Object.fromEntries(Object.entries(properties).filter(([field]) => names.includes(field))),
    required: (required ?? []).filter((field) => names.includes(field)),
  }
}
