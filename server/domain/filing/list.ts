import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { askingLayout } from '../../../src/core/fileLayout.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { grouped } from '../../../src/protocol/fen.ts'
import filing from '../../../src/resources/filing/filing.ts'
import type { filingListForm } from '../../../src/schemas/filing/filing.ts'
import type { Context, Presenting } from '../../calls/defineCall.ts'
import { ownProject } from '../../calls/ownProject.ts'
import { MAX_LINES } from '../../imports/layouts/readLayout.ts'
import { writeLayout } from '../../imports/layouts/writeLayout.ts'
import { sealedName } from '../../store/bringUp/tables.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { inState } from '../../store/reading/states.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { logDeed } from '../../store/writing/deeds.ts'
import leaseFiling from './layouts/leaseFiling.ts'

interface Asked {
  scope: Scope
  day: string
}

/** What is to be filed, in time or late, within these projects: a condition on a filing `f`. */
const isToFile = (scope: Scope) =>
  sql`f.status in (${inState(filing, 'toFile')}, ${inState(filing, 'overdue')}) and ${inScope(scope, 'f.p_id')}`

/**
 * Logs that a list of contracts with the whole numbers of their tenants leaves the house, and gives of which. Throws 400 where the project is none of the caller's, nothing
 * is to be filed, or more than a file may have.
 */
export const askForList = async ({ tx, session, now }: Context, { p_id }: FormValue<typeof filingListForm>): Promise<Asked> => {
  const project = await ownProject(tx, session.scope, p_id)
  const scope = project === null ? null : [project]
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from filing f where ${isToFile(scope)}`.execute(tx)
  const count = rows[0]?.n ?? 0
  if (count === 0) throw new CallError(400, '没有要备案的合同', { field: 'p_id' })
  if (count > MAX_LINES) throw new CallError(400, `要备案的超过 ${grouped(MAX_LINES)} 份，请按项目导出`, { field: 'p_id' })
  await logDeed(tx, { resource: resourceNamed('filing'), key: 0, title: `备案名单，${count} 份`, p_id: project })
  return { scope, day: dateOf(now) }
}

interface Listed {
  sn: string
  custom_name: string
  address: string
  area: number | null
  start_date: string
  end_date: string
  rent: number
  deposit: number
  signed_on: string
  sealed: Buffer | null
  code: string | null
}

/** Gives the file, the most urgent first. It is made when what was logged is committed, and kept nowhere. */
export const writeList = async ({ scope, day }: Asked, { db }: Presenting): Promise<{ name: string; base64: string }> => {
  const { rows } = await sql<Listed>`
    select c.sn, f.custom_name, concat_ws(' ', o.region_name, o.unit_floor, o.address) as address, o.area::float8 as area, c.start_date, c.end_date,
      c.rent, c.deposit, f.signed_on, l.${sql.id(sealedName('card'))} as sealed, b.code
    from filing f join contract c on c.contract_id = f.contract_id join org o on o.org_id = f.org_id
    left join lessee l on l.custom_id = c.custom_id left join company b on b.company_id = c.company_id
    where ${isToFile(scope)} order by f.due_on, f.filing_id
  `.execute(db)
  const sealer = sealerOf(db)
  const lines = rows.map(({ sealed, code, ...line }) => ({ ...line, id_number: sealed ? sealer.open('card', sealed) : code }))
  return { name: `备案名单-${day}.txt`, base64: writeLayout(askingLayout(leaseFiling), lines as never).toString('base64') }
}
