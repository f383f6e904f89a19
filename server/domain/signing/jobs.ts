import { sql } from 'kysely'
import { defineJob } from '../../jobs/defineJob.ts'
import { drawPapers } from '../../prints/draw.ts'
import { printsByName } from '../../prints/registry.ts'
import { SIGNED_PAPER } from '../contract/index.ts'

/** So many in one run; the rest in the next. */
const AT_ONCE = 20

export default [
  defineJob({
    name: 'signed_papers',
    label: '生成电子合同',
    every: 30,
    run: async ({ db, config, signal }) => {
      const { rows } = await sql<{ print_id: number }>`
        select print_id from print where name = ${SIGNED_PAPER.name} and sha256 is null order by print_id limit ${AT_ONCE}
      `.execute(db)
      const spec = printsByName().get(SIGNED_PAPER.name)
      const ids = rows.map(({ print_id }) => print_id)
      const { dataDir, secretKey } = config
      if (spec && ids.length > 0) await drawPapers({ db, dataDir, secretKey }, spec, ids, { signal })
      return { total: ids.length, said: ids.length > 0 ? `生成 ${ids.length} 份电子合同` : '没有要生成的电子合同' }
    },
  }),
]
