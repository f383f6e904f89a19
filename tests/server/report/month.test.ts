import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { closingOn, monthBack } from '../../help/closing.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const nodes = jobNodes(at)
const { close, receive, monthOf } = closingOn(at, nodes)
const { rowsOf } = nodes
const { room, signed, bills } = tenanciesOn(at)

const last = monthBack(1)
const before = monthBack(2)
const daysIn = (month: string): number => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
const listed = async (name: string, month: string) => done(await at.call(`/api/${name}/index`, { month, p_id: [1] })).data.list[0]

let contract_id: number
beforeAll(async () => {
  await addRow(at.server, 'cost', { name: '租金', income: 2 })
  const org_id = await room()
  const empty = await room()
  await room()
  await rowsOf(`update org set standard_rent = 93000 where org_id = ${empty}`)
  contract_id = await signed({ org_id, start_date: `${before}-01`, signed_on: `${before}-01`, rent: 60_000 })
  await receive(`${before}-05`, 1_000)
  await receive(`${last}-05`, 70_000)
  // Rooms from a former system: they were there before this month.
  await rowsOf(`update occupancy set start_date = '${before}-01' where state = 2 and start_date > '${before}-01' returning 1`)
})

test('tells what a project’s month was, as the lists that it is made of say it', async () => {
  const [collection, vacancy, now] = [await listed('collection', last), await listed('vacancy', last), await listed('month_now', last)]
  for (const column of ['due', 'paid', 'rate', 'all_due', 'all_paid', 'all_rate', 'old_due', 'old_paid'])
    expect(now[column], column).toBe(collection[column])
  expect(now).toMatchObject({
    rooms: 3,
    let: 1,
    vacancy_rate: vacancy.rate,
    loss: vacancy.loss,
    vacant_days: vacancy.vacant_days,
  })
  expect(vacancy).toMatchObject({ room_days: 3 * daysIn(last), vacant_days: 2 * daysIn(last), loss: 93_000, unpriced: daysIn(last) })
  const plotted = done(await at.call('/api/workbench/vacancies', { p_id: 1 })).data
  expect(plotted).toContainEqual({ month: last, days: vacancy.vacant_days, lost: vacancy.loss })
  const due = (await bills(contract_id)).filter(({ from, start_date }) => from === 1 && start_date.startsWith(last))
  expect(now.arrears - now.old_due + now.old_paid).toBe(due.reduce((sum, { price }) => sum + price, 0))
})

test('what has no project has a row of its own, so that the figures sum to the ledger’s', async () => {
  await receive(`${last}-06`, 4_300, { p_id: undefined })
  const { list } = done(await at.call('/api/month_now/index', { month: last })).data
  const [posted] = await rowsOf<{ received: number; spent: number }>(
    `select sum(case type when 1 then price else 0 end)::bigint as received, sum(case type when 2 then price else 0 end)::bigint as spent from flow
     where to_char(to_timestamp(deal_time), 'YYYY-MM') = '${last}'`,
  )
  expect(list.reduce((sum: number, { received }: { received: number }) => sum + received, 0)).toBe(posted?.received)
  expect(list.find(({ p_id }: { p_id: number | null }) => p_id === null)).toMatchObject({ received: 4_300, rooms: 0 })
})

test('is kept under the seal as it was when the month was closed, and is counted anew when it is opened again', async () => {
  await close(last)
  const kept = await listed('month_report', last)
  expect(kept).toMatchObject({ received: 70_000, revenue: 60_000 })
  const { closing_id, seal } = await monthOf(last)
  await rowsOf(`update occupancy set start_date = start_date - 1 where state = 2 returning 1`)
  const now = monthBack(0)
  const old = await listed('month_now', now)
  const [owing] = await rowsOf<{ bill_id: number; org_id: number }>(
    `select bill_id, org_id from bill where contract_id = ${contract_id} and "from" = 1 and start_date = '${last}-01'`,
  )
  await receive(`${last}-06`, 5_000, { ...owing })
  expect(await listed('month_report', last)).toEqual(kept)
  // It is told of in the month in which it is booked, and so is what it settles.
  expect(await listed('month_now', now)).toMatchObject({
    received: old.received + 5_000,
    old_due: old.old_due,
    old_paid: old.old_paid + 5_000,
  })
  // So is what is matched since of money that came before, and what of it is taken back.
  const told = await listed('collection', last)
  const [money] = await rowsOf<{ flow_id: number; share_id: number }>(
    `select flow_id, share_id from flow, bill_share where flow.price = 70000 and bill_share.bill_id = ${owing?.bill_id}`,
  )
  const { match_id } = done(await at.ask('/api/open_receipt/match', { ids: [money?.flow_id], shares: [money?.share_id] })).data
  expect(await listed('collection', last)).toEqual(told)
  expect(await listed('month_now', now)).toMatchObject({ old_due: kept.arrears, old_paid: old.old_paid + 60_000 })
  done(await at.ask('/api/match/undo', { ids: [match_id] }))
  expect(await listed('month_now', now)).toMatchObject({ old_due: kept.arrears, old_paid: old.old_paid + 5_000 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
  expect(done(await at.ask('/api/month_report/paper', { report_id: kept.report_id })).data).toMatchObject({
    number: expect.stringMatching(/^YB/),
  })

  await rowsOf(`update month_report set paid = paid + 1 where report_id = ${kept.report_id} returning 1`)
  expect(await wrongInBooks(at.server.db)).toContainEqual(expect.objectContaining({ resource: 'closing', record_id: closing_id }))
  await rowsOf(`update month_report set paid = paid - 1 where report_id = ${kept.report_id} returning 1`)
  expect(await wrongInBooks(at.server.db)).toEqual([])
  expect((await monthOf(last)).seal).toBe(seal)
})
