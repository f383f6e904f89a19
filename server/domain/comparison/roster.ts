import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { grouped } from '../../../src/protocol/fen.ts'
import { bureaus, type rosterForm } from '../../../src/schemas/comparison/comparison.ts'
import type { Context, Presenting } from '../../calls/defineCall.ts'
import { ownProject } from '../../calls/ownProject.ts'
import { MAX_LINES } from '../../imports/layouts/readLayout.ts'
import { writeLayout } from '../../imports/layouts/writeLayout.ts'
import type { Scope } from '../../store/reading/filters.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { logDeed } from '../../store/writing/deeds.ts'
import { askingFile } from './bureaus.ts'
import { comparedPersons } from './persons.ts'

interface Asked {
  bureau: keyof typeof bureaus
  scope: Scope
  day: string
}

/**
 * Logs that a list of persons with their whole cards leaves the house, and gives of whom it is. Throws 400 where the project is none of the caller's, there is
 * nobody to compare, or there are more than a file may have.
 */
export const askForRoster = async ({ tx, session, now }: Context, { bureau, p_id }: FormValue<typeof rosterForm>): Promise<Asked> => {
  const project = await ownProject(tx, session.scope, p_id)
  const scope = project === null ? null : [project]
  const { rows } = await sql<{ n: number }>`select count(distinct hash)::integer as n from (${comparedPersons(scope)}) p`.execute(tx)
  const count = rows[0]?.n ?? 0
  if (count === 0) throw new CallError(400, '没有要比对的人：没有在办的准入申请，也没有人轮候', { field: 'p_id' })
  if (count > MAX_LINES) throw new CallError(400, `要比对的超过 ${grouped(MAX_LINES)} 人，请按项目导出`, { field: 'p_id' })
  await logDeed(tx, { resource: resourceNamed('comparison'), key: 0, title: `${bureaus[bureau]}比对名单，${count} 人`, p_id: project })
  return { bureau, scope, day: dateOf(now) }
}

/** Gives the file: each card once. It is made when what was logged is committed, and kept nowhere. */
export const writeRoster = async ({ bureau, scope, day }: Asked, { db }: Presenting): Promise<{ name: string; base64: string }> => {
  const { rows } = await sql<{ name: string; sealed: Buffer }>`
    select name, sealed from (select distinct on (hash) apply_id, member, name, sealed from (${comparedPersons(scope)}) p order by hash, apply_id, member) each
    order by apply_id, member
  `.execute(db)
  const sealer = sealerOf(db)
  const persons = rows.map(({ name, sealed }) => ({ card: sealer.open('card', sealed), name }))
  return { name: `比对名单-${bureaus[bureau]}-${day}.txt`, base64: writeLayout(askingFile(bureau), persons as never).toString('base64') }
}
