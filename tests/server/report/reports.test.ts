import { beforeAll, expect, test } from 'vitest'
import { recognise } from '../../../server/domain/closing/index.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { adminServer } from '../../help/adminServer.ts'
import { closingOn, monthBack } from '../../help/closing.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { addAccount, addRow, addTenant, flat, tokenOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const nodes = jobNodes(at)
const { receive } = closingOn(at, nodes)
const { rowsOf } = nodes
const [last, former] = [monthBack(1), monthBack(2)]

const CODES = ['/api/cash_day/index', '/api/cash_day/sign', '/api/cash_sign/index', '/api/flow/add']
let cashier: string
let limited: string
beforeAll(async () => {
  cashier = await tokenOf(at.server, await addAccount(at.server, 'chuna', CODES))
  limited = await tokenOf(at.server, await addAccount(at.server, 'xiangmu', CODES, [2]))
})

const collected = async (month: string) => done(await at.call('/api/collection/index', { month })).data.list

test('three rates: what came in of the month, of all that was due, and of what was left from before', async () => {
  const rent = async (month: string, price: number): Promise<number> => {
    const [share] = await rowsOf<{ share_id: number }>(`with made as (
        insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, p_id)
        values ('Z${month}${price}', 1, 1, ${price}, '${month}-05', '${month}-01', '${month}-28', 1, 100, '租客', 1) returning bill_id
      ) insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, ${price}, 1 from made returning share_id`)
    return share?.share_id ?? 0
  }
  const pay = async (share_id: number, day: string, price: number): Promise<void> => {
    const flow_id = await receive(day, price)
    done(await at.ask('/api/open_receipt/match', { flow_id, shares: [share_id] }))
  }
  const [one, two, other] = [await rent(former, 100_000), await rent(former, 60_000), await rent(last, 200_000)]
  await pay(one, `${former}-10`, 100_000)
  await pay(two, `${former}-20`, 20_000)
  await pay(two, `${last}-08`, 10_000)
  // Paid ahead: it counts for the month in which it is due.
  await pay(other, `${former}-25`, 50_000)
  await pay(other, `${last}-09`, 100_000)
  expect(await collected(former)).toMatchObject([
    {
      p_id: 1,
      due: 160_000,
      paid: 120_000,
      rate: 75,
      all_due: 160_000,
      all_paid: 120_000,
      all_rate: 75,
      old_due: 0,
      old_paid: 0,
      old_rate: null,
    },
  ])
  expect(await collected(last)).toMatchObject([
    {
      due: 200_000,
      paid: 150_000,
      rate: 75,
      all_due: 360_000,
      all_paid: 280_000,
      all_rate: 77,
      old_due: 40_000,
      old_paid: 10_000,
      old_rate: 25,
    },
  ])
  expect(
    done(
      await at.call(
        '/api/collection/index',
        { month: last },
        await tokenOf(at.server, await addAccount(at.server, 'er', ['/api/collection/index'], [2])),
      ),
    ).data.list,
  ).toEqual([])
})

test('what was earned and spent, by project, month and account, as the journal has it, and as of a day', async () => {
  await addTenant(at.server, { name: '王小明' })
  await inTransaction(at.server.db, null, (tx) => recognise(tx, former))
  await inTransaction(at.server.db, null, (tx) => recognise(tx, last))
  await receive(`${last}-12`, 3_000, { type: 2, custom_name: '某保洁' })
  const { list, sums } = done(await at.call('/api/profit/index', { p_id: 1, month: last })).data
  expect(list.map(({ code, kind, price }: Record<string, unknown>) => [code, kind, price])).toEqual(
    expect.arrayContaining([
      ['6001.01', 1, 200_000],
      ['6602', 2, 3_000],
    ]),
  )
  expect(list.find(({ code }: { code: string }) => code === '6001.01').year).toBe(
    former.slice(0, 4) === last.slice(0, 4) ? 360_000 : 200_000,
  )
  expect(sums.price).toMatchObject({ 1: 200_000, 2: 3_000 })
  expect(done(await at.call('/api/profit/index', { p_id: 1, month: last, as_of: `${last}-05` })).data.list).toEqual([])
})

test('a cashier’s day is signed off by another, once; entries that come later show, and it is signed anew', async () => {
  const day = `${last}-17`
  await receive(day, 700)
  const mine = async (token = at.admin) => done(await at.call('/api/cash_day/index', { day_start: day, day_end: day }, token)).data.list
  const [{ cash_day_id }] = await mine()
  expect(await mine()).toMatchObject([{ day, cashier: 1, entries: 1, income: 700, outgo: 0, state: 1, p_id: 1 }])
  expect(await at.ask('/api/cash_day/sign', { cash_day_id })).toMatchObject({ code: 403, msg: '经办人不能签核自己的收支' })
  expect((await at.ask('/api/cash_day/sign', { cash_day_id }, limited)).code).toBe(404)
  const answers = await Promise.all([1, 2, 3].map(() => at.ask('/api/cash_day/sign', { cash_day_id }, cashier)))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
  expect(await mine()).toMatchObject([{ state: 2, signed_by: expect.any(Number) }])
  await receive(day, 50, { type: 2, custom_name: '某人' })
  expect(await mine()).toMatchObject([{ state: 3, entries: 2, income: 700, outgo: 50 }])
  done(await at.ask('/api/cash_day/sign', { ids: [cash_day_id] }, cashier))
  expect(await mine()).toMatchObject([{ state: 2 }])
  const { list } = done(await at.call('/api/cash_sign/index', {}, cashier)).data
  expect(list.map(({ income, outgo }: Record<string, unknown>) => [income, outgo]).sort()).toEqual([
    [700, 0],
    [700, 50],
  ])
  await expect(rowsOf('update cash_sign set income = 1')).rejects.toThrow('追加')
})

test('a room’s flow in no project, and a day of nobody', async () => {
  const org = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data
  expect(org.org_id).toHaveLength(1)
  await addRow(at.server, 'flow', {
    ...{ type: 1, price: 5, custom_name: '甲', from: 2, from_id: at.ground.cost, start_date: '2026-01-01', end_date: '2026-01-31', way: 3 },
    ...{ deal_time: 1_700_000_000, sn: 'SJX' },
  })
  const { list } = done(await at.call('/api/cash_day/index', { day_start: '2023-11-01', day_end: '2023-11-30' })).data
  expect(list).toMatchObject([{ cashier: null, p_id: null, income: 5, state: 1 }])
})
