import { basename } from 'node:path'
import { sortBy } from 'es-toolkit'
import { sql } from 'kysely'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import type { Database, Queryable, Tx } from '../connection/database.ts'
import { dropFactTriggers, factsStatements, keepAll } from '../facts/facts.ts'
import { dropTallies, tallyStatements, tallyTable } from '../facts/tallies.ts'
import { rulesOf } from '../postings/rules.ts'
import { dropPostings, postAll, postingStatements } from '../postings/statements.ts'
import { StartError } from '../startError.ts'
import { bringColumns, bringIndexesNow, bringReferences, bringStates, tighten } from './bringUp.ts'
import { guardsOf } from './guards.ts'
import { hashOf } from './hashOf.ts'
import { holdTables } from './holdTables.ts'
import { bringRows } from './neededRows.ts'
import { bringWholePast, dropPast, pastStatements } from './past.ts'
import { stateConstraintsOf } from './states.ts'
import type { Migrations, Plan } from './storePlan.ts'
import { createTable, indexesOf } from './tables.ts'

const run = async (tx: Tx, statement: string): Promise<void> => {
  await sql.raw(statement).execute(tx)
}

/** By number, whatever the folder: what one subject's change needs of another's has a lower one. */
const inOrder = (files: Migrations): string[] =>
  sortBy(
    Object.keys(files).map((name) => ({ name, file: basename(name) })),
    ['file', 'name'],
  ).map(({ name }) => name)

const applyFiles = async (tx: Tx, files: Migrations): Promise<void> => {
  for (const name of inOrder(files)) {
    const text = files[name] ?? ''
    const hash = hashOf(text)
    // A file that was laid into another room is known by its text, whatever it is called there.
    const { rows } = await sql<{ hash: string }>`
      select hash from applied where name = ${name} or hash = ${hash} order by name = ${name} desc limit 1
    `.execute(tx)
    if (rows[0] && rows[0].hash !== hash)
      throw new StartError(`数据库变更 ${name} 已执行过，之后文件又被修改：请恢复该文件，改动另写新文件`)
    if (rows[0]) continue
    await run(tx, text)
    await sql`insert into applied (name, hash) values (${name}, ${hash})`.execute(tx)
  }
}

/** All tables first: those that refer to each other need both. */
const applyTables = async (tx: Tx, resources: readonly CompleteResource[]): Promise<void> => {
  const targets = targetsOf(resources)
  for (const resource of targets.values()) await bringColumns(tx, resource)
  for (const resource of targets.values()) {
    await bringIndexesNow(tx, resource)
    await bringReferences(tx, resource, targets)
  }
}

const targetsOf = (resources: readonly CompleteResource[]): Map<string, CompleteResource> =>
  new Map(resources.filter((resource) => resource.isStored).map((resource) => [resource.name, resource]))

/** After the domains' SQL, where the function is that the triggers call. */
const applyHistory = async (tx: Tx, resources: readonly CompleteResource[]): Promise<void> => {
  const targets = targetsOf(resources)
  for (const resource of targets.values()) for (const statement of guardsOf(resource, targets)) await run(tx, statement)
}

/** Views hold no data, so they are made anew whenever anything changed: their `table.*` then has the columns just added. They may read tallies, which are counted later. */
const applyViews = async (tx: Tx, { views, tallies }: Plan): Promise<void> => {
  for (const name of Object.keys(views)) await sql`drop view if exists ${sql.id(viewName(name))} cascade`.execute(tx)
  await dropTallies(tx)
  for (const tally of tallies) for (const statement of tallyTable(tally)) await run(tx, statement)
  for (const name of Object.keys(views).sort()) await run(tx, views[name] ?? '')
}

/** The functions that facts are told by, and what keeps them; then all are kept anew, as the functions now tell them, and counted. */
const applyFacts = async (tx: Tx, { resources, facts, factsSql, tallies }: Plan): Promise<void> => {
  const find = findIn(resources)
  await dropFactTriggers(tx)
  for (const name of Object.keys(factsSql)) await sql`drop function if exists ${sql.id(viewName(name))} cascade`.execute(tx)
  for (const name of Object.keys(factsSql).sort()) await run(tx, factsSql[name] ?? '')
  for (const one of facts) for (const statement of factsStatements(one, find)) await run(tx, statement)
  for (const one of facts) await keepAll(one, find, async (portion) => (await portion.execute(tx)).rows)
  for (const tally of tallies) for (const statement of tallyStatements(tally)) await run(tx, statement)
}

/** Before the tallies, which count what is posted. */
const applyPostings = async (tx: Tx, { postings }: Plan): Promise<void> => {
  await dropPostings(tx)
  for (const statement of postingStatements(postings)) await run(tx, statement)
  await postAll(tx, postings)
}

/** Finds a stored resource; throws where there is none of that name. */
export const findIn = (resources: readonly CompleteResource[]) => {
  const targets = targetsOf(resources)
  return (name: string): CompleteResource => {
    const found = targets.get(name)
    if (!found) throw new Error(`facts: 没有名为 ${name} 的资源`)
    return found
  }
}

const viewName = (file: string): string => file.replace(/^.*\//, '').replace(/\.sql$/, '')

/** What the declarations come to counts too: the same declaration may make other SQL after a change of the code. */
const versionOf = (plan: Plan): string =>
  hashOf([
    plan,
    [...targetsOf(plan.resources).values()].map((resource) => [
      createTable(resource),
      indexesOf(resource),
      stateConstraintsOf(resource),
      guardsOf(resource, targetsOf(plan.resources)),
      pastStatements(resource),
    ]),
    plan.facts.map((one) => factsStatements(one, findIn(plan.resources))),
    plan.tallies.map((tally) => [tallyTable(tally), tallyStatements(tally)]),
    postingStatements(plan.postings),
  ])

/** How a store stands to the code: nothing is in it yet, it is as the code would make it, or it was made by another. */
export const standingOf = async (db: Queryable, plan: Plan): Promise<'empty' | 'current' | 'other'> => {
  const { rows } = await sql<{ there: string | null }>`select to_regclass('applied')::text as there`.execute(db)
  if (!rows[0]?.there) return 'empty'
  const done = await sql<{ hash: string }>`select hash from applied where name = 'declarations'`.execute(db)
  return done.rows[0]?.hash === versionOf(plan) ? 'current' : 'other'
}

/**
 * Brings the store up to the code: all in one transaction, under a lock,
 * so that of several nodes starting at once one does it and the others, which wait, have nothing left to do. Where nothing has changed it is one short query.
 */
export const migrate = async (db: Database, plan: Plan): Promise<void> => {
  const { base, resources, domain, views } = plan
  if ((await standingOf(db, plan)) === 'current') return
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(826101)`.execute(tx)
    // Whoever has waited finds it done: once more would take the store from nodes that are at work in it by now.
    if ((await standingOf(tx, plan)) === 'current') return
    await holdTables(tx)
    const [first = '', ...rest] = Object.keys(base).sort()
    const started = await sql<{ there: string | null }>`select to_regclass('applied')::text as there`.execute(tx)
    if (!started.rows[0]?.there) {
      await run(tx, base[first] ?? '')
      await sql`insert into applied (name, hash) values (${first}, ${hashOf(base[first])})`.execute(tx)
    }
    await dropPast(tx)
    await applyFiles(tx, Object.fromEntries([first, ...rest].map((name) => [name, base[name] ?? ''])))
    await applyTables(tx, resources)
    await applyFiles(tx, domain)
    // After the domains' SQL, which fills a column that came late.
    for (const resource of targetsOf(resources).values()) {
      await bringStates(tx, resource)
      await tighten(tx, resource)
    }
    await applyHistory(tx, resources)
    await applyViews(tx, plan)
    for (const needed of [...plan.rows, rulesOf(plan.postings)]) await bringRows(tx, needed)
    await applyPostings(tx, plan)
    await applyFacts(tx, plan)
    await bringWholePast(tx, [...targetsOf(resources).values()], views)
    await sql`
      insert into applied (name, hash) values ('declarations', ${versionOf(plan)}) on conflict (name) do update set hash = excluded.hash, at = epoch_now()
    `.execute(tx)
  })
}
