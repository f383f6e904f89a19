import { sql } from 'kysely'
import type { Numbering } from '../../../src/core/numbered.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import type { Tx } from '../connection/database.ts'

const DAYS = { year: 'YYYY', month: 'YYYYMM', day: 'YYYYMMDD' } as const

/** The next number as SQL. The sequence makes it unique under any concurrency, on any node; one that was given to a row that never came is not given again. */
const nextNumber = ({ letters = '', dated, digits }: Numbering, sequence: string): string => {
  const day = dated ? `to_char(now() at time zone 'Asia/Shanghai', '${DAYS[dated]}') || ` : ''
  return `'${letters.replaceAll("'", "''")}' || ${day}series_digits(nextval('"${sequence}"'), ${digits})`
}

interface Present {
  name: string
  place: number
  sequence: string | null
  mark: string | null
}

/**
 * Has the database give each new row the next number of its numbered columns, as they are declared now, and none any more to those that are
 * numbered no longer; rows that are there stay as they are. The sequence is the column's, whatever it is called.
 */
export const bringNumbers = async (tx: Tx, resource: CompleteResource): Promise<void> => {
  const numbered = new Map(resource.columns.flatMap(({ name, spec }) => (spec.numbered ? [[name, spec.numbered] as const] : [])))
  const { rows } = await sql<Present>`
    select a.attname as name, a.attnum as place, s.relname as sequence, obj_description(s.oid, 'pg_class') as mark
    from pg_attribute a
    left join pg_depend d on d.refobjid = a.attrelid and d.refobjsubid = a.attnum and d.classid = 'pg_class'::regclass and d.deptype = 'a'
      and exists (select from pg_class c where c.oid = d.objid and c.relkind = 'S')
    left join pg_class s on s.oid = d.objid
    where a.attrelid = to_regclass(${`"${resource.table}"`}) and a.attnum > 0 and not a.attisdropped
      and (a.attname = any(${[...numbered.keys()]}::text[]) or s.oid is not null)
  `.execute(tx)
  const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(tx)
  for (const { name, place, sequence, mark } of rows) {
    const numbering = numbered.get(name)
    const column = `alter table "${resource.table}" alter column "${name}"`
    if (!numbering) {
      if (mark === null || mark === '' || !resource.column[name]) continue
      await run(`${column} drop default`)
      await run(`comment on sequence "${sequence}" is null`)
      continue
    }
    const own = sequence ?? `${resource.table}_number_${place}`
    const wanted = JSON.stringify(numbering)
    if (mark === wanted) continue
    if (!sequence) await run(`create sequence "${own}" owned by "${resource.table}"."${name}"`)
    await run(`${column} set default ${nextNumber(numbering, own)}`)
    await run(`comment on sequence "${own}" is '${wanted.replaceAll("'", "''")}'`)
  }
}
