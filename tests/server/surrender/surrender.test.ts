import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { actNamed } from '../../../server/calls/actNamed.ts'
import { passDeposit } from '../../../server/domain/bill/index.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { bySystem, nightWork } from '../../help/nightWork.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, companyCode, flowOf } from '../../help/store/ground.ts'
import { untilOneWaits } from '../../help/store/locks.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'
import { nowSeconds } from '../../help/testServer.ts'

const at = adminServer()
const { ask } = at
const { signed, detail, bills, pay, room, tenant } = tenanciesOn(at)
const { begin, handOver, figures, settle, lines } = surrendersOn(at)

const stateOf = async (org_id: number): Promise<number> => (await ask('/api/org/detail', { org_id })).data.state
const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T> => (await query.execute(at.server.db)).rows[0] as T

/** For whom the accounts hold a contract's deposit. */
const depositsByPerson = async (contract_id: number) =>
  (
    await sql`
      select j.custom_id, sum(case j.side when 1 then -j.price else j.price end)::integer as held from journal_line j join ledger_account a using (ledger_account_id)
      where a.code = '2241.01' and j.contract_id = ${contract_id} group by 1 having sum(case j.side when 1 then j.price else -j.price end) <> 0
    `.execute(at.server.db)
  ).rows

/** A contract that began some days ago, all paid, is being given up. */
const begun = async (days: number, changes: Record<string, unknown> = {}) => {
  const org_id = await room()
  const start_date = addDays(today(), -days)
  const contract_id = await signed({ org_id, start_date, signed_on: start_date, months: 12, mode: 2, ...changes })
  return { org_id, contract_id }
}
test('all is paid: the deposit and the rent that was not used go back, to the day, and the room is vacant from the handover on', async () => {
  const { org_id, contract_id } = await begun(9)
  await pay(contract_id)
  // Another is the main tenant by now: what the one before him paid is held for him, and by neither when it has gone back.
  const custom_id = await tenant()
  expect((await ask('/api/contract/heir', { contract_id, custom_id, reason: '去世' })).code).toBe(200)
  expect(await depositsByPerson(contract_id)).toEqual([{ custom_id, held: 128_000 }])
  // What the former one had paid is taken back, and paid again by his bill: it is moved back, and anew when it is next touched.
  const paidByFormer = (price: number) =>
    sql`insert into deposit_entry (kind, contract_id, custom_id, price, day, p_id)
      select 1, contract_id, custom_id, ${price}, current_date, p_id from deposit_entry where contract_id = ${contract_id} order by entry_id limit 1`.execute(
      at.server.db,
    )
  await paidByFormer(-128_000)
  await nightWork(at.server, (tx) => passDeposit(tx, contract_id, null))
  expect(await depositsByPerson(contract_id)).toEqual([{ custom_id: expect.not.toSatisfy((id) => id === custom_id), held: 128_000 }])
  await paidByFormer(128_000)
  const surrender_id = await begin(contract_id)
  expect(await stateOf(org_id)).toBe(7)
  expect(await detail(contract_id)).toMatchObject({ status: 6 })
  expect(await handOver(surrender_id, { left_on: addDays(today(), -1) })).toMatchObject({ code: 200 })
  expect(await stateOf(org_id)).toBe(1)
  const rent = await one<{ price: number; start_date: string; end_date: string }>(
    sql`select price, start_date, end_date from bill where contract_id = ${contract_id} and "from" = 1`,
  )
  const whole = Math.round((Date.parse(rent.end_date) - Date.parse(rent.start_date)) / 86_400_000) + 1
  const used = Math.floor((2 * 128_000 * 9 + whole) / (2 * whole))
  const reckoned = await figures(surrender_id)
  expect(reckoned).toMatchObject({ status: 2, deposit: 128_000, unused: 128_000 - used, arrears: 0, refund: 256_000 - used, due: 0 })
  expect(await settle(surrender_id)).toMatchObject({ code: 200 })
  expect(await figures(surrender_id)).toMatchObject({ status: 4, settled_on: today() })
  expect(await detail(contract_id)).toMatchObject({ status: 7, end_date: addDays(today(), -1) })
  expect((await bills(contract_id)).find(({ from }) => from === 1)).toMatchObject({ price: used, paid: used })
  const out = await one<{ sum: number }>(sql`select sum(price)::bigint as sum from flow where type = 2 and org_id = ${org_id}`)
  expect(out.sum).toBe(reckoned.refund)
  const held = await one<{ sum: number }>(sql`select sum(price)::bigint as sum from deposit_entry where contract_id = ${contract_id}`)
  expect(held.sum).toBe(0)
  expect(await depositsByPerson(contract_id)).toEqual([])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('rent that was reduced is reduced of the days that were lived in as well', async () => {
  const { contract_id } = await begun(9)
  const rent = await one<{ bill_id: number; days: number }>(
    sql`select bill_id, end_date - start_date + 1 as days from bill where contract_id = ${contract_id} and "from" = 1`,
  )
  expect((await ask('/api/bill/reduce', { bill_id: rent.bill_id, how: 2, percent: 50, why: '漏水' })).code).toBe(200)
  await pay(contract_id)
  const surrender_id = await begin(contract_id)
  await handOver(surrender_id, { left_on: addDays(today(), -1) })
  const used = Math.round((128_000 * 9) / rent.days)
  expect(await figures(surrender_id)).toMatchObject({ unused: 64_000 - Math.round(used / 2), arrears: 0 })
  expect((await settle(surrender_id)).code).toBe(200)
  // Were it not reduced, he would owe the days that he lived in, and no more; no month is owed less than nothing.
  const { list } = done(await ask('/api/ledger/index', { bill_id: [rent.bill_id] })).data
  expect(
    list.every((one: { receivable: number; reduced: number; received: number }) => one.receivable === one.reduced + one.received),
  ).toBe(true)
  done(await ask('/api/bill/restore', { bill_id: rent.bill_id, why: '试' }))
  expect(done(await ask('/api/bill/detail', { bill_id: rent.bill_id })).data).toMatchObject({ price: used, reduced: 0 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what was written off of the days after the room was given back was never owed: it is no bad debt', async () => {
  const { contract_id } = await begun(9)
  const { bill_id, days } = await one<{ bill_id: number; days: number }>(
    sql`select bill_id, end_date - start_date + 1 as days from bill where contract_id = ${contract_id} and "from" = 1`,
  )
  done(await ask('/api/bill/write_off', { bill_id, why: '失联' }))
  const surrender_id = await begin(contract_id)
  done(await handOver(surrender_id, { left_on: addDays(today(), -1) }))
  done(await settle(surrender_id))
  const used = Math.round((128_000 * 9) / days)
  const bill = async () => done(await ask('/api/bill/detail', { bill_id })).data
  expect(await bill()).toMatchObject({ bad: used, owed: 0, is_void: 0 })
  done(await ask('/api/bill/recover', { bill_id, why: '找到了' }))
  expect(await bill()).toMatchObject({ price: used, owed: used })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what is owed, broken and unpaid is taken from the deposit; what is left is owed, and shows in the bills', async () => {
  const { contract_id } = await begun(9)
  await pay(contract_id, 3)
  const surrender_id = await begin(contract_id)
  const broken = [{ item: '门窗', state: 2, price: 150_000, words: '门锁坏' }]
  expect(await handOver(surrender_id, { checklist: broken })).toMatchObject({ code: 200 })
  const { arrears, due, refund } = await figures(surrender_id)
  expect([refund, due]).toEqual([0, arrears + 150_000 - 128_000])
  expect(await settle(surrender_id)).toMatchObject({ code: 200 })
  const { owed } = await one<{ owed: number }>(
    sql`select sum(price - paid)::bigint as owed from bill where contract_id = ${contract_id} and is_void = 0`,
  )
  expect(owed).toBe(due)
  expect((await lines(surrender_id)).reduce((sum, { price }) => sum + price, 0)).toBe(-due)
})

test('what came in and is matched with nothing is no part of a settlement, and who looks at it is told', async () => {
  const { contract_id } = await begun(9)
  await pay(contract_id)
  const { custom_id, custom_name, p_id } = await detail(contract_id)
  const surrender_id = await begin(contract_id)
  await handOver(surrender_id)
  const told = async () => (await ask('/api/surrender/settlement', { surrender_id })).data.said
  expect(await told()).toBeUndefined()
  const money = flowOf(at.ground, { custom_id, custom_name, p_id, price: 5_000 })
  const { flow_id } = (await ask('/api/flow/add', money)).data
  expect(await told()).toBe('承租方另有未核销的收款 ¥50.00，不在结算里：先核销抵欠费，或另外退款')
  const refund = { flow_id, amount: 5_000, payee: custom_name, pay_way: 3, pay_time: nowSeconds() + 60, why: '多付' }
  expect(await ask('/api/flow/refund', refund)).toMatchObject({ code: 200 })
  expect(await told()).toBeUndefined()
  // What the bank may bring yet of bills that the deposit is to pay would come twice.
  await sql`
    with batch as (insert into withhold (sn, bank, p_id) values ('DKT', '建行', ${p_id}) returning batch_id, p_id)
    insert into withhold_line (batch_id, bill_id, custom_name, price, p_id) select batch_id, b.bill_id, '租客', 100, batch.p_id from batch, bill b where contract_id = ${contract_id} and "from" = 1
  `.execute(at.server.db)
  expect(await told()).toBe('有 1 张账单正在代扣：请回盘后再结算，现在结算可能收两次')
})

test('rent that a company paid for its man goes back to the company, where nobody else is told', async () => {
  const { contract_id } = await begun(9)
  const firm = { name: '代付单位', code: companyCode(61_001), contact: '王', phone: '13812345678' }
  const company_id = await addRow(at.server, 'company', firm)
  const { share_id, price } = await one<{ share_id: number; price: number }>(
    sql`select share_id, s.price from bill_share s join bill b using (bill_id) where b.contract_id = ${contract_id} and b."from" = 1`,
  )
  const { flow_id } = (await ask('/api/flow/add', flowOf(at.ground, { price, custom_name: firm.name, company_id, p_id: 1 }))).data
  expect((await ask('/api/open_receipt/match', { flow_id, shares: [share_id] })).code).toBe(200)
  const surrender_id = await begin(contract_id)
  await handOver(surrender_id)
  expect((await settle(surrender_id)).code).toBe(200)
  const back = await one(sql`select custom_name, custom_id, company_id from flow where refunds = ${flow_id}`)
  expect(back).toEqual({ custom_name: firm.name, custom_id: null, company_id })
})

test('what another had paid of its part for later time is told beside the settlement, on the sheet’s lines too, and is in no sum', async () => {
  const { contract_id } = await begun(9)
  const firm = { name: '承担单位', code: companyCode(61_002), contact: '李', phone: '13812345679' }
  const company_id = await addRow(at.server, 'company', firm)
  const { bill_id, start_date, end_date } = await one<{ bill_id: number; start_date: string; end_date: string }>(
    sql`select bill_id, start_date::text, end_date::text from bill where contract_id = ${contract_id} and "from" = 1 order by start_date desc limit 1`,
  )
  const change = { ids: [bill_id], from_party: 1, to_party: 2, to_company: company_id, why: '单位承担' }
  expect(await ask('/api/bill/change_payer', change)).toMatchObject({ code: 200 })
  const { share_id, price } = await one<{ share_id: number; price: number }>(
    sql`select share_id, price from bill_share where bill_id = ${bill_id} and company_id = ${company_id}`,
  )
  const { flow_id } = (await ask('/api/flow/add', flowOf(at.ground, { price, custom_name: firm.name, company_id, p_id: 1 }))).data
  expect((await ask('/api/open_receipt/match', { flow_id, shares: [share_id] })).code).toBe(200)
  const surrender_id = await begin(contract_id)
  await handOver(surrender_id)
  const beside = (await lines(surrender_id)).filter(({ kind }) => kind === 7)
  expect(beside).toMatchObject([
    { words: expect.stringMatching(`${start_date} 至 ${end_date}，算到 ${today()}：承担单位 承担的，多付的留作未核销的收款$`) },
  ])
  const { refund, due } = await figures(surrender_id)
  expect((await ask('/api/settle_line/index', { surrender_id: [surrender_id] })).data.sums.price).toBe(refund - due)
  expect((await settle(surrender_id)).code).toBe(200)
  const { unused } = await one<{ unused: number }>(sql`select unused from flow where flow_id = ${flow_id}`)
  expect(beside).toMatchObject([{ price: unused }])
})

test('what becomes of a bill at the moment of a settlement is waited for, and the figures are reckoned anew', async () => {
  const { contract_id } = await begun(9)
  await pay(contract_id, 3)
  const surrender_id = await begin(contract_id)
  await handOver(surrender_id)
  const { bill_id } = await one<{ bill_id: number }>(sql`select bill_id from bill where contract_id = ${contract_id} and "from" = 1`)
  let settled: ReturnType<typeof settle> | undefined
  await nightWork(at.server, async (tx) => {
    await actNamed(bySystem(tx), 'bill', 'reduce', [bill_id], { how: 1, amount: 10_000, why: '减' })
    settled = settle(surrender_id)
    await untilOneWaits(at.server)
  })
  expect(await settled).toMatchObject({ code: 409, msg: expect.stringContaining('重新试算') })
  expect((await ask('/api/surrender/reckon', { surrender_id })).code).toBe(200)
  expect((await settle(surrender_id)).code).toBe(200)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a deposit that was charged by hand goes back as well; one that was not paid is asked for no more', async () => {
  const { org_id, contract_id } = await begun(9)
  await pay(contract_id)
  const { custom_id, custom_name } = await detail(contract_id)
  const day = addDays(today(), -9)
  const charged = async (price: number): Promise<number> => {
    const days = { bill_date: day, start_date: day, end_date: day }
    const whose = { payer: 1, payment_ratio: 100, custom_id, custom_name, late: 0, contract_id: 0, type: 2 }
    return (await ask('/api/bill/create', { org_id, from: 3, from_id: at.ground.pledge, price, ...days, ...whose })).data.bill_id
  }
  const [bill_id] = [await charged(5_000), await charged(7_000)]
  const money = flowOf(at.ground, { org_id, bill_id, price: 5_000, from: 3, from_id: at.ground.pledge })
  expect((await ask('/api/flow/add', money)).code).toBe(200)
  const surrender_id = await begin(contract_id)
  await handOver(surrender_id)
  const { deposit, unused, arrears, refund } = await figures(surrender_id)
  expect([deposit, arrears, refund]).toEqual([133_000, 0, 133_000 + unused])
  const told = await lines(surrender_id)
  expect(told.filter(({ kind }) => kind === 1).map(({ price }) => price)).toEqual([128_000, 5_000])
  expect(told.reduce((sum, { price }) => sum + price, 0)).toBe(refund)
  expect((await settle(surrender_id)).code).toBe(200)
  const books = await one<{ out: number; held: number }>(sql`
    select (select sum(price)::bigint from flow where type = 2 and org_id = ${org_id}) as out,
      (select coalesce(sum(case side when 2 then j.price else -j.price end), 0)::bigint from journal_line j join ledger_account a using (ledger_account_id)
        where a.code like '2241.01%' and j.custom_id = ${custom_id}) as held
  `)
  expect(books).toEqual({ out: refund, held: 0 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('figures that were reckoned before the books moved are not settled by', async () => {
  const { contract_id } = await begun(9)
  await pay(contract_id, 3)
  const surrender_id = await begin(contract_id)
  await handOver(surrender_id)
  await pay(contract_id, 1)
  expect(await settle(surrender_id)).toMatchObject({
    code: 409,
    msg: expect.stringContaining('重新试算'),
  })
  expect(await ask('/api/surrender/reckon', { surrender_id })).toMatchObject({ code: 200 })
  expect(await settle(surrender_id)).toMatchObject({ code: 200 })
})
