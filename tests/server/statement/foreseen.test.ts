import { expect, test } from 'vitest'
import { keepItems } from '../../../server/domain/closing/index.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { closingOn, monthBack } from '../../help/closing.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { statementsOn } from '../../help/stating.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { call, ask } = at
const { receive, monthOf, close } = closingOn(at, jobNodes(at))
const { account, flow } = statementsOn(at)

const last = monthBack(1)
const foresee = async (asked: Record<string, unknown>): Promise<string | undefined> =>
  done(await call('/api/transfer/foresee', asked)).data.said
const short = (name: string, day: string, rest: string) =>
  `${name} ${day} 的账面余额会是 -¥${rest}：现金不会少于零，请核对日期、金额，漏记的收款先登记`

test('cash that is handed in is there by the books, on its day and after it: said before, and found before the month is closed', async () => {
  const [till, bank] = [await account({ name: '收费处现金', kind: 5, way: 11, code: '1001.01' }), await account()]
  await flow(till, 50_000, `${last}-10`)
  await flow(till, 20_000, `${last}-20`)
  expect(await foresee({ day: `${last}-10`, from_account_id: till, price: 50_000 })).toBeUndefined()
  expect(await foresee({ day: `${last}-09`, from_account_id: till, price: 1 })).toBe(short('收费处现金', `${last}-09`, '0.01'))
  expect(await foresee({ day: `${last}-15`, from_account_id: till, price: 60_000 })).toBe(short('收费处现金', `${last}-15`, '100.00'))
  expect(await foresee({ day: `${last}-20`, from_account_id: till, price: 70_000 })).toBeUndefined()
  // Of a bank's account its statement says what was there.
  expect(await foresee({ day: `${last}-20`, from_account_id: bank, price: 70_000 })).toBeUndefined()
  expect(await foresee({ price: 70_000 })).toBeUndefined()

  const handIn = async (day: string, price: number): Promise<number> => {
    done(await ask('/api/transfer/add', { kind: 1, from_account_id: till, to_account_id: bank, price, fee: 0, day }))
    return done(await call('/api/transfer/index', { from_account_id: [till] })).data.list[0].transfer_id
  }
  const transfer_id = await handIn(`${last}-21`, 70_000)
  // It would be there on its own day, and not on the later one on which all was handed in.
  expect(await foresee({ day: `${last}-12`, from_account_id: till, price: 1_000 })).toBe(short('收费处现金', `${last}-21`, '10.00'))
  const paying = { type: 2, price: 1_000, own_account_id: till, deal_time: Date.parse(`${last}-12T12:00:00+08:00`) / 1000 }
  expect(done(await call('/api/flow/owed', paying)).data.said).toBe(short('收费处现金', `${last}-21`, '10.00'))
  expect(done(await call('/api/flow/owed', { ...paying, type: 1 })).data.said).toBeUndefined()

  const found = async () => {
    await at.server.db.transaction().execute(keepItems)
    return done(await call('/api/close_item/index', { item: [11] })).data.list
  }
  expect(await found()).toEqual([])
  done(await ask('/api/transfer/undo', { ids: [transfer_id] }))
  await handIn(`${last}-15`, 70_000)
  expect(await found()).toMatchObject([{ item: 11, day: `${last}-15`, resource: 'own_account', record_id: till, price: 20_000, state: 1 }])
  const { closing_id } = await monthOf(last)
  expect(done(await call('/api/closing/check', { closing_id })).data.table.rows).toContainEqual(['现金账户余额为负', '1', '¥200.00'])
  await flow(till, 20_000, `${last}-14`)
  expect(done(await call('/api/close_item/index', { item: [11] })).data.list).toMatchObject([{ state: 2 }])
  expect(await found()).toEqual([])
})

test('money of a year that the books do not have yet: said how many months come with it, none once a month is closed', async () => {
  const first = done(await call('/api/closing/index', { page_rows: 100 })).data.list.at(-1).month as string
  const [year, month] = first.split('-').map(Number)
  const wrong = `${(year ?? 0) - 10}-${String(month).padStart(2, '0')}-15`
  const said = `账从 ${first} 起，这一笔记在 ${wrong.slice(0, 7)}：多出 120 个月要结账，请核对年月`
  expect(await foresee({ day: wrong })).toBe(said)
  expect(done(await call('/api/flow/owed', { deal_time: Date.parse(`${wrong}T12:00:00+08:00`) / 1000 })).data.said).toBe(said)
  expect(await foresee({ day: addDays(today(), 0) })).toBeUndefined()
  await receive(`${last}-10`)
  await close(last)
  expect(await foresee({ day: wrong })).toBeUndefined()
})
