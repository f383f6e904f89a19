import { createHash, randomBytes } from 'node:crypto'
import type { linkPurposes, linkWays } from '../../../src/schemas/link/link.ts'

export type LinkPurpose = keyof typeof linkPurposes
export type LinkWay = keyof typeof linkWays

/** Whoever calls by a link: what it is bound to, and of whom it is. */
export interface Link {
  link_id: number
  purpose: LinkPurpose
  way: LinkWay
  resource: string
  record_id: number
  p_id: number | null
  holder: string
  /** Seconds since the epoch. */
  expires_at: number
  /** Whether its deed is done. */
  isUsed: boolean
}

/** 256 random bits in 43 letters of an address. */
export const LINK_CODE = '^[A-Za-z0-9_-]{43}$'

export const newLinkCode = (): string => randomBytes(32).toString('base64url')

/** Gives what the store keeps of a link's code: who reads the table can open none. */
export const hashLinkCode = (code: string): Buffer => createHash('sha256').update(code).digest()

/** Whoever acts by a link, as 操作日志 names them. */
export const viaLink = ({ holder }: Pick<Link, 'holder'>): string => `${holder}（链接）`
