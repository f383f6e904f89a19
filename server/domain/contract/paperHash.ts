import { sql } from 'kysely'
import { type Count, type Counted, defineCount } from '../../calls/defineCount.ts'
import { keyList } from '../../store/reading/keyList.ts'

/** Counts by what the signed paper of a record is told from any other, once it is drawn. `paper`: the print. */
export const paperHash = (of: 'contract' | 'lease', paper: string): Count =>
  defineCount({
    of,
    columns: ['paper_sha256'],
    tells: [],
    rows: async (db, keys) => {
      const { rows } = await sql<Counted & { paper_sha256: string }>`
        select record_id as key, sha256 as paper_sha256 from print
        where name = ${paper} and record_id = any(${keyList(keys)}) and sha256 is not null
      `.execute(db)
      return rows
    },
  })
