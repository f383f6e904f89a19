import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import link from '../../../src/resources/link/link.ts'
import { defineJob } from '../../jobs/defineJob.ts'
import { inOneCommit } from '../../jobs/inOneCommit.ts'
import { inSet } from '../../store/reading/states.ts'

export default [
  defineJob({
    name: 'lapse_links',
    label: '链接过期',
    every: 60,
    run: (context) =>
      inOneCommit(context, async (tx) => {
        const { numAffectedRows } = await sql`
          update link set state = ${codeOf(link, 'lapsed')}, version = version + 1, updated_at = epoch_now()
          where link_id in (
            select link_id from link where state in (${inSet(link, 'open')}) and expires_at <= epoch_now() order by link_id limit 500 for no key update skip locked)
        `.execute(tx)
        const total = Number(numAffectedRows ?? 0)
        return { total, said: total > 0 ? `${total} 个链接过期` : '没有过期的链接' }
      }),
  }),
]
