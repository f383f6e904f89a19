import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { claimingOn } from '../../help/claiming.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, addTenant, cardOf, flat, flowOf, tokenOf } from '../../help/store/ground.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { call, ask } = at
const { unknown } = claimingOn(at)
const { signed, room, tenant } = tenanciesOn(at)
const { begin, handOver, settle } = surrendersOn(at)

let org_id: number
beforeAll(async () => {
  org_id = done(await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
})

const ago = (days: number): string => addDays(today(), -days)
const secondsOf = (day: string): number => Date.parse(`${day}T12:00:00+08:00`) / 1000
const person = async (serial: number) => {
  const name = `收款人${serial}`
  return { custom_id: await addTenant(at.server, { name, card: cardOf(800 + serial) }), custom_name: name }
}
const owe = async (who: { custom_id: number; custom_name: string }, price: number, more: Record<string, unknown> = {}) => {
  const { bill_id } = done(
    await ask('/api/bill/create', {
      ...{
        org_id,
        from: 2,
        from_id: at.ground.cost,
        price,
        bill_date: '2026-01-01',
        payer: 1,
        payment_ratio: 100,
        late: 0,
        contract_id: 0,
      },
      ...{ type: 2, start_date: '2026-01-01', end_date: '2026-12-31', ...who, ...more },
    }),
  ).data
  const { rows } = await sql<{ share_id: number }>`select share_id from bill_share where bill_id = ${bill_id}`.execute(at.server.db)
  return { bill_id: bill_id as number, share_id: rows[0]?.share_id ?? 0 }
}
const offers = async (ids: number[]) => done(await call('/api/open_receipt/offers', { ids })).data.offers

test('money without a name teaches nothing of other money without a name', async () => {
  const who = await person(1)
  const { share_id } = await owe(who, 51_700)
  const first = await unknown(51_700)
  done(await ask('/api/open_receipt/match', { flow_id: first, shares: [share_id] }))
  const next = await owe(who, 51_800)
  const [offer] = await offers([await unknown(51_800)])
  expect(offer).toMatchObject({ keys: [next.share_id], why: [7, 11] })
  expect(offer.sure).toBeLessThan(90)
})

test('whose a room is counts from when he took it: what came for it before was of whoever had it then', async () => {
  const flat_id = await room()
  const former = await signed({ org_id: flat_id, start_date: ago(200), signed_on: ago(200), months: 12, mode: 2, rent: 61_100 })
  const flow_id = done(
    await ask(
      '/api/flow/add',
      flowOf(at.ground, { custom_name: '某亲友', price: 62_200, org_id: flat_id, deal_time: secondsOf(ago(150)) }),
    ),
  ).data.flow_id
  const surrender_id = await begin(former, { planned_date: ago(100) })
  done(await handOver(surrender_id, { left_on: ago(100) }))
  done(await settle(surrender_id))
  const custom_id = await tenant()
  await signed({ org_id: flat_id, custom_id, start_date: ago(60), signed_on: ago(60), months: 12, mode: 2, rent: 62_200 })
  for (const { why } of await offers([flow_id])) expect(why).not.toContain(5)
  const now = done(await ask('/api/flow/add', flowOf(at.ground, { custom_name: '某亲友', price: 62_200, org_id: flat_id }))).data.flow_id
  expect((await offers([now]))[0]).toMatchObject({ why: [5, 11] })
})

test('a match over two projects is undone by whoever has both', async () => {
  const other = done(await ask('/api/org/add', flat(at.ground, { p_id: 2, region_name: '徐汇花苑' }))).data.org_id[0]
  const who = await person(2)
  const [one, two] = [await owe(who, 3_000), await owe(who, 4_000, { org_id: other })]
  const { flow_id } = done(await ask('/api/flow/add', flowOf(at.ground, { custom_name: who.custom_name, price: 7_000, p_id: 1 }))).data
  const { match_id } = done(await ask('/api/open_receipt/match', { flow_id, shares: [one.share_id, two.share_id] })).data
  const codes = ['/api/match/undo', '/api/flow/reverse']
  const token = await tokenOf(at.server, await addAccount(at.server, 'onlyone', codes, [1]))
  expect(await call('/api/match/undo', { match_id }, token)).toMatchObject({
    code: 403,
    msg: expect.stringContaining('还有别的项目的账单'),
  })
  expect(done(await call('/api/match/detail', { match_id })).data.status).toBe(1)
  done(await ask('/api/match/undo', { match_id }))
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('money that was entered as a deposit is not taken for rent by the system; a person is shown what else is owed', async () => {
  const setting = { mode: 2, sure: 90, order: 2, tolerance: 0, reversal: 1 }
  const { version } = done(await call('/api/cancelVerificationSetting/detail')).data
  done(await ask('/api/cancelVerificationSetting/save', { ...setting, version }))
  const custom_id = await tenant({ name: '押金户' })
  const contract_id = await signed({ custom_id, mode: 2, months: 12 })
  const billsOf = async () =>
    (
      await sql<{ bill_id: number; from: number; price: number; paid: number; bill_date: string }>`
        select bill_id, "from", price, paid, bill_date from bill where contract_id = ${contract_id} order by bill_date, bill_id
      `.execute(at.server.db)
    ).rows
  const before = await billsOf()
  const deposit = before.find(({ from }) => from === 3)
  const asked = { from: 3, from_id: at.ground.pledge, custom_name: '押金户', price: deposit?.price, p_id: 1, custom_id }
  const first = done(await ask('/api/flow/add', flowOf(at.ground, asked))).data.flow_id
  expect(done(await call('/api/flow/detail', { flow_id: first })).data.unused).toBe(0)
  expect((await billsOf()).filter(({ paid }) => paid > 0)).toMatchObject([{ from: 3, paid: deposit?.price }])
  const { flow_id } = done(await ask('/api/flow/add', flowOf(at.ground, asked))).data
  expect(done(await call('/api/flow/detail', { flow_id })).data.unused).toBe(deposit?.price)
  expect((await offers([flow_id])).length).toBeGreaterThan(0)
  done(await ask('/api/cancelVerificationSetting/save', { ...setting, mode: 1, version: version + 1 }))
})
