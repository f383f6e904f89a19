import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { PRIMARY, urlOf } from './site.mjs'

/** What became of all that was written, by the rows that there are: PostgreSQL's own word for when each was committed. */
export const judged = async ({ query, office, nodes, rounds }) => {
  const { acknowledged, mark } = office
  const rows = await query(
    `select custom_name as name, count(*)::int as n, min(extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000)::float8 as at
       from flow where custom_name like $1 group by custom_name`,
    [`${mark}-%`],
  )
  const found = new Map(rows.map((row) => [row.name, row]))
  const again = [...acknowledged].filter(([, { tries }]) => tries > 1)
  const audit = spawnSync(process.execPath, [nodes.main, '--audit'], {
    env: { ...process.env, DATABASE_URL: urlOf(PRIMARY), DATA_DIR: join(nodes.site.folder, 'node0'), SECRET_KEY: 'drill' },
    encoding: 'utf8',
  })
  return {
    asked: office.asked,
    acknowledged: acknowledged.size,
    again: again.length,
    /** Of what was sent again: what had been committed before, and only its answer was lost. */
    hadCommitted: again.filter(([name, { sentAt }]) => (found.get(name)?.at ?? Number.POSITIVE_INFINITY) < sentAt).length,
    lost: [...acknowledged.keys()].filter((name) => !found.has(name)),
    doubled: rows.filter(({ n }) => n > 1).map(({ name }) => name),
    loggedOut: office.loggedOut,
    nodeEnds: nodes.ends,
    unheard: rounds.filter(({ isHeard }) => !isHeard).length,
    silent: rounds.filter(({ isWriting }) => !isWriting).length,
    jobs: rounds.filter(({ job }) => job !== null),
    audit: { status: audit.status, said: `${audit.stdout}${audit.stderr}`.trim().split('\n').at(-1) },
  }
}
