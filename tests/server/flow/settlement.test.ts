import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import verificationSetting from '../../../src/resources/settings/verification.ts'
import { proof } from '../../help/depth.ts'
import { addAccount, addTenant, tokenOf } from '../../help/store/ground.ts'
import { settlement } from '../../help/store/settlement.ts'

const { server, room, rowsOf, one, call, addFlow, reverse, addBill, sharesOf, allocate, broken } = settlement()

describe('reversing an entry that has settled', () => {
  test('takes its allocations back by counter-entries: share and bill owe again, both entries and allocations stay on record', async () => {
    const bill_id = await addBill()
    const [share] = await sharesOf(bill_id)
    const [kept, wrong] = [await addFlow({ price: 3000 }), await addFlow({ price: 5000 })]
    for (const [flow, price] of [
      [kept, 1000],
      [wrong, 2500],
      [wrong, 1500],
    ] as const)
      expect(await allocate(flow, share?.share_id ?? 0, price)).toBe(true)
    expect(await reverse(wrong)).toMatchObject({ code: 200 })
    expect((await sharesOf(bill_id))[0]?.paid).toBe(1000)
    expect(await one(`select paid from bill where bill_id = ${bill_id}`)).toEqual({ paid: 1000 })
    const parts = await rowsOf(`select price, created_by from allocation where flow_id = ${wrong} order by allocation_id`)
    expect(parts.map(({ price }) => price)).toEqual([2500, 1500, -4000])
    expect(parts.at(-1)?.created_by).toBe(1)
    expect(await broken()).toEqual([])
    expect(await allocate(wrong, share?.share_id ?? 0, 1)).toBe(false)
  })

  test('of several bills takes each back, and one that the tenant was said to have cleared', async () => {
    const cleared = await addBill({ payer: 2, payment_ratio: 50, user_clear: 1, user_payment_time: 1_790_000_000 })
    const { flow_id } = await one(
      `select a.flow_id from allocation a join bill_share s on s.share_id = a.share_id where s.bill_id = ${cleared}`,
    )
    const bills = [await addBill(), await addBill(), await addBill()]
    const whole = await addFlow({ price: 30_003 })
    for (const bill of bills) for (const { share_id, price } of await sharesOf(bill)) await allocate(whole, share_id, price)
    expect(await rowsOf(`select distinct paid from bill where bill_id = any('{${bills}}')`)).toEqual([{ paid: 10_001 }])
    for (const flow of [whole, flow_id ?? 0]) expect(await reverse(flow)).toMatchObject({ code: 200 })
    expect(await rowsOf(`select distinct paid from bill where bill_id = any('{${[...bills, cleared]}}')`)).toEqual([{ paid: 0 }])
    expect(await broken()).toEqual([])
  })

  test('room and ledger follow, and what was done is in the operation log', async () => {
    const custom_id = await addTenant(server(), { name: '李雷' })
    const { contract_id } = await one(`
      insert into contract (sn, org_id, custom_id, p_id, start_date, end_date, rent, deposit, status)
      values ('HT1', ${room()}, ${custom_id}, 1, current_date - 60, current_date + 600, 100, 100, 4) returning contract_id`)
    const made = await server()
      .db.transaction()
      .execute(async (tx) => {
        const { rows } = await sql<{ share_id: number; bill_id: number }>`
        with made as (
          insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, org_id, p_id, contract_id)
          values ('ZD1', 1, 1, 100, current_date - 40, current_date - 60, current_date - 30, 1, 100, '李雷', ${room()}::integer, 1, ${contract_id}::integer)
          returning bill_id
        )
        insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, 100, 1 from made returning share_id, bill_id
      `.execute(tx)
        return rows[0]
      })
    const seen = () =>
      one(
        `select min(o.state) as state, sum(l.received)::bigint as received, sum(l.arrears)::bigint as arrears
         from org o join ledger_view l on l.bill_id = ${made?.bill_id} where o.org_id = ${room()}`,
      )
    expect(await seen()).toEqual({ state: 6, received: 0, arrears: 100 })
    const flow = await addFlow({ price: 100 })
    await allocate(flow, made?.share_id ?? 0, 100)
    expect(await seen()).toEqual({ state: 4, received: 100, arrears: 0 })
    await reverse(flow)
    expect(await seen()).toEqual({ state: 6, received: 0, arrears: 100 })
    const logged = await rowsOf<{ resource: string }>(
      "select distinct resource from operation_log where path = '/api/flow/reverse' and record_id is not null order by 1",
    )
    expect(logged.map(({ resource }) => resource)).toEqual(expect.arrayContaining(['allocation', 'bill', 'flow']))
  })

  test('is refused where 核销设置 says so, and nothing is changed; an entry that settled nothing can still be reversed', async () => {
    const { detail, save } = callsOfSetting(verificationSetting)
    const set = async (reversal: number) => {
      const { values, version } = (await call(detail, {})).data
      expect(await call(save, { ...values, reversal, version })).toMatchObject({ code: 200 })
    }
    const bill_id = await addBill()
    const [share] = await sharesOf(bill_id)
    const [settled, free] = [await addFlow(), await addFlow()]
    await allocate(settled, share?.share_id ?? 0, 700)
    await set(2)
    const refused = { code: 409, msg: '该流水已核销账单，核销设置不允许红冲' }
    expect(await reverse(settled)).toMatchObject(refused)
    expect(await reverse(free)).toMatchObject({ code: 200 })
    expect((await sharesOf(bill_id))[0]?.paid).toBe(700)
    expect(await rowsOf(`select from flow where reverses = ${settled}`)).toEqual([])
    await set(1)
    expect(await reverse(settled)).toMatchObject({ code: 200 })
    expect(await broken()).toEqual([])
  })

  test('an expense settles nothing, and its reversal is the opposite entry alone', async () => {
    const [share] = await sharesOf(await addBill())
    const expense = await addFlow({ type: 2 })
    expect(await allocate(expense, share?.share_id ?? 0, 1)).toBe(false)
    const { data } = await reverse(expense)
    expect(await allocate(data.flow_id, share?.share_id ?? 0, 1)).toBe(false)
    expect(await rowsOf(`select from allocation where flow_id in (${expense}, ${data.flow_id})`)).toEqual([])
  })

  test('the database itself lets no reversal stand whose entry still settles, whoever writes it', async () => {
    const [share] = await sharesOf(await addBill())
    const flow = await addFlow()
    await allocate(flow, share?.share_id ?? 0, 100)
    const bare = `insert into flow (type, "from", from_id, price, custom_name, way, start_date, end_date, deal_time, sn, reverses)
      select type, "from", from_id, -price, custom_name, way, start_date, end_date, deal_time, 'bare', flow_id from flow where flow_id = ${flow}`
    await expect(rowsOf(bare)).rejects.toThrow('该流水的核销未撤销')
  })

  test('one outside the caller’s projects is not there', async () => {
    const clerk = await tokenOf(server(), await addAccount(server(), 'elsewhere', ['/api/flow/reverse'], [2]))
    expect(await server().call('/api/flow/reverse', { flow_id: await addFlow(), note: '录错' }, clerk)).toMatchObject({ code: 404 })
  })
})

proof('64 receipts of one bill reversed at once: one after another, none lost', async () => {
  const bill_id = await addBill({ price: 6400, payment_ratio: 100 })
  const [share] = await sharesOf(bill_id)
  const flows = await Promise.all(Array.from({ length: 64 }, () => addFlow({ price: 100 })))
  expect(await Promise.all(flows.map((flow) => allocate(flow, share?.share_id ?? 0, 100)))).toEqual(flows.map(() => true))
  expect((await sharesOf(bill_id))[0]?.paid).toBe(6400)
  expect((await Promise.all(flows.map(reverse))).filter(({ code }) => code !== 200)).toEqual([])
  expect((await sharesOf(bill_id))[0]?.paid).toBe(0)
  expect(await broken()).toEqual([])
})
