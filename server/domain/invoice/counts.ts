import { sql } from 'kysely'
import { defineCount } from '../../calls/defineCount.ts'
import { keyList } from '../../store/reading/keyList.ts'

export default [
  /** What of a bill is invoiced, or asked to be; less what is red. Nothing is said where that is nothing. */
  defineCount({
    of: 'bill',
    columns: ['invoiced'],
    tells: ['invoice_request'],
    rows: async (db, keys) => {
      const { rows } = await sql<{ key: number; invoiced: number }>`
        select id as key, invoiced_of(id) as invoiced from unnest(${keyList(keys)}) id where invoiced_of(id) <> 0
      `.execute(db)
      return rows
    },
  }),
]
