import { sql } from 'kysely'
import { resources } from '../../../src/declared/declared.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import type { Queryable } from '../connection/database.ts'

/** Gives the resources whose rows, beside these records themselves, name some of them in a list of references, and how many do: such a list is no foreign key. */
export const listsNaming = async (
  db: Queryable,
  target: CompleteResource,
  keys: readonly number[],
): Promise<{ resource: CompleteResource; count: number }[]> => {
  const found: { resource: CompleteResource; count: number }[] = []
  for (const resource of resources)
    for (const column of resource.columns) {
      if (!resource.isStored || !column.isStored || column.is !== 'refs' || column.target !== target.name) continue
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(resource.table)} where ${sql.id(column.name)} && ${keys}::integer[]
          ${resource.name === target.name ? sql`and ${sql.id(resource.key)} <> all(${keys}::integer[])` : sql``}
      `.execute(db)
      if ((rows[0]?.n ?? 0) > 0) found.push({ resource, count: rows[0]?.n ?? 0 })
    }
  return found
}
