import { expect, test } from 'vitest'
import { keepItems } from '../../../server/domain/closing/index.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import { adminServer } from '../../help/adminServer.ts'
import { closingOn, monthBack, noonOf } from '../../help/closing.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { statementsOn } from '../../help/stating.ts'
import { addRow, cardOf } from '../../help/store/ground.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { call, ask } = at
const nodes = jobNodes(at)
const { receive, monthOf, close } = closingOn(at, nodes)
const { account, flow } = statementsOn(at)
const { signed, pay } = tenanciesOn(at)
const { begin, handOver, figures } = surrendersOn(at)

const last = monthBack(1)
const foresee = async (asked: Record<string, unknown>): Promise<string | undefined> =>
  done(await call('/api/transfer/foresee', asked)).data.said
const short = (name: string, day: string, rest: string) =>
  `${name} ${day} 的账面余额会是 -¥${rest}：现金不会少于零，请核对日期、金额，漏记的收款先登记`
const agreed = async () => {
  const owner_id = await addRow(at.server, 'owner', { kind: 1, name: '业主', card: cardOf(1), phone: '13812345678' })
  const terms = { owner_id, p_id: 1, start_date: `${last}-01`, end_date: '2099-12-31', settle_day: 1, book: 1, fee_way: 1, fee_percent: 20 }
  return { owner_id, agreement_id: done(await ask('/api/entrust_agreement/add', terms)).data.agreement_id as number }
}

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

test('cash that goes back, or is paid to an owner, is there by the books: said before, in the dialogs of a refund, of a settlement and of its payment', async () => {
  await nodes.rowsOf('update own_account set usual = 2 where way = 11')
  const till = await account({ name: '前台现金', kind: 5, way: 11, usual: 1, code: '1001.02' })
  const receipt = await flow(till, 30_000, `${last}-10`)
  const noon = noonOf(`${last}-12`)
  const refunding = async (asked: Record<string, unknown>) =>
    done(await call('/api/flow/refunding', { flow_id: receipt, pay_time: noon, ...asked })).data.said
  expect(await refunding({ amount: 30_000, pay_account_id: till })).toBeUndefined()
  expect(await refunding({ amount: 30_001, pay_account_id: till })).toBe(short('前台现金', `${last}-12`, '0.01'))
  // Of what is not named its way says which.
  expect(await refunding({ amount: 30_001, pay_way: 11 })).toBe(short('前台现金', `${last}-12`, '0.01'))
  expect(await refunding({ amount: 30_001, pay_way: 3 })).toBeUndefined()
  expect(await refunding({})).toBeUndefined()

  const contract_id = await signed({ rent: 40_000, deposit: 40_000 })
  await pay(contract_id)
  const surrender_id = await begin(contract_id)
  done(await handOver(surrender_id))
  const settling = async (way: number) => done(await call('/api/surrender/settlement', { surrender_id, way })).data
  const { facts, said } = await settling(11)
  const refund = (await figures(surrender_id)).refund
  expect(facts).toContainEqual({ label: '应退', value: `¥${fenToYuan(refund)}` })
  expect(refund).toBeGreaterThan(30_000)
  expect(said).toBe(short('前台现金', today(), fenToYuan(refund - 30_000)))
  expect((await settling(3)).said).toBeUndefined()

  const { owner_id, agreement_id } = await agreed()
  const settlement_id = await addRow(at.server, 'owner_settlement', {
    ...{ month: last, owner_id, agreement_id, payee: 1, book: 1, rent: 50_000, fee: 10_000, net: 40_000, p_id: 1 },
  })
  const paying = async (own_account_id?: number) =>
    done(
      await call('/api/owner_settlement/paying', { settlement_id, ...(own_account_id ? { own_account_id } : {}), paid_on: `${last}-12` }),
    ).data.said
  expect(await paying(till)).toBe(short('前台现金', `${last}-12`, '100.00'))
  expect(await paying()).toBeUndefined()
})

test('money of a year that the books do not have yet: said how many months come with it, none once a month is closed', async () => {
  const first = done(await call('/api/closing/index', { page_rows: 100 })).data.list.at(-1).month as string
  const [year, month] = first.split('-').map(Number)
  const wrong = `${(year ?? 0) - 10}-${String(month).padStart(2, '0')}-15`
  const said = `账从 ${first} 起，这一笔记在 ${wrong.slice(0, 7)}：多出 120 个月要结账，请核对年月`
  expect(await foresee({ day: wrong })).toBe(said)
  const moment = noonOf(wrong)
  expect(done(await call('/api/flow/owed', { deal_time: moment })).data.said).toBe(said)
  expect(done(await call('/api/bill/clearing', { user_payment_time: moment })).data.said).toBe(said)
  expect(await foresee({ day: addDays(today(), 0) })).toBeUndefined()
  await receive(`${last}-10`)
  await close(last)
  expect(await foresee({ day: wrong })).toBeUndefined()
})
