import type { CompleteResource } from '../derive/complete.ts'
import { fileResources, fromDeclared, resources } from './declared.ts'

/** A list in a record's detail: rows of `resource` whose `by` names the record, and that have these values where it says so. */
export type Related = Omit<CompleteResource['related'][number], 'where'> & { where?: Readonly<Record<string, unknown>> }

/** What screens made at run time refer to, by its name. What files declare says by `has` which lists its details show. */
const referring = fromDeclared(() => {
  const found = new Map<string, Related[]>()
  for (const { name, label, columns } of resources.slice(fileResources.length)) {
    const references = columns.filter(({ target, isStored, filter }) => target && isStored && filter)
    for (const column of references) {
      const isOne = references.every((other) => other === column || other.target !== column.target)
      const related = { label: isOne ? label : `${label}（${column.label}）`, resource: name, by: column.name }
      found.set(column.target ?? '', [...(found.get(column.target ?? '') ?? []), related])
    }
  }
  return found
})

/** What pages made at run time refer to it, apart from what it `has`. */
const madeLists = ({ name, related }: Pick<CompleteResource, 'name' | 'related'>): Related[] =>
  (referring().get(name) ?? []).filter(({ resource, by }) => !related.some((own) => own.resource === resource && own.by === by))

/**
 * Gives the lists in a record's detail that its papers can have as tables: those that it `has` whole by its own key, and those of screens made at run time
 * that refer to it.
 */
export const listsOnPaper = (of: Pick<CompleteResource, 'name' | 'related'>): Related[] => [
  ...of.related.filter(({ where, from }) => !where && from === undefined),
  ...madeLists(of),
]

/** Where the papers of a record stand that was printed; nothing where its resource prints none. */
const printed = ({ name, actions, prints }: CompleteResource): Related[] =>
  actions.some((action) => action.prints) || Object.keys(prints).length > 0
    ? [{ label: '打印记录', resource: 'print_copy', by: 'record_id', where: { resource: name } }]
    : []

/**
 * Gives the lists of what belongs to a record of a resource: those that it `has`, its papers where it is printed, and those of screens made
 * at run time that refer to it.
 */
export const relatedTo = (of: CompleteResource): Related[] => [...of.related, ...printed(of), ...madeLists(of)]
