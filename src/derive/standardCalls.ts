import type { CallPath } from '../core/action.ts'
import { isAskedIn } from '../core/asked.ts'
import type { FormSchema } from '../core/form.ts'
import { isMaskedKind, kindFacts } from '../core/kinds.ts'

import { type Column, type Resource, type StandardCall, standardCalls } from '../core/resource.ts'
import type { Calls } from './actions.ts'

const hasAdd = ({ calls, dialogs, columns, form = [] }: Resource): boolean =>
  calls?.add !== false &&
  (form.some((name) => columns[name] && isAskedIn(columns[name], 'add')) ||
    (dialogs as Readonly<Record<string, FormSchema>> | undefined)?.add !== undefined)

/** Gives the name of the action whose dialog the rows of a file are read by: 新增, unless the resource names another. */
export const importerOf = ({ import: by }: Resource): string => (typeof by === 'string' ? by : 'add')

/** What the domain adds is imported only where it says so; money, which is booked by hand and reversed, never does. */
const canImport = (resource: Resource): boolean =>
  hasAdd(resource) &&
  !resource.own &&
  resource.stored !== false &&
  (resource.import ?? !resource.domain?.includes('add')) !== false &&
  // Row by row nobody would be asked.
  !resource.actions?.[importerOf(resource)]?.approves

/** Whose numbers are shown in full one record at a time, to who may; one's own page has none of others. */
const hasNumbers = (resource: Resource): boolean =>
  resource.calls?.detail !== false &&
  !resource.own &&
  Object.values(resource.columns as Readonly<Record<string, Column>>).some(({ is, via, retired }) => isMaskedKind(is) && !via && !retired)

/**
 * Whose records can be chosen by their title: where it is a text that lists show as it is. Logs and messages have none that names one, and
 * what is one's own is nobody else's to choose.
 */
const canChoose = ({ title, columns, own, stored, log }: Resource): boolean => {
  const column: Column | undefined = columns[title ?? '']
  if (!column || own || stored === false || log === false) return false
  const { match, masked } = kindFacts[column.is ?? 'text']
  return (match === 'contains' || match === 'starts') && !masked && !column.derived && !column.via && !column.reads
}

/** Gives the calls of a resource that follow from its declaration, by their names; null where there is none. */
export const callsOf = (resource: Resource): Calls => {
  const path = (call: StandardCall): CallPath | null => {
    const named = resource.calls?.[call]
    if (call === 'import' && !canImport(resource)) return null
    // What is one's own is read, not carried out of the house.
    if (call === 'export' && (resource.calls?.index === false || resource.own)) return null
    if (call === 'reveal' && !hasNumbers(resource)) return null
    if (call === 'choose' && !canChoose(resource)) return null
    return named === false ? null : (named ?? `/api/${resource.name}/${call}`)
  }
  return Object.fromEntries(standardCalls.map((call) => [call, path(call)])) as Calls
}
