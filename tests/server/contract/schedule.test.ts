import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rentFor } from '../../../server/domain/contract/rules/rentPlan.ts'
import { readBilled, rentTerms } from '../../../server/domain/contract/terms.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { rounds } from '../../help/depth.ts'
import { household } from '../../help/households.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { signed, pay, bills, draft } = tenanciesOn(at)

interface Told {
  facts: Record<string, number>
  rows: { due: string; period: string; word: string; rent: number; paid: number | null; left: number | null }[]
}
const fen = (yuan: string): number => Math.round(Number(yuan.replace(/[¥,]/g, '')) * 100)
const amount = (cell: string | undefined): number | null => (cell ? fen(cell) : null)
const schedule = async (contract_id: number): Promise<Told> => {
  const { facts, table } = done(await ask('/api/contract/schedule', { contract_id })).data
  return {
    facts: Object.fromEntries(facts.map(({ label, value }: { label: string; value: string }) => [label, fen(value)])),
    rows: table.rows.map(([due, period, word, rent, paid, left]: string[]) => ({
      ...{ due, period, word, rent: amount(rent), paid: amount(paid), left: amount(left) },
    })),
  }
}
const total = (rows: readonly { rent: number }[]): number => rows.reduce((sum, { rent }) => sum + rent, 0)

test('every period of the term: those billed as their bills stand, the others as they will be; sums to the fen, whatever was agreed', async () => {
  const agreed = fc.record({
    start_date: fc.integer({ min: 0, max: 200 }).map((days) => addDays(today(), -days)),
    months: fc.integer({ min: 1, max: 30 }),
    rent: fc.integer({ min: 100, max: 999_999 }),
    mode: fc.constantFrom(1, 2, 3),
    cycle: fc.constantFrom(1, 2, 3, 6, 12),
    first_part: fc.constantFrom(1, 2),
  })
  await fc.assert(
    fc.asyncProperty(agreed, fc.boolean(), async (terms, isPaid) => {
      const contract_id = await signed({ ...terms, signed_on: terms.start_date })
      if (isPaid) await pay(contract_id, 1)
      const [billed] = await readBilled(at.server.db, [contract_id])
      if (!billed) throw new Error('no contract')
      const lease = rentTerms(billed, billed.steps)
      const { facts, rows } = await schedule(contract_id)
      const rent = (await bills(contract_id)).filter(({ from, is_void }) => from === 1 && is_void === 0)
      const sum = (of: 'price' | 'paid') => rent.reduce((all, bill) => all + bill[of], 0)
      expect(facts).toEqual({
        租期合计租金: rentFor(lease, lease.start, lease.end),
        ...{ 已开单: sum('price'), 已付: sum('paid'), 未付: sum('price') - sum('paid') },
        待开单: rentFor(lease, lease.start, lease.end) - sum('price'),
      })
      expect(total(rows)).toBe(facts.租期合计租金)
      const made = rows.filter(({ paid }) => paid !== null)
      expect(made.map(({ period, rent: price, paid, left }) => [period, price, paid, left])).toEqual(
        rent.map(({ start_date, end_date, price, paid }) => [`${start_date} 至 ${end_date}`, price, paid, price - paid]),
      )
      expect(rows.slice(made.length).map(({ word }) => word)).toEqual(rows.slice(made.length).map(() => '待开单'))
    }),
    { numRuns: rounds(6, 12) },
  )
})

test('what was collected elsewhere, a bill that is void, and a contract that is void', async () => {
  const contract_id = await signed({ start_date: addDays(today(), -70), signed_on: addDays(today(), -70), months: 12 })
  const { rows } = await schedule(contract_id)
  expect(rows.filter(({ word }) => word === '逾期').length).toBeGreaterThan(0)
  const [first] = await bills(contract_id)
  await sql`update bill set is_void = 1 where contract_id = ${contract_id} and "from" = 1`.execute(at.server.db)
  await sql`update contract set collected_to = ${rows[0]?.period.slice(-10)}::date where contract_id = ${contract_id}`.execute(at.server.db)
  const after = await schedule(contract_id)
  expect(after.rows.map(({ word }) => word)).toEqual(['别处已收', ...Array(11).fill('待开单')])
  expect(after.facts).toMatchObject({ 已开单: 0, 待开单: total(after.rows.slice(1)) })
  expect(first).toBeDefined()
  await sql`update contract set collected_to = null, signed_on = ${today()}::date where contract_id = ${contract_id}`.execute(at.server.db)
  expect((await schedule(contract_id)).rows.map(({ word }) => word)).toEqual(['未在此开单', '未在此开单', ...Array(10).fill('待开单')])
  const other = (await draft({ months: 2, start_date: addDays(today(), -70) })).data.contract_id
  expect((await schedule(other)).rows.map(({ word }) => word)).toEqual(['待开单', '待开单'])
  done(await ask('/api/contract/void', { contract_id: other, reason: '错' }))
  expect((await schedule(other)).rows.map(({ word }) => word)).toEqual(['不再开单', '不再开单'])
  expect((await schedule(other)).facts.待开单).toBe(0)
})

test('who may not read bills sees the plan alone; who may not see the contract nothing', async () => {
  const contract_id = await signed({ months: 3 })
  const reader = await tokenOf(at.server, await addAccount(at.server, 'reader', ['/api/contract/detail'], [1]))
  const { facts, table } = done(await ask('/api/contract/schedule', { contract_id }, reader)).data
  expect([facts.length, table.heads, table.rows.length]).toEqual([1, ['应付日', '周期', '应付'], 3])
  const elsewhere = await tokenOf(at.server, await addAccount(at.server, 'elsewhere', ['*'], [2]))
  expect(await ask('/api/contract/schedule', { contract_id }, elsewhere)).toMatchObject({ code: 404 })
  const stranger = await tokenOf(at.server, await addAccount(at.server, 'stranger', ['/api/bill/index'], [1]))
  expect(await ask('/api/contract/schedule', { contract_id }, stranger)).toMatchObject({ code: 403 })
})

test('a contract’s household is listed by its application, be it of the queue, the household’s last or its former contract’s; numbers masked', async () => {
  const { tenants, apply_id } = await household(at.server)
  const contract_id = await signed({ custom_id: tenants[1], months: 6 })
  await pay(contract_id)
  const renewed = done(await ask('/api/contract/renew', { contract_id, rent: 100, months: 6 })).data.contract_id
  for (const key of [contract_id, renewed]) {
    const row = done(await ask('/api/contract/detail', { contract_id: key })).data
    expect(row.apply_id).toBe(apply_id)
    const { list } = done(await ask('/api/member/index', { apply_id: [row.apply_id] })).data
    expect(list.map(({ name, relation }: Record<string, unknown>) => [name, relation])).toEqual([
      ['配偶', 1],
      ['子女', 2],
      ['母亲', 3],
    ])
    for (const { card } of list) expect(card).toMatch(/\*/)
  }
  const stranger = (await draft()).data.contract_id
  expect(done(await ask('/api/contract/detail', { contract_id: stranger })).data.apply_id).toBeNull()
})
