import { sql } from 'kysely'
import { expect } from 'vitest'
import { billRent } from '../../server/domain/contract/rentBilling.ts'
import { inTransaction } from '../../server/store/connection/transaction.ts'
import { resourceNamed } from '../../src/declared/declared.ts'
import { importColumns } from '../../src/derive/imports/importColumns.ts'
import { addDays, today } from '../../src/protocol/dates.ts'
import type { AdminServer } from './adminServer.ts'
import { imported, mistakes, tried, workbook } from './imports.ts'
import { cardOf } from './store/ground.ts'
import { tenanciesOn } from './tenancies.ts'

type Cells = Record<string, unknown>

export const IMPORT = '/api/contract/import'

let serial = 12_000

/** Gives a day's date some months later. */
export const monthsLater = (day: string, months: number): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** What a test does with contracts that were signed elsewhere, on a server whose ground is filled. */
export const enteringOn = (at: AdminServer) => {
  const columns = (): string[] => importColumns(resourceNamed('contract')).map(({ name }) => name)
  const { bills, room, tenant } = tenanciesOn(at)
  /** Registers a tenant and a vacant room, and gives how a file names them. */
  const ground = async (): Promise<{ org_id: number; custom_id: number; words: string; card: string; name: string }> => {
    const card = cardOf(serial++)
    const name = `存${[...String(serial)].map((digit) => '零一二三四五六七八九'[Number(digit)]).join('')}`
    const [org_id, custom_id] = [await room(), await tenant({ card, name })]
    const { region_name, unit_floor } = (await at.ask('/api/org/detail', { org_id })).data
    return { org_id, custom_id, words: `${region_name} ${unit_floor}`, card, name }
  }
  /** A row of a file by the fields' names: half a year old, for a year, monthly from its day of the month. */
  const cells = (of: { words: string; card: string }, changes: Cells = {}): Cells => {
    const start_date = monthsLater(today(), -6)
    return {
      ...{ custom_id: of.card, org_id: of.words, signed_on: start_date, start_date, months: 12, rent: '1280', deposit: '1280' },
      ...{ mode: '对月', cycle: '月付', due_way: '周期开始后', due_days: 9, deposit_held: '1280' },
      ...changes,
    }
  }
  const file = (rows: readonly Cells[]): Buffer => {
    const names = columns()
    const heads = importColumns(resourceNamed('contract')).map(({ head }) => head)
    return workbook([heads, ...rows.map((row) => names.map((name) => row[name] ?? null))])
  }
  /** The cell of a field in a row of a file, as mistakes name it. */
  const cell = (name: string, row = 2): string => `${String.fromCharCode(65 + columns().indexOf(name))}${row}`
  /** The day before so many months after the beginning of `cells`. */
  const endOf = (months: number): string => addDays(monthsLater(monthsLater(today(), -6), months), -1)
  /** Gives what is wrong with rows, by their cells. */
  const wrong = async (rows: readonly Cells[]): Promise<string[]> => mistakes(await tried(at.server, IMPORT, file(rows), at.admin))
  /** Imports rows that are right; gives the import and the keys of the contracts, in the order of the rows. */
  const take = async (rows: readonly Cells[]): Promise<{ import_id: number; keys: number[] }> => {
    const trial = await tried(at.server, IMPORT, file(rows), at.admin)
    expect([trial.error, mistakes(trial)]).toEqual(['', []])
    const done = await imported(at.server, at.admin, trial.import_id)
    expect(done.state).toBe('done')
    const { rows: batch } = await sql<{ made: { keys: number[] }[] }>`
      select made from import_batch where import_id = ${trial.import_id}
    `.execute(at.server.db)
    return { import_id: trial.import_id, keys: batch[0]?.made[0]?.keys ?? [] }
  }
  /** What is held of a contract's deposit by its book, in fen. */
  const held = async (contract_id: number): Promise<number> =>
    (
      await sql<{ n: number }>`select coalesce(sum(price), 0)::bigint as n from deposit_entry where contract_id = ${contract_id}`.execute(
        at.server.db,
      )
    ).rows[0]?.n ?? 0
  /** The rent bills of a contract that are not void: from, to, and fen. */
  const rents = async (contract_id: number) =>
    (await bills(contract_id))
      .filter(({ from, is_void }) => from === 1 && is_void === 0)
      .map(({ start_date, end_date, price }) => [start_date, end_date, price])
  /** Bills rent as the nightly job does, until a day; gives how many bills were made. */
  const nightly = (until: string): Promise<number> =>
    inTransaction(at.server.db, { userId: null, path: 'job:test', label: '试', address: '' }, async (tx) => {
      let [after, made] = [0 as number | null, 0]
      while (after !== null) {
        const done = await billRent(tx, { today: today(), until, after })
        ;[after, made] = [done.after, made + done.made]
      }
      return made
    })
  return { ground, cells, file, cell, endOf, wrong, take, held, rents, nightly }
}
