import type { CompleteResource } from '../derive/complete.ts'
import { resources } from './declared.ts'

/** The resource that holds what was done to records: the one that has changes and is not written down itself. Null where none is declared. */
export const journal: CompleteResource | null =
  resources.find(({ isStored, isLogged, columns }) => isStored && !isLogged && columns.some(({ is }) => is === 'changes')) ?? null

/** Gives the filters of the journal for one record; null where its changes are not written down. */
export const historyOf = (resource: CompleteResource, id: number): Readonly<Record<string, string | number>> | null =>
  journal && resource.isLogged ? { resource: resource.name, record_id: id } : null
