import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type GivenSeries, nextNumber, numberOf, numberText, series } from '../../../server/store/writing/series.ts'
import { rounds } from '../../help/depth.ts'
import { settlement } from '../../help/store/settlement.ts'

const { server, rowsOf, one, call, addFlow, addBill } = settlement()

const given = Object.values(series).filter((each): each is typeof each & GivenSeries => 'sequence' in each)
const set = (sequence: string, last: number) => rowsOf(`select setval('${sequence}', ${last})`)
const today = async (): Promise<string> => (await one<{ day: string }>("select to_char(current_date, 'YYYYMMDD') as day")).day
const numbersOf = (table: string, keys: readonly number[]): Promise<string[]> =>
  rowsOf<{ sn: string }>(`select sn from ${table} where ${table}_id = any('{${keys}}') order by ${table}_id`).then((rows) =>
    rows.map(({ sn }) => sn),
  )
const inTurn = async <T>(n: number, work: () => Promise<T>): Promise<T[]> => {
  const made: T[] = []
  for (let turn = 0; turn < n; turn++) made.push(await work())
  return made
}

describe('numbers go on past as many digits as they usually have', () => {
  test('receipts and bills over 999,999, also one day after another: none is refused, none is cut', async () => {
    const day = await today()
    const expected = (letters: string) =>
      Array.from({ length: 12 }, (_, index) => `${letters}${day}${String(999_997 + index).padStart(6, '0')}`)
    for (const [made, letters, table, sequence] of [
      [() => addFlow(), 'SJ', 'flow', 'flow_sn'],
      [() => addBill(), 'ZD', 'bill', 'bill_sn'],
    ] as const) {
      await set(sequence, 999_996)
      expect(await numbersOf(table, await inTurn(12, made))).toEqual(expected(letters))
    }
  })

  test('a receipt by reversal and one by a bill that is cleared, too', async () => {
    await set('flow_sn', 1_000_009)
    const flows = await inTurn(11, async () => {
      const { data } = await call('/api/flow/reverse', { flow_id: await addFlow(), note: '录错' })
      await addBill({ payer: 2, payment_ratio: 50, user_clear: 1, user_payment_time: 1_790_000_000 })
      return data.sn as string
    })
    expect(flows.map((sn) => sn.length)).toEqual(flows.map(() => 'SJ20261121'.length + 7))
    expect(new Set(flows).size).toBe(11)
  })

  test.each(given)('$letters: twelve across every edge are twelve, each one more than the last', async ({ ...each }) => {
    for (const edge of [10 ** each.digits, 10 ** (each.digits + 1), 10 ** 12]) {
      await set(each.sequence, edge - 6)
      const numbers = await inTurn(12, () => nextNumber(server().db, each))
      const head = each.letters.length + (each.isDated ? 8 : 0)
      expect(numbers.map((text) => Number(text.slice(head)))).toEqual(Array.from({ length: 12 }, (_, index) => edge - 5 + index))
    }
  })

  test('property: as SQL and as text a number is the same, and two are never alike', async () => {
    const anySeries = fc.constantFrom(...Object.values(series))
    const anyNumber = fc.oneof(fc.integer({ min: 1, max: 3_000_000 }), fc.maxSafeInteger().map(Math.abs))
    await fc.assert(
      fc.asyncProperty(anySeries, anyNumber, anyNumber, async (each, a, b) => {
        const day = '2026-11-21'
        const { rows } = await sql<{ a: string }>`select ${numberOf(each, sql`${a}::bigint`, sql`${day}::date`)} as a`.execute(server().db)
        expect(rows[0]?.a).toBe(numberText(each, a, day))
        expect(numberText(each, a, day) === numberText(each, b, day)).toBe(a === b)
      }),
      { numRuns: rounds(20, 60), seed: 15 },
    )
  })
})
