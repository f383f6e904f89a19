import { CallError } from '../../src/core/errors.ts'
import type { FormSchema } from '../../src/core/form.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { readableProblem, uniqueColumnOf } from '../store/writing/problems.ts'

/** Gives what is done with a write's error: that another record has what must be unique is told at its field (409), where the dialog has it. */
export const toldAtField =
  (form: FormSchema, resource: CompleteResource) =>
  (error: unknown): never => {
    const field = uniqueColumnOf(resource, error)
    if (field === undefined || !form.properties[field]) throw error
    throw new CallError(409, (readableProblem(error) as CallError).message, { field })
  }
