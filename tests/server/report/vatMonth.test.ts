import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { billingOn } from '../../help/billing.ts'
import { monthBack } from '../../help/closing.ts'
import { rounds } from '../../help/depth.ts'
import { addTenant, cardOf, flat } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const place = { org_id: 0, custom_id: 0, name: '顾一鸣' }
const { bill } = billingOn(at, () => place)
const months = Array.from({ length: 9 }, (_, place) => monthBack(8 - place))
class Undone extends Error {}

let bill_id: number
beforeAll(async () => {
  place.org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1, number: '701' }))).data.org_id[0]
  place.custom_id = await addTenant(at.server, { name: place.name, p_id: 1, card: cardOf(88_101) })
  bill_id = await bill()
})

interface Month {
  month: string
  output: number
  input: number
  turned: number
  brought: number
  general: number
  carried: number
  simple: number
  due: number
}

interface Asked {
  output: number
  input: number
  turned: number
  simple: number
  p_id: number
}

/** What the taxpayer had left to deduct, and the place of the month that begins with it. */
interface Told {
  at: number
  tax: number
}

/** Has so much been billed, bought and turned out in each month, in either project, and gives what is owed; then none of it was. */
const owed = async (asked: readonly Asked[], told: Told | null = null): Promise<Month[]> => {
  let found: Month[] = []
  const deed = at.server.db.transaction().execute(async (tx) => {
    if (told) {
      const content = JSON.stringify({ carried: 1, carried_from: months[told.at], carried_tax: told.tax })
      await sql`insert into setting_version (setting, version, content, created_by)
        select 'invoice', coalesce(max(version), 0) + 1, ${content}::jsonb, 1 from setting_version where setting = 'invoice'`.execute(tx)
    }
    for (const [place, { output, input, turned, simple, p_id }] of asked.entries()) {
      const day = `${months[place]}-01`
      for (const [rate, price] of [
        [6, output],
        [5, simple],
      ] as const)
        await sql`insert into bill_vat (day, bill_id, share_id, kind, tax_kind, rate, gross, price, p_id)
          select ${day}::date, bill_id, share_id, 1, 1, ${rate}::integer, 0, ${price}::bigint, ${p_id}::integer from bill_share where bill_id = ${bill_id}::integer`.execute(
          tx,
        )
      await sql`insert into journal_line (event, source_id, day, place, ledger_account_id, side, price, p_id)
        select 34, ${900_000 + place}::integer, ${day}::date, side, case side when 1 then 36 else 1 end, side, ${input}::bigint, ${p_id}::integer from (values (1), (2)) s (side)`.execute(
        tx,
      )
      await sql`insert into journal_line (event, source_id, day, place, ledger_account_id, side, price, p_id)
        select 39, ${900_000 + place}::integer, ${day}::date, side, case side when 2 then 40 else 1 end, side, ${turned}::bigint, ${p_id}::integer from (values (1), (2)) s (side)`.execute(
        tx,
      )
    }
    const { rows } = await sql<Month>`select * from vat_month_view order by month`.execute(tx)
    found = rows.map((row) => ({
      ...row,
      ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, name === 'month' ? value : Number(value)])),
    }))
    throw new Undone()
  })
  await expect(deed).rejects.toThrow(Undone)
  return found
}

const fen = fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.integer({ min: -500, max: 9_000 }) })
const one = fc.record({ output: fen, input: fen, turned: fen, simple: fen, p_id: fc.constantFrom(1, 2) })

const told = fc.option(fc.record({ at: fc.integer({ min: 0, max: 8 }), tax: fc.integer({ min: 1, max: 20_000 }) }))

test('month by month the operator owes what a taxpayer reckons who carries what is left to deduct, from what he says he had', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 9, maxLength: 9 }), told, async (asked, begins) => {
      const found = new Map((await owed(asked, begins)).map((row) => [row.month, row]))
      let brought = 0
      let hasBegun = false
      for (const [place, { output, input, turned, simple }] of asked.entries()) {
        if (place === begins?.at) brought = begins.tax
        hasBegun ||= output !== 0 || input !== 0 || turned !== 0 || simple !== 0 || place === begins?.at
        const rest = output - (input - turned) - brought
        const [general, carried] = [Math.max(rest, 0), Math.max(-rest, 0)]
        const row = found.get(months[place] ?? '')
        if (hasBegun) expect(row).toMatchObject({ output, input, turned, brought, general, carried, simple, due: general + simple })
        brought = carried
      }
    }),
    { numRuns: rounds(15, 150) },
  )
  expect(await owed([])).toEqual([])
})
