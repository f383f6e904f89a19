import { sql } from 'kysely'
import signTask from '../../../src/resources/signing/signTask.ts'
import type { Link } from '../../caller/links/link.ts'
import { withdrawLinks } from '../../caller/links/makeLink.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { addOutbound } from '../../outbox/addOutbound.ts'
import { withdrawOutbound } from '../../outbox/withdrawOutbound.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { endDigits } from '../link/index.ts'

/** The record of which somebody is asked for a signature. */
type About = Pick<Link, 'resource' | 'record_id'>

/** What tells the message that brings a link from others. */
export const linkMessage = (link_id: number): string => `link.${link_id}`

/** For what the digits of a link are. */
export const checkAbout = (link_id: number): string => `link.${link_id}`

/** What tells the message that has a service begin a task, or end one, from others; a task that it has made is ended by its number there. */
const taskMessage = (sign_task_id: number, deed: 'create' | 'cancel', outside_id: string | null): string =>
  outside_id === null ? `sign.${sign_task_id}.${deed}` : `sign.${sign_task_id}.${deed}.${outside_id}`

/** Has what tells of links that have ended not go any more. */
export const withdrawMessages = async (tx: Tx, links: readonly number[]): Promise<void> => {
  await withdrawOutbound(tx, links.map(linkMessage), '签署链接已不再有效')
  await endDigits(tx, links.map(checkAbout))
}

/** Has something done about a task at its service, once this transaction has committed. */
export const tellService = async (
  tx: Tx,
  deed: 'create' | 'cancel',
  sign_task_id: number,
  outside_id: string | null = null,
): Promise<void> => {
  const once = taskMessage(sign_task_id, deed, outside_id)
  const subject = deed === 'create' ? '发起签署' : '撤销签署'
  const content = JSON.stringify({ deed, sign_task_id })
  await addOutbound(tx, [{ channel: 3, receiver: null, subject, content, once, resource: 'sign_task', recordId: sign_task_id }])
}

/** Ends what is under way of asking for a signature to a record, at a service outside, too: there it is told of, once this has committed. */
export const withdrawTasks = async (acting: Acting, { resource, record_id }: About, reason: string): Promise<void> => {
  const { tx } = acting
  const { rows } = await sql<{ sign_task_id: number; outside_id: string | null; is_outside: boolean }>`
    select sign_task_id, outside_id, outside_id is not null or state = ${inState(signTask, 'preparing')} as is_outside from sign_task
    where resource = ${resource} and record_id = ${record_id} and state in (${inSet(signTask, 'open')}) order by sign_task_id for no key update
  `.execute(tx)
  if (rows.length === 0) return
  const ids = rows.map(({ sign_task_id }) => sign_task_id)
  await moveBySystem(acting, 'sign_task', 'withdraw', ids, { reason })
  await sql`update sign_task set ask_at = null where sign_task_id = any(${ids}::integer[])`.execute(tx)
  await withdrawOutbound(
    tx,
    ids.map((id) => taskMessage(id, 'create', null)),
    '这次签署已撤销',
  )
  // Of one that is being prepared nobody knows whether the service has it: it is looked for there.
  for (const { sign_task_id, outside_id, is_outside } of rows) if (is_outside) await tellService(tx, 'cancel', sign_task_id, outside_id)
}

/** Ends all by which a record could be signed: it is signed otherwise, or void. */
export const endSigning = async (acting: Acting, about: About, why: string): Promise<void> => {
  await withdrawMessages(acting.tx, await withdrawLinks(acting.tx, about))
  await withdrawTasks(acting, about, why)
}
