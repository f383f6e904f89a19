import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import { addDays, today as dayOfToday } from '../../../src/protocol/dates.ts'
import invoiceSetting from '../../../src/resources/settings/invoice.ts'
import { adminServer } from '../../help/adminServer.ts'
import { closingOn, monthBack, noonOf } from '../../help/closing.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, flowOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

type Params = Record<string, unknown>

const at = adminServer()
const nodes = jobNodes(at)
const { monthOf, close } = closingOn(at, nodes)
const [today, last, former] = [monthBack(0), monthBack(1), monthBack(2)]

let invoices = 10_000_000
const spent = async (changes: Params = {}): Promise<number> => {
  const fresh = { custom_name: '某公司', invoice_number: String(++invoices), input_tax: 600, deductible: 1 }
  return done(await at.ask('/api/flow/add', flowOf(at.ground, { type: 2, p_id: 1, price: 10_600, ...fresh, ...changes }))).data.flow_id
}
const turn = (flow_id: number, amount: number, more: Params = {}) =>
  at.ask('/api/flow/turn_out', { flow_id, amount, out_day: dayOfToday(), reason: 1, ...more })
const turned = async (flow_id: number, amount: number, more: Params = {}): Promise<number> =>
  done(await turn(flow_id, amount, more)).data.out_id
const undo = (out_id: number) => at.ask('/api/input_tax_out/undo', { out_id })
/** What stands of a flow by the code of the account, debit less credit. */
const journal = async (flow_id: number): Promise<Params> => {
  const { rows } = await sql<{ code: string; fen: number }>`
    select a.code, sum(case j.side when 1 then j.price else -j.price end)::bigint as fen from journal_line j join ledger_account a using (ledger_account_id)
    where j.flow_id = ${flow_id} group by a.code having sum(case j.side when 1 then j.price else -j.price end) <> 0
  `.execute(at.server.db)
  return Object.fromEntries(rows.map(({ code, fen }) => [code, Number(fen)]))
}
const of = async (name: string, where: Params): Promise<Params> => done(await at.call(`/api/${name}/index`, where)).data.list[0]

let repairs: number
beforeAll(async () => {
  repairs = await addRow(at.server, 'cost', { name: '维修材料', expense: 2 })
})

test('what is turned out is a cost where the expense is one, in parts and no further than was deducted; undone it is deducted again', async () => {
  const flow_id = await spent({ from_id: repairs })
  const first = await turned(flow_id, 200)
  expect(await journal(flow_id)).toEqual({ '6401.02': 10_200, '2221.02': 600, '2221.03': -200, '1002.01': -10_600 })
  expect(await turn(flow_id, 401)).toMatchObject({ code: 400, data: { field: 'amount' }, msg: '还可转出 ¥4.00，不能转出更多' })
  const { facts, said } = done(await at.call('/api/flow/turning_out', { flow_id, amount: 401 })).data
  expect(facts.map(({ value }: Params) => value)).toEqual(['¥6.00', '¥2.00', '¥0.00'])
  expect(said).toContain('¥4.00')
  await turned(flow_id, 400, { reason: 4, remark: '退货' })
  expect(await turn(flow_id, 1)).toMatchObject({ code: 400, msg: '这笔流水的进项税额已全部转出' })
  expect(await journal(flow_id)).toEqual({ '6401.02': 10_600, '2221.02': 600, '2221.03': -600, '1002.01': -10_600 })
  expect(await wrongInBooks(at.server.db)).toEqual([])

  done(await undo(first))
  expect(await undo(first)).toMatchObject({ code: 409, msg: '已撤销，不能再次撤销' })
  expect(await journal(flow_id)).toEqual({ '6401.02': 10_400, '2221.02': 600, '2221.03': -400, '1002.01': -10_600 })
  const { list } = done(await at.call('/api/input_tax_out/index', { flow_id: [flow_id], order: '-out_id' })).data
  expect(list.map(({ price, state }: Params) => [price, state])).toEqual([
    [-200, 3],
    [400, 1],
    [200, 2],
  ])
  expect(list[0]).toMatchObject({ undoes: first, note: `撤销 ${list[2].number}` })
  expect(await undo(list[0].out_id)).toMatchObject({ code: 409, msg: '红字的转出不能再撤销' })
  await turned(flow_id, 200)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('an expense of which something is turned out is reversed once that is undone', async () => {
  const flow_id = await spent()
  const out_id = await turned(flow_id, 600)
  const reverse = () => at.ask('/api/flow/reverse', { flow_id, note: '录错' })
  expect(await reverse()).toMatchObject({ code: 409, msg: '该流水的进项税额已转出，请先撤销转出再红冲' })
  done(await undo(out_id))
  const red = done(await reverse()).data
  expect(await turn(flow_id, 1)).toMatchObject({ code: 409, msg: '该流水已红冲，不能转出进项税' })
  expect(await turn(red.flow_id, 1)).toMatchObject({ code: 409, msg: '红字流水不能转出进项税' })
  expect(await turn(await spent({ deductible: 2 }), 1)).toMatchObject({ code: 409, msg: '没有可抵扣的进项税额，不用转出' })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('it is of an open month, from the day on which the input VAT was booked; what is owed of VAT counts it there, and its rows tell which', async () => {
  const flow_id = await spent({ deal_time: noonOf(`${former}-20`), p_id: 2 })
  const before = await of('vat_month', { month: last })
  expect((await turn(flow_id, 100, { out_day: addDays(dayOfToday(), 1) })).msg).toBe('转出日不能晚于今天')
  expect(await turn(flow_id, 100, { out_day: `${former}-19` })).toMatchObject({ code: 400, data: { field: 'out_day' } })
  const out_id = await turned(flow_id, 100, { out_day: `${former}-21` })
  await close(former)
  expect(await turn(flow_id, 100, { out_day: `${former}-28` })).toMatchObject({
    code: 409,
    data: { field: 'out_day' },
    msg: `转出日所在的月份已结账，请填 ${last}-01 或以后的日子`,
  })
  await turned(flow_id, 250, { out_day: `${last}-05` })
  expect(await of('vat_due', { p_id: 2, month: former })).toMatchObject({ input: 600, turned: 100, difference: -500 })
  expect(await of('vat_due', { p_id: 2, month: last })).toMatchObject({ input: 0, turned: 250, difference: 250 })
  const is = await of('vat_month', { month: last })
  expect(is).toMatchObject({ turned: 250, carried: Number(before.carried) - 350 })
  const { list } = done(await at.call('/api/vat_line/index', { kind: [4], p_id: [2] })).data
  expect(list.map(({ day, tax, flow_id: entry }: Params) => [day, tax, entry])).toEqual([
    [`${last}-05`, 250, flow_id],
    [`${former}-21`, 100, flow_id],
  ])
  // What was turned out in a month that is closed comes back in the open one.
  done(await undo(out_id))
  expect(await of('vat_due', { p_id: 2, month: former })).toMatchObject({ turned: 100 })
  expect(await of('vat_due', { p_id: 2, month: today })).toMatchObject({ turned: -100, difference: -100 })
  expect(await monthOf(former)).toBeDefined()
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what the taxpayer had left to deduct before it began here is brought to the month that it says, and carried from there', async () => {
  const paths = callsOfSetting(invoiceSetting)
  const save = async (more: Params) => {
    const { version, values } = (await at.call(paths.detail)).data
    return at.ask(paths.save, { ...values, title: '安居公司', city: '上海市', version, ...more })
  }
  const was = await of('vat_month', { month: former })
  expect(await save({ carried: 1 })).toMatchObject({ code: 400, data: { field: 'carried_from' } })
  expect(await save({ carried: 1, carried_from: '2026-13', carried_tax: 1 })).toMatchObject({ code: 400, data: { field: 'carried_from' } })
  for (const carried_tax of [0, -1, 0.5])
    expect(await save({ carried: 1, carried_from: last, carried_tax })).toMatchObject({ code: 400, data: { field: 'carried_tax' } })
  done(await save({ carried: 1, carried_from: last, carried_tax: 12_345 }))
  expect(await of('vat_month', { month: former })).toEqual(was)
  const begun = await of('vat_month', { month: last })
  expect(begun).toMatchObject({ brought: 12_345, carried: 12_345 + Number(begun.input) - Number(begun.turned) - Number(begun.output) })
  expect(await of('vat_month', { month: today })).toMatchObject({ brought: begun.carried })
  expect(done(await at.call('/api/vat_month/index', { month: last, as_of: `${last}-28` })).data.list[0]).toMatchObject({ brought: 12_345 })
  const early = monthBack(5)
  done(await save({ carried: 1, carried_from: early, carried_tax: 500 }))
  expect(await of('vat_month', { month: early })).toMatchObject({ output: 0, input: 0, brought: 500, carried: 500, due: 0 })
  expect(await of('vat_month', { month: former })).toMatchObject({ ...was, brought: 500, carried: Number(was.carried) + 500 })
  done(await save({ carried: 2, carried_from: undefined, carried_tax: undefined }))
  expect(await of('vat_month', { month: former })).toEqual(was)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
