import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import link from '../../../src/resources/link/link.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { hashLinkCode, type Link, newLinkCode } from './link.ts'

/** What a link is to be bound to. */
export type NewLink = Pick<Link, 'purpose' | 'way' | 'resource' | 'record_id' | 'p_id' | 'holder'> & {
  seconds: number
  userId: number | null
}

/** The record that links are about. */
type About = Pick<Link, 'resource' | 'record_id'>

const end = async (tx: Tx, { resource, record_id }: About, state: 'replaced' | 'withdrawn'): Promise<number[]> => {
  const { rows } = await sql<{ link_id: number }>`
    update link set state = ${codeOf(link, state)}, version = version + 1, updated_at = epoch_now()
    where resource = ${resource} and record_id = ${record_id} and state in (${inSet(link, 'open')}) returning link_id
  `.execute(tx)
  return rows.map(({ link_id }) => link_id)
}

/**
 * Makes a link and gives its code, which nobody can be told again: the store has its hash. One that was open for the same record is replaced by it; those
 * are given, too, since what told of them is not to be told any more.
 */
export const makeLink = async (
  tx: Tx,
  { seconds, userId, ...about }: NewLink,
): Promise<{ link_id: number; code: string; expires_at: number; replaced: number[] }> => {
  const replaced = await end(tx, about, 'replaced')
  const code = newLinkCode()
  const { purpose, way, resource, record_id, p_id, holder } = about
  const { rows } = await sql<{ link_id: number; expires_at: number }>`
    insert into link (purpose, way, resource, record_id, p_id, holder, state, expires_at, code_hash, created_by)
    values (${purpose}, ${way}, ${resource}, ${record_id}, ${p_id}, ${holder}, ${codeOf(link, 'sent')}, epoch_now() + ${seconds}::bigint,
      ${hashLinkCode(code)}, ${userId})
    returning link_id, expires_at
  `.execute(tx)
  const [made] = rows
  if (!made) throw new Error('no link was made')
  return { ...made, code, replaced }
}

/** Ends the links that are open for a record, since what they permit is not wanted any more; gives which. */
export const withdrawLinks = (tx: Tx, about: About): Promise<number[]> => end(tx, about, 'withdrawn')

/**
 * Holds a link for its deed, until the transaction ends; false where it is not open any more: of two who do it at once the second finds it used.
 */
export const holdLink = async (tx: Tx, { link_id }: Pick<Link, 'link_id'>): Promise<boolean> => {
  const { rows } = await sql`
    select from link where link_id = ${link_id} and state in (${inSet(link, 'open')}) and expires_at > epoch_now() for no key update
  `.execute(tx)
  return rows.length > 0
}

/** Whether a link's deed has been done meanwhile. */
export const isUsedNow = async (db: Queryable, { link_id }: Pick<Link, 'link_id'>): Promise<boolean> => {
  const { rows } = await sql`select from link where link_id = ${link_id} and state = ${inState(link, 'used')}`.execute(db)
  return rows.length > 0
}

/** Notes that a link's deed is done. */
export const useLink = async (tx: Tx, { link_id }: Pick<Link, 'link_id'>): Promise<void> => {
  await sql`
    update link set state = ${codeOf(link, 'used')}, used_at = epoch_now(), version = version + 1, updated_at = epoch_now() where link_id = ${link_id}
  `.execute(tx)
}
