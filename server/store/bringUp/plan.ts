import { fileResources } from '../../../src/declared/declared.ts'
import type { Facts } from '../facts/facts.ts'
import type { Tally } from '../facts/tallies.ts'
import type { Posting } from '../postings/posting.ts'
import type { NeededRows } from './neededRows.ts'
import { withCodes } from './states.ts'
import type { Migrations, Plan } from './storePlan.ts'

const base = import.meta.glob<string>('../migrations/*.sql', { query: '?raw', import: 'default', eager: true })
const domain = import.meta.glob<string>('../../domain/*/migrations/*.sql', { query: '?raw', import: 'default', eager: true })
const views = import.meta.glob<string>('../../domain/*/views/*.sql', { query: '?raw', import: 'default', eager: true })

const factsSql = import.meta.glob<string>('../../domain/*/facts/*.sql', { query: '?raw', import: 'default', eager: true })
const facts = import.meta.glob<Facts>('../../domain/*/facts.ts', { import: 'default', eager: true })

const tallies = import.meta.glob<readonly Tally[]>('../../domain/*/tallies.ts', { import: 'default', eager: true })

const postings = import.meta.glob<readonly Posting[]>('../../domain/*/postings.ts', { import: 'default', eager: true })
const rows = import.meta.glob<readonly NeededRows[]>('../../domain/*/rows.ts', { import: 'default', eager: true })

const named = (files: Migrations): Migrations =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace(/^(\.\.\/)+/, ''), text]))

/** Everything that the store is made from, found by its being there. */
export const plan: Plan = {
  base: named(base),
  resources: fileResources,
  domain: named(domain),
  views: withCodes(named(views), fileResources),
  facts: Object.values(facts),
  factsSql: withCodes(named(factsSql), fileResources),
  tallies: Object.values(tallies).flat(),
  postings: Object.values(postings)
    .flat()
    .toSorted((a, b) => a.event - b.event),
  rows: Object.values(rows).flat(),
}
