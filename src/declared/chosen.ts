import type { Field, FormSchema, Lookup } from '../core/form.ts'
import { isMadeAtRunTime } from '../core/resource.ts'
import type { CompleteAction } from '../derive/actions.ts'
import type { CompleteResource } from '../derive/complete.ts'
import { resources } from './declared.ts'

/** A field of an action's dialog by which staff choose records that belong to projects. */
export interface Chosen {
  name: string
  title: string
  /** What it names. */
  of: CompleteResource
  /** The field of the dialog that says of which project it is, where one does: its choices are narrowed by it. */
  narrowedBy: string | null
  /** Whether it is of the project of the record that the dialog is about. */
  isOfRecord: boolean
}

/** Gives what a lookup's choices are records of; null where no table has them. */
export const recordsOf = ({ call, value }: Lookup): CompleteResource | null => {
  const named = resources.filter(({ isStored, key }) => isStored && key === value)
  const path = typeof call === 'string' ? call.toLowerCase() : ''
  return named.find(({ name }) => path.startsWith(`/api/${name.toLowerCase()}/`)) ?? (named.length === 1 ? (named[0] ?? null) : null)
}

const narrowing = ({ params = {} }: Lookup, { scope }: CompleteResource): string | null => {
  const value = params[scope ?? '']
  return typeof value === 'string' && value.startsWith('$') ? value.slice(1) : null
}

/** Records of a page made at run time go along to the project of what they name (server/calls/projectOfRow.ts): they are bound to none. */
const isBound = (resource: CompleteResource): boolean => resource.scope !== null && !isMadeAtRunTime(resource)

const asksProject = ({ properties }: FormSchema): boolean => Object.values(properties).some((field) => field['x-lookup']?.value === 'p_id')

/**
 * Gives the fields of an action's dialog by which staff choose records that belong to projects. On a record's action what they choose is of the project of
 * that record, unless the dialog asks for a project itself (a move) or the lookup says that another's is right (`anyProject`).
 */
export const chosenIn = (resource: CompleteResource, { form, on }: Pick<CompleteAction, 'form' | 'on'>): Chosen[] =>
  Object.entries(form?.properties ?? {}).flatMap(([name, field]: [string, Field]): Chosen[] => {
    const lookup = field['x-lookup']
    const of = lookup ? recordsOf(lookup) : null
    if (!form || !lookup || !of?.scope) return []
    const isOfRecord = on !== 'page' && isBound(resource) && lookup.anyProject !== true && !asksProject(form)
    return [{ name, title: field.title, of, narrowedBy: narrowing(lookup, of), isOfRecord }]
  })
