import { withdrawLinks } from '../../caller/links/makeLink.ts'
import { withdrawOutbound } from '../../outbox/withdrawOutbound.ts'
import type { Tx } from '../../store/connection/database.ts'
import { endDigits } from '../link/index.ts'

/** What tells the message that brings a link from others. */
export const linkMessage = (link_id: number): string => `link.${link_id}`

/** For what the digits of a link are. */
export const checkAbout = (link_id: number): string => `link.${link_id}`

/** Has what tells of links that have ended not go any more. */
export const withdrawMessages = async (tx: Tx, links: readonly number[]): Promise<void> => {
  await withdrawOutbound(tx, links.map(linkMessage), '签署链接已不再有效')
  await endDigits(tx, links.map(checkAbout))
}

/** Ends the links by which a contract could be signed: it is signed otherwise, or void. */
export const endLinks = async (tx: Tx, contract_id: number): Promise<void> =>
  withdrawMessages(tx, await withdrawLinks(tx, { resource: 'contract', record_id: contract_id }))
