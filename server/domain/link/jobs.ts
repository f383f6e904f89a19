import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import link from '../../../src/resources/link/link.ts'
import { countJob } from '../../jobs/countJob.ts'
import { inSet } from '../../store/reading/states.ts'

export default [
  countJob({
    name: 'lapse_links',
    label: '链接过期',
    every: 60,
    does: async (tx) => {
      const { numAffectedRows } = await sql`
        update link set state = ${codeOf(link, 'lapsed')}, version = version + 1, updated_at = epoch_now()
        where link_id in (
          select link_id from link where state in (${inSet(link, 'open')}) and expires_at <= epoch_now() order by link_id limit 500 for no key update skip locked)
      `.execute(tx)
      return Number(numAffectedRows ?? 0)
    },
    said: (total) => `${total} 个链接过期`,
    none: '没有过期的链接',
  }),
]
