import type { CompleteResource } from '../../../src/derive/complete.ts'
import type { Facts } from '../facts/facts.ts'
import type { Tally } from '../facts/tallies.ts'
import type { Posting } from '../postings/posting.ts'
import type { NeededRows } from './neededRows.ts'

/** SQL files by name, folders and all. */
export type Migrations = Readonly<Record<string, string>>

/** What the store is made from: base SQL, tables from declarations, the domains' SQL and their views, in this order. */
export interface Plan {
  base: Migrations
  resources: readonly CompleteResource[]
  domain: Migrations
  views: Migrations
  facts: readonly Facts[]
  /** The functions that are their truth. */
  factsSql: Migrations
  tallies: readonly Tally[]
  /** By the order of their codes: one may say the account that an earlier one posted. */
  postings: readonly Posting[]
  rows: readonly NeededRows[]
}
