import { beforeAll, expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { flat, flowOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at

let org_id: number
beforeAll(async () => {
  org_id = done(await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
})

const secondsOf = (day: string, time = '12:00:00'): number => Date.parse(`${day}T${time}+08:00`) / 1000
const [tomorrow, nextYear] = [addDays(today(), 1), addDays(today(), 365)]

test('money has not moved on a day to come: no entry, refund, transfer or payment said of one, to the end of today all of them', async () => {
  const refused = (field: string, title: string) => ({ code: 400, msg: `${title}不能晚于今天`, data: { field } })
  const enter = (deal_time: number) => ask('/api/flow/add', flowOf(at.ground, { p_id: 1, price: 5_000, deal_time }))
  for (const moment of [secondsOf(tomorrow, '00:00:00'), secondsOf(nextYear)])
    expect(await enter(moment)).toMatchObject(refused('deal_time', '交易时间'))
  // A computer's clock that is some minutes fast keeps nobody from his work.
  const { flow_id } = done(await enter(secondsOf(today(), '23:59:59'))).data

  const refund = (pay_time: number) =>
    ask('/api/flow/refund', { flow_id, amount: 1_000, pay_way: 3, payee: '王小明', pay_time, why: '付重了' })
  expect(await refund(secondsOf(tomorrow))).toMatchObject(refused('pay_time', '退款时间'))
  done(await refund(secondsOf(today(), '23:59:59')))

  const transfer = (day: string) =>
    ask('/api/transfer/add', { kind: 1, from_account_id: 900_001, to_account_id: 900_002, price: 1_000, fee: 0, day })
  expect(await transfer(tomorrow)).toMatchObject(refused('day', '日期'))
  done(await transfer(today()))

  const charge = (user_payment_time: number) =>
    ask('/api/bill/create', {
      ...{ org_id, from: 2, from_id: at.ground.cost, price: 10_000, bill_date: nextYear, payer: 2, payment_ratio: 50, late: 0, type: 2 },
      ...{ contract_id: 0, start_date: tomorrow, end_date: nextYear, custom_name: '王小明', user_clear: 1, user_payment_time },
    })
  expect(await charge(secondsOf(nextYear))).toMatchObject(refused('user_payment_time', '租客付款时间'))
  done(await charge(secondsOf(today())))
})
