import type { Link } from '../../caller/links/link.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { checkOpen, holdStanding, keepLonger, numberOf, type Standing, standingOf } from '../telephone/index.ts'
import { repairDoor } from './door.ts'

/** Whoever calls by a link, with the number that he has shown to be his. */
export interface Tenant {
  standing: Standing
  number: string
  hash: Buffer
}

const tenantOn = async (db: Queryable, standing: Standing): Promise<Tenant> => {
  const number = (await numberOf(db, repairDoor, standing.id)) ?? ''
  return { standing, number, hash: sealerOf(db).hash('phone', number) }
}

/** Gives whoever calls by a link. Throws 409 where the operator takes no reports by telephone any more. */
export const tenantOf = async (db: Queryable, { record_id }: Link): Promise<Tenant> => {
  await checkOpen(db, repairDoor)
  return tenantOn(db, await standingOf(db, repairDoor, record_id))
}

/** The same, held until the transaction ends: of what one telephone sends at once one is done after the other. What is kept for it is kept for as long again. */
export const holdTenant = async (tx: Tx, { record_id }: Link, now: number): Promise<Tenant> => {
  await checkOpen(tx, repairDoor)
  const standing = await holdStanding(tx, repairDoor, record_id)
  await keepLonger(tx, repairDoor, record_id, now)
  return tenantOn(tx, standing)
}
