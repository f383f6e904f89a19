import type { Column } from '../core/resource.ts'

/** The column that holds a record's key, with its resource or the column that holds that one's name. */
export type Lead = { key: string } & ({ of: string } | { by: string })

/** Gives the records that a column may name, the likelier first: itself where it is a reference and says nothing else. */
export const leadsOf = (name: string, columns: Readonly<Record<string, Column>>): Lead[] => {
  const { leads = [name] } = columns[name] ?? {}
  if ('key' in leads) return [{ key: leads.key, by: leads.resource }]
  return leads.flatMap((key) => {
    const ref = columns[key]
    return ref?.is === 'ref' ? [{ key, of: ref.of }] : []
  })
}
