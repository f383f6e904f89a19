import { sql } from 'kysely'
import { keepItems } from '../domain/closing/index.ts'
import { BUSINESS_TABLES, GUARDED_TABLES } from '../domain/sample/tables.ts'
import { detachIndexes } from '../store/bringUp/detachIndexes.ts'
import type { Database, Tx } from '../store/connection/database.ts'
import { unhurried } from '../store/connection/transaction.ts'
import { keepLater } from '../store/facts/facts.ts'
import { countAnew, keepAllFacts, postEverything } from '../store/facts/keepFacts.ts'
import { addMessages } from './account/addMessages.ts'
import { addStructure } from './account/addStructure.ts'
import { addBefore, addPast } from './addPast.ts'
import { addApplicants } from './application/addApplicants.ts'
import { addDrafts } from './application/addDrafts.ts'
import { addPublicity } from './application/addPublicity.ts'
import { addBillActs } from './bill/addBillActs.ts'
import { addBills } from './bill/addBills.ts'
import { addClosings, addLines, addRecognition } from './bill/addClosings.ts'
import { addInvoices } from './bill/addInvoices.ts'
import { addLate } from './bill/addLate.ts'
import { calendar } from './calendar.ts'
import { addCompanies } from './company/addCompanies.ts'
import { addComparisons } from './comparison/addComparisons.ts'
import { addFilings } from './contract/addFilings.ts'
import { addHoldovers } from './contract/addHoldovers.ts'
import { addPapers } from './contract/addPapers.ts'
import { addReviews } from './contract/addReviews.ts'
import { addSplits } from './contract/addSplits.ts'
import { addTemplates } from './contract/addTemplates.ts'
import { addTenancies } from './contract/addTenancies.ts'
import { tenancies } from './contract/tenancies.ts'
import { addFlows } from './flow/addFlows.ts'
import { addInputTaxes } from './flow/addInputTaxes.ts'
import { addOpenReceipts } from './flow/addOpenReceipts.ts'
import { addStatements } from './flow/addStatements.ts'
import { fillLookups } from './lookups.ts'
import { addOwners } from './owner/addOwners.ts'
import { addPictures } from './property/addPictures.ts'
import { addRooms } from './property/addRooms.ts'
import { layOut } from './property/layOut.ts'
import { type Drawn, makePictures, type Picture } from './property/makePictures.ts'
import { addServices } from './service/addServices.ts'
import { addKin } from './tenant/addKin.ts'
import type { Staff } from './types.ts'

interface Log {
  info(fields: object, message: string): void
}

/** `months`: how far back bills go. */
const SIZES = { small: { rooms: 2000, flows: null, months: 12 }, large: { rooms: 100_000, flows: 1_000_000, months: 10 } } as const

/** No limit of time: another node may be making the sample, and the answer waits until it has. */
const takeTime = async (tx: Tx): Promise<void> => {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
}

const isEmpty = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ is_empty: boolean }>`select not exists (select from project) as is_empty`.execute(tx)
  return rows[0]?.is_empty ?? false
}

const staffOf = async (tx: Tx): Promise<Staff> => {
  const { rows } = await sql<{ user_name: keyof Staff; user_id: number }>`
    select user_name, user_id from account where user_name in ('admin', 'guanjia', 'caiwu')
  `.execute(tx)
  return { admin: null, guanjia: null, caiwu: null, ...Object.fromEntries(rows.map((row) => [row.user_name, row.user_id])) }
}

/** What follows joins tables that have just been filled: without a look at them the planner takes each for empty. */
const analyze = async (tx: Tx, tables: readonly string[]): Promise<void> => {
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(tx)
}

const fill = async (tx: Tx, size: keyof typeof SIZES, drawn: Drawn<Picture>): Promise<object | null> => {
  await takeTime(tx)
  await sql`select pg_advisory_xact_lock(826102)`.execute(tx)
  if (!(await isEmpty(tx))) return null
  await sql`lock table ${sql.join(BUSINESS_TABLES.map((table) => sql.table(table)))} in access exclusive mode`.execute(tx)
  const { rows: days } = await sql<{ today: string }>`select current_date as today`.execute(tx)
  const today = days[0]?.today ?? ''

  const staff = await staffOf(tx)
  await keepLater(tx)
  await addBefore(tx)
  const attachRooms = await detachIndexes(tx, ['org'])
  const attachIndexes = await detachIndexes(
    tx,
    BUSINESS_TABLES.filter((table) => table !== 'org'),
  )
  const lookups = await fillLookups(tx)
  const pictures = await addPictures(tx, drawn, staff)
  const { rooms, buildings } = await addRooms(
    tx,
    layOut(SIZES[size].rooms, size === 'large'),
    lookups,
    pictures,
    staff,
    calendar.dayOf(today),
  )
  // A contract looks for the room that its own is a part of: by an index, or it would read all rooms.
  await attachRooms()
  await analyze(tx, ['org'])
  await addStructure(tx, staff)
  await addTemplates(tx, staff)
  const contracts = tenancies(rooms, calendar.dayOf(today))
  const tenants = await addTenancies(tx, contracts, today, staff)
  await addKin(tx, contracts, today, staff)
  for (const table of GUARDED_TABLES) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
  const flows = await addFlows(tx, {
    rooms,
    buildings,
    contracts,
    lookups,
    receipts: pictures.receipts,
    staff,
    today: calendar.dayOf(today),
    count: SIZES[size].flows,
  })
  await addInputTaxes(tx, lookups, staff)
  await analyze(tx, ['org', 'lessee', 'contract', 'flow'])
  await addCompanies(tx, staff)
  await addBills(tx, lookups, staff, SIZES[size].months, (tables) => analyze(tx, tables))
  for (const table of GUARDED_TABLES) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  await addFilings(tx, staff)
  await addApplicants(tx, rooms, today, staff)
  await addOwners(tx, rooms, today, staff)
  await attachIndexes()
  await addLines(tx)
  // What follows reads one contract's bills at a time.
  await addPapers(tx, staff)
  await addSplits(tx, staff)
  await addHoldovers(tx, calendar.dayOf(today))
  // It makes bills by the domain's own code, whose checks wait for the commit: no index is made beside them.
  await addServices(tx, lookups, pictures.faults, calendar.dayOf(today), staff)
  await addOpenReceipts(tx, lookups, staff)
  await addStatements(tx, staff)
  await addBillActs(tx, staff)
  await addInvoices(tx, staff)
  await addLate(tx, calendar.dayOf(today), staff)
  await addPublicity(tx, calendar.dayOf(today), staff)
  await addDrafts(tx, calendar.dayOf(today))
  await addReviews(tx, calendar.dayOf(today), staff)
  await addComparisons(tx, calendar.dayOf(today), staff)
  await keepAllFacts(tx)
  await addPast(tx)
  await addRecognition(tx)
  await countAnew(tx, 'recognition')
  const attachJournal = await detachIndexes(tx, ['journal_line'])
  await postEverything(tx)
  await attachJournal()
  await addClosings(tx, staff)
  await keepItems(tx)
  await addMessages(tx, staff)
  await sql`insert into setting (name, value) values ('sample', ${JSON.stringify({ size, date: today })}::jsonb)`.execute(tx)
  await analyze(tx, BUSINESS_TABLES)
  return { rooms: rooms.length, tenants: tenants.length, contracts: contracts.length, flows }
}

/** Sets the visibility map, without which no index answers alone. No transaction may be open around it. */
const vacuum = (db: Database): Promise<void> =>
  unhurried(db, async (connection) => {
    for (const table of BUSINESS_TABLES) await sql`vacuum ${sql.table(table)}`.execute(connection)
  })

/**
 * Fills an empty store with the sample operator: three projects in Shanghai with their rooms, tenants, contracts and money. Does
 * nothing where a project is there. The rows depend on the day and on nothing else.
 */
export const makeSample = async (db: Database, size: 'small' | 'large', dataDir: string, log: Log): Promise<void> => {
  const isWanted = await db.transaction().execute(async (tx) => {
    await takeTime(tx)
    return isEmpty(tx)
  })
  if (!isWanted) return
  const began = Date.now()
  // Files first, rows second, as uploads do it: a crash between the two leaves unnamed files, never rows without their pictures.
  const drawn = await makePictures(dataDir)
  const made = await db.transaction().execute((tx) => fill(tx, size, drawn))
  if (!made) return
  await vacuum(db)
  log.info({ size, ...made, seconds: (Date.now() - began) / 1000 }, 'sample data made')
}
