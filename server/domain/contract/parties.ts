import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import lessee from '../../../src/resources/tenant/lessee.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { columnList, hashName } from '../../store/bringUp/tables.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { inState } from '../../store/reading/states.ts'

/** A tenant as a contract names one. */
export interface Party {
  custom_id: number
  name: string
  /** Who bears what he does not. */
  company_id: number | null
}

const card = sql.id(hashName('card'))

/** Gives the tenant that someone in the queue is by their card, also where it stands in an entry that was merged into another: the one that stayed. */
const known = async (db: Queryable, scope: Scope, wait_id: number): Promise<Party | undefined> => {
  const { rows } = await sql<Party>`
    select l.custom_id, l.name, l.company_id from waiting w join lessee o on o.${card} = w.${card}
    join lessee l on l.custom_id = coalesce(o.merged_into, o.custom_id) and l.standing = ${inState(lessee, 'kept')}
    where w.wait_id = ${wait_id} and ${inScope(scope, 'w.p_id')}
  `.execute(db)
  return rows[0]
}

/** Gives the tenant that someone in the queue is already (null where they are none yet) and the application (`asks`) of their household; null where they are not in scope. */
export const householdInQueue = async (
  { tx, session }: Pick<Acting, 'tx' | 'session'>,
  wait_id: number,
): Promise<{ custom_id: number | null; asks: number | null } | null> => {
  const { rows } = await sql<{ apply_id: number | null }>`
    select apply_id from waiting where wait_id = ${wait_id} and ${inScope(session.scope, 'p_id')}
  `.execute(tx)
  if (!rows[0]) return null
  return { asks: rows[0].apply_id, custom_id: (await known(tx, session.scope, wait_id))?.custom_id ?? null }
}

/** Has an application, its household and its place in the queue say which tenant they became: they are found on the tenant's page. */
const rememberTenant = async (tx: Tx, wait_id: number, custom_id: number): Promise<void> => {
  await sql`update waiting set custom_id = ${custom_id} where wait_id = ${wait_id}`.execute(tx)
  for (const table of ['qualification', 'member'] as const)
    await sql`
      update ${sql.table(table)} t set custom_id = ${custom_id} from waiting w where w.wait_id = ${wait_id} and t.apply_id = w.apply_id
    `.execute(tx)
}

/** Gives the tenant that someone in the queue is: the one with their card, or one that is entered now. Throws 404 where there is no such person in scope. */
export const tenantOfWaiting = async (acting: Acting, wait_id: number): Promise<Party> => {
  const party = (await known(acting.tx, acting.session.scope, wait_id)) ?? (await enterWaiting(acting, wait_id))
  await rememberTenant(acting.tx, wait_id, party.custom_id)
  return party
}

const enterWaiting = async ({ tx, session }: Acting, wait_id: number): Promise<Party> => {
  const carried = columnList(resourceNamed('waiting'), ['card', 'phone'])
  const made = await sql<Party>`
    insert into lessee (name, ${carried}, p_id, created_by)
    select custom_name, ${carried}, p_id, ${session.userId}::integer from waiting where wait_id = ${wait_id} and ${inScope(session.scope, 'p_id')}
    returning custom_id, name, company_id
  `.execute(tx)
  if (!made.rows[0]) throw new CallError(404)
  return made.rows[0]
}

/** Gives a tenant in scope; 400 where there is none, or he was merged into another. */
export const tenantNamed = async ({ tx, session }: Acting, custom_id: number): Promise<Party> => {
  const { rows } = await sql<Party>`
    select custom_id, name, company_id from lessee
    where custom_id = ${custom_id} and standing = ${inState(lessee, 'kept')} and ${inScope(session.scope, 'p_id')}
  `.execute(tx)
  if (rows[0]) return rows[0]
  // Whoever chose him did so before a colleague made two entries one, or asks again for what an approval came too late for.
  const { rows: kept } = await sql<{ name: string }>`
    select l.name from lessee o join lessee l on l.custom_id = o.merged_into where o.custom_id = ${custom_id} and ${inScope(session.scope, 'l.p_id')}
  `.execute(tx)
  const said = kept[0] ? `这条登记已合并，请选留下的“${kept[0].name}”` : '请选择租客；没有登记的先在用户列表新增'
  throw new CallError(400, said, { field: 'custom_id' })
}

/** What is agreed on who pays. */
interface Paying {
  payment_ratio: number
  deposit_payer: number
}

/** Gives the employer that pays the deposit, or what of the rent the tenant does not bear, as it is agreed: the contract keeps it, for the tenant may go to work for another. null where none does. */
export const employerOf = ({ company_id }: Pick<Party, 'company_id'>, { payment_ratio, deposit_payer }: Paying): number | null =>
  payment_ratio < 100 || deposit_payer === 2 ? company_id : null

/** Throws 400 where the employer is to pay the deposit (2) of a tenant who has none. */
export const checkDepositPayer = ({ company_id }: Party, deposit_payer = 1): void => {
  if (deposit_payer === 2 && company_id === null)
    throw new CallError(400, '租客没有所在企业：请先在租客上登记企业，或由承租方交押金', { field: 'deposit_payer' })
}

/** Throws 400 where a tenant does not bear all of the rent and nobody is known to bear the rest. */
export const checkBearer = ({ company_id }: Party, payment_ratio: number): void => {
  if (payment_ratio < 100 && company_id === null)
    throw new CallError(400, '租客没有所在企业，其余部分无人承担：请先在租客上登记企业，或由租客承担100%', { field: 'payment_ratio' })
}
