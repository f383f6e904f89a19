import { findIn } from '../bringUp/migrate.ts'
import { plan } from '../bringUp/plan.ts'
import type { Database, Tx } from '../connection/database.ts'
import { unhurried } from '../connection/transaction.ts'
import { postAll } from '../postings/statements.ts'
import { auditFacts, keepAll } from './facts.ts'
import { auditTally, foldTally, recount } from './tallies.ts'

const find = (name: string) => findIn(plan.resources)(name)

/** Has all facts kept as of today and everything counted anew, in the caller's transaction: after rows were added that no trigger saw. */
export const keepAllFacts = async (tx: Tx): Promise<void> => {
  for (const facts of plan.facts) await keepAll(facts, find, async (portion) => (await portion.execute(tx)).rows)
  for (const tally of plan.tallies) await recount(tx, tally)
}

/** Has what is counted of a table counted anew: after rows were added that no trigger saw. In the caller's transaction. */
export const countAnew = async (tx: Tx, table: string): Promise<void> => {
  for (const tally of plan.tallies.filter(({ of }) => of === table)) await recount(tx, tally)
}

/** Has everything posted that is not yet, and counted: after rows were added that no trigger saw. In the caller's transaction. */
export const postEverything = async (tx: Tx): Promise<void> => {
  await postAll(tx, plan.postings)
  await countAnew(tx, 'journal_line')
}

/** Has the facts kept that time alone changes (a contract ends soon, a bill is overdue); gives how many changed. Every portion is a transaction of its own, so nobody waits long. */
export const keepTimedFacts = (db: Database): Promise<number> =>
  unhurried(db, async (connection) => {
    let changed = 0
    for (const facts of plan.facts) changed += await keepAll(facts, find, async (portion) => (await portion.execute(connection)).rows)
    return changed
  })

/** What an audit found of one declaration: how many records, or groups, are not what they are made of. */
export interface Audited {
  name: string
  label: string
  wrong: number
}

/** Gives for each of the kept facts, by its function's name, and for each tally, how many are not what that function says. Changes nothing. */
export const auditAllFacts = (db: Database): Promise<Audited[]> =>
  unhurried(db, async (connection) => {
    const told: Audited[] = []
    for (const facts of plan.facts)
      told.push({
        name: facts.name,
        label: facts.label,
        wrong: await auditFacts(facts, find, async (portion) => (await portion.execute(connection)).rows),
      })
    for (const tally of plan.tallies) told.push({ name: tally.name, label: tally.label, wrong: await auditTally(connection, tally) })
    return told
  })

/** Puts together the lines of the tallies that have become many; gives how many there were. */
export const foldTallies = async (db: Database): Promise<number> => {
  let folded = 0
  for (const tally of plan.tallies) folded += await foldTally(db, tally)
  return folded
}
