import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { cutShort } from '../../server/domain/bill/index.ts'
import { closeJob } from '../../server/domain/closing/jobs.ts'
import type { JobContext } from '../../server/jobs/defineJob.ts'
import type { Database } from '../../server/store/connection/database.ts'
import type { AdminServer } from './adminServer.ts'
import { unknownOf } from './claiming.ts'
import { monthBack } from './closing.ts'
import { nightWork } from './nightWork.ts'
import type { Premises } from './officeDesk.ts'
import { addAccount, addRow, addTenant, companyCode, flat, tokenOf } from './store/ground.ts'
import { done } from './tenancies.ts'

/** Does what the node does whose turn it is to close months. */
const closeMonths = async (at: AdminServer): Promise<void> => {
  const own = await at.server.open()
  try {
    await closeJob.run({
      own,
      job: { kind: closeJob.name },
      label: closeJob.label,
      signal: new AbortController().signal,
      tell: () => {},
    } as unknown as JobContext)
  } finally {
    own.cut()
  }
}

/** Furnishes a test's store for offices, which send by `ask`; what they look up themselves goes by `db`. */
export const premisesOn = async (at: AdminServer, ask: Premises['ask'], db: Database = at.server.db): Promise<Premises> => {
  const rows = async <T>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(db)).rows
  const other = await tokenOf(at.server, await addAccount(at.server, 'fuhe', ['/api/closing/agree']))
  const costs: Record<number, number> = {}
  const meters: Record<number, number> = {}
  for (const income of [1, 2, 3, 4, 5, 7])
    costs[income] = await addRow(at.server, 'cost', { name: `项${income}`, income, expense: ((income - 1) % 3) + 1 })
  for (const book of [1, 2]) meters[book] = await addRow(at.server, 'simple', { name: `表${book}`, call: '吨', book })
  const monthOf = async (status: number, month = '%') =>
    (
      await rows<{ closing_id: number; month: string }>(
        `select closing_id from closing where status = ${status} and month like '${month}' order by month desc limit 1`,
      )
    )[0]
  let told = 0
  /** Sends what is of no office. */
  const tell = (path: string, params: Record<string, unknown>) => ask(path, { ...params, request_id: randomUUID() }, ++told)
  return {
    ask,
    rows,
    cut: (cuts) => nightWork({ db }, (tx) => cutShort(tx, cuts, '试', null)),
    enter: (price, deal_time) => nightWork({ db }, (tx) => addRow({ db: tx }, 'flow', unknownOf(at.ground, { price, deal_time }))),
    close: async (back) => {
      const open = await monthOf(1, monthBack(back))
      if (!open) return false
      done(await tell('/api/closing/close', { closing_id: open.closing_id, note: '留到下月' }))
      await closeMonths(at)
      expect((await monthOf(3, monthBack(back)))?.closing_id).toBe(open.closing_id)
      return true
    },
    reopen: async () => {
      const closed = await monthOf(3)
      if (!closed) return
      done(await tell('/api/closing/reopen', { closing_id: closed.closing_id, reason: '记错' }))
      done(await at.ask('/api/closing/agree', { closing_id: closed.closing_id }, other))
    },
    org_id: done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0],
    custom_id: await addTenant(at.server, { name: '王小明' }),
    company_id: await addRow(at.server, 'company', { name: '付款单位', code: companyCode(700), contact: '王', phone: '13812345678' }),
    own_account_id: done(await at.ask('/api/own_account/add', { name: '押金专户', kind: 2, code: '1002.77' })).data.own_account_id,
    pledge: at.ground.pledge,
    costs,
    meters,
  }
}

/** What the product has of each account, debit less credit in fen, by its own screen. */
export const trialOf = async (at: AdminServer): Promise<Record<string, number>> => {
  const { list, sums } = done(await at.call('/api/trial/index', { page_rows: 100 })).data
  expect([sums.opening_debit, sums.debit, sums.closing_debit]).toEqual([sums.opening_credit, sums.credit, sums.closing_credit])
  const balances = new Map<string, number>()
  // An account has a row for each project, and one for what is of none.
  for (const row of list) balances.set(row.code, (balances.get(row.code) ?? 0) + Number(row.closing_debit) - Number(row.closing_credit))
  return Object.fromEntries([...balances].filter(([, fen]) => fen !== 0))
}

/** Gives the accounts that are not at nothing of some books together, with what was there before. */
export const balancesOf = (books: readonly ReadonlyMap<string, number>[], before: Record<string, number> = {}): Record<string, number> => {
  const sums = new Map(Object.entries(before))
  for (const book of books) for (const [code, fen] of book) sums.set(code, (sums.get(code) ?? 0) + fen)
  return Object.fromEntries([...sums].filter(([, fen]) => fen !== 0))
}
