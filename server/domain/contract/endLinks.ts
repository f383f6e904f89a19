import { withdrawLinks } from '../../caller/links/makeLink.ts'
import { withdrawOutbound } from '../../outbox/withdrawOutbound.ts'
import type { Tx } from '../../store/connection/database.ts'

/** What tells the message that brings a link, and the one with its digits, from others. */
export const linkMessage = (link_id: number): string => `link.${link_id}`
export const checkMessage = (link_id: number, sent: number): string => `link.${link_id}.check.${sent}`

/** So many times at most digits are sent for one link. */
export const MAX_CHECKS = 5

/** Has what tells of links that have ended not go any more. */
export const withdrawMessages = (tx: Tx, links: readonly number[]): Promise<void> =>
  withdrawOutbound(
    tx,
    links.flatMap((link_id) => [
      linkMessage(link_id),
      ...Array.from({ length: MAX_CHECKS }, (_, index) => checkMessage(link_id, index + 1)),
    ]),
    '签署链接已不再有效',
  )

/** Ends the links by which a contract could be signed: it is signed otherwise, or void. */
export const endLinks = async (tx: Tx, contract_id: number): Promise<void> =>
  withdrawMessages(tx, await withdrawLinks(tx, { resource: 'contract', record_id: contract_id }))
