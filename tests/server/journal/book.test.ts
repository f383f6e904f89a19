import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { cutShort } from '../../../server/domain/bill/index.ts'
import { closeJob } from '../../../server/domain/closing/jobs.ts'
import type { JobContext } from '../../../server/jobs/defineJob.ts'
import { adminServer } from '../../help/adminServer.ts'
import { monthBack } from '../../help/closing.ts'
import { rounds } from '../../help/depth.ts'
import { nightWork } from '../../help/nightWork.ts'
import { Office, type Premises } from '../../help/office.ts'
import { officeDeed } from '../../help/officeDeeds.ts'
import { ReferenceBook } from '../../help/referenceBook.ts'
import { secondNode } from '../../help/secondNode.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, addRow, addTenant, flat, tokenOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

/** Each has thirty to seventy deeds: a million calls where they are proven, which take a night. Another number of them by ANJU_OFFICES. */
const OFFICES = Number(process.env.ANJU_OFFICES ?? rounds(7, 24_000))

const at = adminServer()
const second = secondNode(at)
const rows = async <T>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(at.server.db)).rows

/** What the product has of each account of the project, by its own screen. */
const trial = async (): Promise<Record<string, number>> => {
  const { list, sums } = done(await at.call('/api/trial/index', { page_rows: 100 })).data
  expect([sums.opening_debit, sums.debit, sums.closing_debit]).toEqual([sums.opening_credit, sums.credit, sums.closing_credit])
  const balances = new Map<string, number>()
  // An account has a row for each project, and one for what is of none.
  for (const row of list) balances.set(row.code, (balances.get(row.code) ?? 0) + Number(row.closing_debit) - Number(row.closing_credit))
  return Object.fromEntries([...balances].filter(([, fen]) => fen !== 0))
}

/** Does what the node does whose turn it is to close months. */
const closeMonths = async (): Promise<void> => {
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

let premises: Premises
beforeAll(async () => {
  const other = await tokenOf(at.server, await addAccount(at.server, 'fuhe', ['/api/closing/agree']))
  const costs: Record<number, number> = {}
  const meters: Record<number, number> = {}
  for (const income of [1, 2, 3, 4, 5])
    costs[income] = await addRow(at.server, 'cost', { name: `项${income}`, income, expense: ((income - 1) % 3) + 1 })
  for (const book of [1, 2]) meters[book] = await addRow(at.server, 'simple', { name: `表${book}`, call: '吨', book })
  const monthOf = async (status: number, month = '%') =>
    (
      await rows<{ closing_id: number; month: string }>(
        `select closing_id from closing where status = ${status} and month like '${month}' order by month desc limit 1`,
      )
    )[0]
  premises = {
    ask: (path, params, nth) => (nth % 2 === 0 ? at.call(path, params) : second.send(path, params)),
    rows,
    cut: (cuts) => nightWork(at.server, (tx) => cutShort(tx, cuts, '试', null)),
    close: async (back) => {
      const open = await monthOf(1, monthBack(back))
      if (!open) return false
      done(await at.ask('/api/closing/close', { closing_id: open.closing_id, note: '留到下月' }))
      await closeMonths()
      expect((await monthOf(3, monthBack(back)))?.closing_id).toBe(open.closing_id)
      return true
    },
    reopen: async () => {
      const closed = await monthOf(3)
      if (!closed) return
      done(await at.ask('/api/closing/reopen', { closing_id: closed.closing_id, reason: '记错' }))
      done(await at.ask('/api/closing/agree', { closing_id: closed.closing_id }, other))
    },
    org_id: done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0],
    custom_id: await addTenant(at.server, { name: '王小明' }),
    own_account_id: done(await at.ask('/api/own_account/add', { name: '押金专户', kind: 2, code: '1002.77' })).data.own_account_id,
    pledge: at.ground.pledge,
    costs,
    meters,
  }
})

test('after any deeds of an office, on two nodes in turn, with months closed and opened between, every account is what a book kept beside it has, to the fen', async () => {
  const before = await trial()
  const book = new ReferenceBook()
  let [asked, offices] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(officeDeed, { minLength: 30, maxLength: 70, size: 'max' }), async (deeds) => {
      const office = new Office(premises, book)
      for (const one of deeds) await office.do(one)
      asked += office.asked
      offices += 1
      const expected = Object.fromEntries(
        [...book.balances].map(([code, fen]) => [code, fen + (before[code] ?? 0)]).filter(([, fen]) => fen !== 0),
      )
      expect(await trial()).toEqual(expected)
      // All that was ever done is gone through again: the later ones less often, as there is more of it.
      if (offices <= 60 || offices % Math.max(20, Math.round(offices / 20)) === 0) expect(await wrongInBooks(at.server.db)).toEqual([])
    }),
    { numRuns: OFFICES, endOnFailure: true },
  )
  expect(await wrongInBooks(at.server.db)).toEqual([])
  // It has gone everywhere.
  expect(book.balances.size).toBeGreaterThan(15)
  console.log(`${asked} calls`)
}, 36_000_000)
