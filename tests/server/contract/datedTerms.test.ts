import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { agree, carry, holding, linesOf, linesSaid } from '../../../server/domain/contract/datedTerms.ts'
import { feeTerms } from '../../../server/domain/contract/feeTerms.ts'
import { rentSteps, splitTerms } from '../../../server/domain/contract/terms.ts'
import type { Tx } from '../../../server/store/connection/database.ts'
import { inState } from '../../../server/store/reading/states.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import { adminServer } from '../../help/adminServer.ts'
import { rounds } from '../../help/depth.ts'
import { addRow, companyCode } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

type Line = Record<string, unknown> & { from_date: string }

const at = adminServer()
const { signed, detail } = tenanciesOn(at)
const now = () => Math.floor(Date.now() / 1000)
/** Days of a contract that began before today and ends after it. */
const start_date = addDays(today(), -20)
const day = fc.integer({ min: 1, max: 60 }).map((n) => addDays(start_date, n))

class Undone extends Error {}
/** Does it in a transaction of which nothing stays. */
const inVain = async (deed: (tx: Tx) => Promise<void>): Promise<void> => {
  const done = at.server.db.transaction().execute(async (tx) => {
    await deed(tx)
    throw new Undone()
  })
  await expect(done).rejects.toThrow(Undone)
}

let contract_id = 0
const held = async () => {
  if (contract_id === 0) contract_id = await signed({ start_date, signed_on: start_date, months: 12 })
  return { contract_id, p_id: 1, start_date, rent: 128_000 }
}
const linesIn = async (tx: Tx, terms: Parameters<typeof linesOf>[0], of: number): Promise<Line[]> =>
  (await sql<{ lines: Line[] }>`select ${linesOf(terms, sql`${of}::integer`)} as lines`.execute(tx)).rows[0]?.lines ?? []
/** A contract that follows from a day on, of which nothing but its term and what it says matters. */
const following = async (tx: Tx, begins: string): Promise<number> =>
  (
    await sql<{ contract_id: number }>`
      insert into contract (sn, kind, custom_id, org_id, p_id, start_date, end_date, rent, deposit, status, fee_way)
      select 'N' || ${begins}, kind, custom_id, org_id, p_id, ${begins}::date, ${addDays(start_date, 50)}::date, 99, 0, ${inState(contract, 'draft')}, 3 from contract where contract_id = ${contract_id}
      returning contract_id`.execute(tx)
  ).rows[0]?.contract_id ?? 0

const lastBy = (lines: readonly Line[], on: string): Line | undefined =>
  lines
    .filter(({ from_date }) => from_date <= on)
    .toSorted((a, b) => (a.from_date < b.from_date ? -1 : 1))
    .at(-1)

test('what a contract says is what holds today, in whatever order it was agreed; on any day holds the last line that has begun', async () => {
  const row = await held()
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(day, fc.integer({ min: 1, max: 9_000 })), { minLength: 1, maxLength: 5, selector: ([d]) => d }),
      day,
      (agreed, asked) =>
        inVain(async (tx) => {
          const acting = { tx, session: { userId: 1, scope: null }, now: now() }
          for (const [from_date, rent] of agreed) await agree(acting, rentSteps, row, { from_date, rent, reason: '调' })
          const model: Line[] = [{ from_date: start_date, rent: row.rent }, ...agreed.map(([from_date, rent]) => ({ from_date, rent }))]
          expect(await linesIn(tx, rentSteps, contract_id)).toEqual(model.toSorted((a, b) => (a.from_date < b.from_date ? -1 : 1)))
          const said = await sql<{ rent: number; asked: number }>`
          select c.rent, t.rent as "asked" from contract c cross join lateral ${holding(rentSteps, sql`${asked}::date`)} t where c.contract_id = ${contract_id}`.execute(
            tx,
          )
          expect(said.rows).toEqual([{ rent: lastBy(model, today())?.rent, asked: lastBy(model, asked)?.rent }])
        }),
    ),
    { numRuns: rounds(12, 80) },
  )
})

test('before its first line a contract has agreed what the first one says; what it says itself is all there is until there is one', async () => {
  const row = await held()
  const before = addDays(start_date, -5)
  const told = async (tx: Tx, of: number) =>
    (
      await sql<{ lines: Line[]; rent: number | null }>`
        select ${linesSaid(rentSteps)} as lines, t.rent from (select ${of}::integer as asked) q left join contract c on c.contract_id = q.asked
        cross join lateral ${holding(rentSteps, sql`${before}::date`)} t`.execute(tx)
    ).rows
  await inVain(async (tx) => {
    const first = { from_date: start_date, rent: row.rent }
    expect(await told(tx, contract_id)).toEqual([{ lines: [first], rent: row.rent }])
    expect(await told(tx, 0)).toEqual([{ lines: [], rent: null }])
    await agree({ tx, session: { userId: 1, scope: null }, now: now() }, rentSteps, row, { from_date: today(), rent: 1, reason: '调' })
    expect(await told(tx, contract_id)).toEqual([{ lines: [first, { from_date: today(), rent: 1 }], rent: row.rent }])
  })
})

test('terms of each bearer by themselves: a new one replaces what begins later, and a contract that follows begins with what holds on its first day', async () => {
  const row = await held()
  const company_id = await addRow(at.server, 'company', { name: '单位甲', code: companyCode(4321), contact: '王', phone: '13812345678' })
  const one = fc.record({ from_date: day, bearer: fc.constantFrom(2, 3), percent: fc.integer({ min: 0, max: 50 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(one, { maxLength: 6 }), fc.integer({ min: 1, max: 49 }), (agreed, n) =>
      inVain(async (tx) => {
        const begins = addDays(start_date, n)
        const acting = { tx, session: { userId: 1, scope: null }, now: now() }
        let model: Line[] = []
        for (const line of agreed) {
          await agree(acting, splitTerms, row, { ...line, company_id, way: 1, sum: null, cap: null, reason: '议' })
          model = [...model.filter(({ bearer, from_date }) => bearer !== line.bearer || from_date < line.from_date), line]
        }
        const plain = (lines: readonly Line[]) => lines.map(({ from_date, bearer, percent }) => `${from_date} ${bearer} ${percent}`).sort()
        expect(plain(await linesIn(tx, splitTerms, contract_id))).toEqual(plain(model))
        const next = await following(tx, begins)
        await carry(tx, splitTerms, contract_id, next, 1)
        const ends = addDays(start_date, 50)
        const expected = [2, 3].flatMap((bearer) => {
          const own = model.filter((line) => line.bearer === bearer)
          const first = lastBy(own, begins)
          return [
            ...(first ? [{ ...first, from_date: begins }] : []),
            ...own.filter(({ from_date }) => from_date > begins && from_date <= ends),
          ]
        })
        expect(plain(await linesIn(tx, splitTerms, next))).toEqual(plain(expected))
      }),
    ),
    { numRuns: rounds(12, 80) },
  )
})

test('of terms that contracts say, the one that follows begins with what it says itself, which has a line where another comes', async () => {
  const row = { ...(await held()), fee_way: 1, fee_rate: null, fee_grace: null, fee_cap: null }
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(day, { maxLength: 4 }), fc.integer({ min: 1, max: 49 }), (days, n) =>
      inVain(async (tx) => {
        const acting = { tx, session: { userId: 1, scope: null }, now: now() }
        const of = (from_date: string) => ({ from_date, fee_way: 2, fee_rate: 3, fee_grace: 4, fee_cap: 5 })
        for (const from_date of days) await agree(acting, feeTerms, row, { ...of(from_date), reason: '议' })
        const begins = addDays(start_date, n)
        const next = await following(tx, begins)
        await carry(tx, feeTerms, contract_id, next, 1)
        const later = days.filter((one) => one > begins && one <= addDays(start_date, 50)).sort()
        const own = { from_date: begins, fee_way: 3, fee_rate: null, fee_grace: null, fee_cap: null }
        expect(await linesIn(tx, feeTerms, next)).toEqual(later.length === 0 ? [] : [own, ...later.map(of)])
      }),
    ),
    { numRuns: rounds(12, 80) },
  )
})

test('a rent that is agreed for days before one that has begun does not undo it', async () => {
  const id = await signed({ start_date, signed_on: start_date, months: 12 })
  const amend = (back: number, rent: number) =>
    at.ask('/api/contract/amend', { contract_id: id, from_date: addDays(today(), -back), rent, reason: '调' })
  done(await amend(3, 200_000))
  done(await amend(10, 150_000))
  expect((await detail(id)).rent).toBe(200_000)
})
