import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { matchCertain } from '../../../server/domain/matching/index.ts'
import { adminServer } from '../../help/adminServer.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { nightWork } from '../../help/nightWork.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, addRow, addTenant, cardOf, companyCode, flat, flowOf, tokenOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { call, ask } = at
const nodes = jobNodes(at)

let org_id: number
let others = 0
let cards = 700
beforeAll(async () => {
  org_id = done(await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
})

const person = async (name: string): Promise<{ custom_id: number; custom_name: string }> => ({
  custom_id: await addTenant(at.server, { name, card: cardOf(++cards) }),
  custom_name: name,
})

/** A bill by hand that a tenant owes; gives his share of it. */
const owe = async (
  who: { custom_id: number; custom_name: string },
  price: number,
  bill_date = '2026-01-01',
  more: Record<string, unknown> = {},
) => {
  const asked = {
    ...{ org_id, from: 2, from_id: at.ground.cost, price, bill_date, payer: 1, payment_ratio: 100, late: 0, contract_id: 0, type: 2 },
    ...{ start_date: bill_date, end_date: '2026-12-31', ...who, ...more },
  }
  const { bill_id, sn } = done(await ask('/api/bill/create', asked)).data
  const { rows } = await sql<{ share_id: number }>`select share_id from bill_share where bill_id = ${bill_id} and party = 1`.execute(
    at.server.db,
  )
  return { bill_id, sn, share_id: rows[0]?.share_id ?? 0 }
}
/** Money by transfer from somebody of a name whom nobody has looked up. */
const receive = async (custom_name: string, price: number, more: Record<string, unknown> = {}): Promise<number> =>
  done(await ask('/api/flow/add', flowOf(at.ground, { custom_name, price, way: 3, p_id: 1, ...more }))).data.flow_id
const paid = async (bill_id: number): Promise<number> => done(await call('/api/bill/detail', { bill_id })).data.paid
const unused = async (flow_id: number): Promise<number> => done(await call('/api/flow/detail', { flow_id })).data.unused
const offers = async (ids: number[], keyword?: string) => done(await call('/api/open_receipt/offers', { ids, keyword })).data
/** A name that no other has, and none that is one sign off. */
const unusual = (): string => {
  others += 1
  return `户${String.fromCodePoint(0x4e00 + others * 7, 0x5000 + others)}`
}

describe('by hand', () => {
  test('the surest is offered first with its reasons, is settled, and is undone by counter-entries', async () => {
    const who = await person(unusual())
    const [first, second] = [await owe(who, 1000), await owe(who, 2500, '2026-02-01')]
    const flow_id = await receive(who.custom_name, 3500)
    const offered = await offers([flow_id])
    expect(offered.offers[0]).toEqual({ keys: [first.share_id, second.share_id], takes: 3500, sure: 92, why: [4, 13] })
    expect(offered.rows.slice(0, 2)).toEqual([first.share_id, second.share_id])
    const { match_id } = done(await ask('/api/open_receipt/match', { flow_id, shares: [second.share_id, first.share_id] })).data
    expect([await paid(first.bill_id), await paid(second.bill_id), await unused(flow_id)]).toEqual([1000, 2500, 0])
    expect(done(await call('/api/match/detail', { match_id })).data).toMatchObject({
      ...{ kind: 1, payer_name: who.custom_name, debtor_name: who.custom_name, price: 3500, receipts: 1, shares: 2, status: 1 },
      custom_id: who.custom_id,
    })
    done(await ask('/api/match/undo', { match_id }))
    expect([await paid(first.bill_id), await paid(second.bill_id), await unused(flow_id)]).toEqual([0, 0, 3500])
    expect((await ask('/api/match/undo', { match_id })).code).toBe(409)
    const { list } = done(await call('/api/allocation/index', { match_id: [match_id], order: 'created_at' })).data
    expect(list.map(({ price }: { price: number }) => price).toSorted((a: number, b: number) => a - b)).toEqual([-2500, -1000, 1000, 2500])
  })

  test('many to many: the earlier due first, what is left stays as 预收 and pays the next bill', async () => {
    const who = await person(unusual())
    const bills = [await owe(who, 700, '2026-03-01'), await owe(who, 300, '2026-01-01')]
    const flows = [await receive(who.custom_name, 400), await receive(who.custom_name, 1000)]
    done(await ask('/api/open_receipt/match', { ids: flows, shares: bills.map(({ share_id }) => share_id) }))
    expect([await unused(flows[0] ?? 0), await unused(flows[1] ?? 0)]).toEqual([0, 400])
    const next = await owe(who, 900)
    done(await ask('/api/open_receipt/match', { flow_id: flows[1], shares: [next.share_id] }))
    expect([await paid(next.bill_id), await unused(flows[1] ?? 0)]).toEqual([400, 0])
  })

  test('whoever paid for another is known the next time; undone, he is not', async () => {
    const who = await person(unusual())
    const payer = unusual()
    const { share_id } = await owe(who, 500)
    const flow_id = await receive(payer, 500)
    expect((await offers([flow_id])).offers.every(({ why }: { why: number[] }) => why.includes(7))).toBe(true)
    const { match_id } = done(await ask('/api/open_receipt/match', { flow_id, shares: [share_id] })).data
    await owe(who, 600)
    const later = await receive(payer, 600)
    expect((await offers([later])).offers[0]).toMatchObject({ sure: 95, why: [3, 11] })
    done(await ask('/api/match/undo', { match_id }))
    expect((await offers([later])).offers[0].why).not.toContain(3)
  })

  test('a company that pays for all its people at once is offered the whole of it, however many they are', async () => {
    const name = unusual()
    const company_id = await addRow(at.server, 'company', { name, code: companyCode(41), contact: '王', phone: '13812345678' })
    await sql`with made as (
        insert into bill (sn, type, "from", from_id, price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, p_id)
        select 'QYD' || n, 1, 2, ${at.ground.cost}::integer, 100 + n, '2026-01-05', '2026-01-01', '2026-01-31', 2, 100, '员工', 1 from generate_series(1, 55) n returning bill_id, price
      ) insert into bill_share (bill_id, party, company_id, price, p_id) select bill_id, 2, ${company_id}::integer, price, 1 from made`.execute(
      at.server.db,
    )
    const flow_id = await receive(name, 55 * 100 + 28 * 55)
    const { offers: made, rows } = await offers([flow_id])
    expect(made[0]).toMatchObject({ takes: 55 * 100 + 28 * 55, why: [4, 13] })
    expect(made[0].keys.length).toBe(55)
    expect(rows).toEqual(made[0].keys)
    done(await ask('/api/open_receipt/match', { flow_id, shares: made[0].keys }))
    expect(await unused(flow_id)).toBe(0)
  })

  test('who names a bill is known by it, and who is looked for is found by name, room and numbers', async () => {
    const who = await person(unusual())
    const { sn, share_id } = await owe(who, 812)
    const flow_id = await receive('某某转账', 812, { note: `房租${sn}` })
    expect((await offers([flow_id])).offers[0]).toMatchObject({ keys: [share_id], why: [2, 11] })
    const unknown = await receive('某某转账', 12_345)
    for (const keyword of [who.custom_name, sn]) expect((await offers([unknown], keyword)).rows).toEqual([share_id])
    expect(await offers([unknown], "'; drop table flow --")).toEqual({ offers: [], rows: [], beside: [] })
  })

  test('what is taken for a bill at once is a record too, and is undone like any other', async () => {
    const who = await person(unusual())
    const { bill_id } = await owe(who, 300)
    const flow_id = await receive(who.custom_name, 300, { bill_id, org_id })
    const { list } = done(await call('/api/match/index', { payer_name: who.custom_name })).data
    expect(list).toMatchObject([{ kind: 3, price: 300 }])
    done(await ask('/api/match/undo', { match_id: list[0].match_id }))
    expect([await paid(bill_id), await unused(flow_id)]).toEqual([0, 300])
  })

  test('a reversal takes its matches with it, and they cannot be undone again', async () => {
    const who = await person(unusual())
    const { bill_id, share_id } = await owe(who, 300)
    const flow_id = await receive(who.custom_name, 300)
    const { match_id } = done(await ask('/api/open_receipt/match', { flow_id, shares: [share_id] })).data
    done(await ask('/api/flow/reverse', { flow_id, note: '录错' }))
    expect([await paid(bill_id), await unused(flow_id)]).toEqual([0, 0])
    expect(done(await call('/api/match/detail', { match_id })).data.status).toBe(2)
    expect((await ask('/api/match/undo', { match_id })).code).toBe(409)
    expect((await ask('/api/open_receipt/match', { flow_id, shares: [share_id] })).code).toBe(409)
  })
})

describe('by the system', () => {
  test('what is certain is settled as one run, the rest stays; the run is undone in one go', async () => {
    const [sure, doubtful] = [await person(unusual()), await person(unusual())]
    const settled = await owe(sure, 2222)
    await owe(doubtful, 3333)
    const [flow, other] = [await receive(sure.custom_name, 2222), await receive(doubtful.custom_name, 1111)]
    done(await ask('/api/match_run/start'))
    nodes.startDeclared('match_money')
    await expect.poll(() => paid(settled.bill_id), { timeout: 20_000 }).toBe(2222)
    expect([await unused(flow), await unused(other)]).toEqual([0, 1111])
    const [run] = done(await call('/api/match_run/index')).data.list
    expect(run).toMatchObject({ matches: expect.any(Number), price: expect.toSatisfy((fen: number) => fen >= 2222), status: 1, sure: 90 })
    done(await ask('/api/match_run/undo', { run_id: run.run_id }))
    expect([await paid(settled.bill_id), await unused(flow)]).toEqual([0, 2222])
    expect(done(await call('/api/match/index', { run_id: [run.run_id], status: [1] })).data.list).toEqual([])
    expect(done(await call('/api/match_run/index')).data.list[0]).toMatchObject({ matches: run.matches, undone: run.matches, price: 0 })
  })

  test('where the setting says so, an entry is settled as it is written down, and what was paid ahead settles later bills by the clock', async () => {
    const setting = { mode: 2, sure: 90, order: 1, tolerance: 0, reversal: 1 }
    done(await ask('/api/cancelVerificationSetting/save', { ...setting, version: 0 }))
    const who = await person(unusual())
    const now = await owe(who, 800)
    const flow_id = await receive(who.custom_name, 800)
    expect([await paid(now.bill_id), await unused(flow_id)]).toEqual([800, 0])
    const ahead = await receive(who.custom_name, 650, { custom_id: who.custom_id })
    expect(await unused(ahead)).toBe(650)
    const later = await owe(who, 650)
    nodes.startDeclared('match_money')
    await nodes.becomes('自动核销', { done: expect.stringMatching(/^核销 \d+ 笔$/) })
    expect([await paid(later.bill_id), await unused(ahead)]).toEqual([650, 0])
    const { version } = done(await call('/api/cancelVerificationSetting/detail')).data
    done(await ask('/api/cancelVerificationSetting/save', { ...setting, mode: 1, version }))
  })
})

describe('what staff have in hand', () => {
  const byClock = (flow_id: number) => nightWork(at.server, (tx) => matchCertain({ tx, session: { userId: null, scope: null } }, [flow_id]))

  test('what somebody undid is not matched so again by the system, and of a run that was undone whole only by another that is asked for', async () => {
    const who = await person(unusual())
    const { share_id, bill_id } = await owe(who, 4_710)
    const flow_id = await receive(who.custom_name, 4_710)
    expect(await byClock(flow_id)).toBe(1)
    const [first] = done(await call('/api/allocation/index', { share_id: [share_id] })).data.list
    done(await ask('/api/match/undo', { match_id: first.match_id }))
    expect([await byClock(flow_id), await paid(bill_id), await unused(flow_id)]).toEqual([0, 0, 4_710])

    const other = await person(unusual())
    const [owed, came] = [await owe(other, 4_720), await receive(other.custom_name, 4_720)]
    const asRun = (userId: number | null) =>
      nightWork(at.server, (tx) =>
        matchCertain({ tx, session: { userId, scope: null } }, [came], () => addRow({ db: tx }, 'match_run', { sure: 90 })),
      )
    expect(await asRun(null)).toBe(1)
    const [run] = done(await call('/api/match_run/index')).data.list
    done(await ask('/api/match_run/undo', { run_id: run.run_id }))
    expect(await asRun(null)).toBe(0)
    expect([await asRun(1), await paid(owed.bill_id)]).toEqual([1, 4_720])
  })

  test('money of which a refund is asked, and a bill that is asked to be void, wait for the approval', async () => {
    const approver = await addAccount(at.server, 'matchhead', ['key:audit'])
    const { version } = done(await call('/api/checkSetting/detail')).data
    const steps = [{ way: 1, who: 2, user_id: approver }]
    done(await ask('/api/checkSetting/save', { expense: steps, bill_void: steps, version }))
    const who = await person(unusual())
    const [paidTwice, owed] = [await receive(who.custom_name, 4_730), await owe(who, 4_730)]
    const asked = { amount: 4_730, payee: who.custom_name, pay_way: 3, pay_time: Math.floor(Date.now() / 1000), why: '付重了' }
    done(await ask('/api/flow/refund', { flow_id: paidTwice, ...asked }))
    expect([await byClock(paidTwice), await unused(paidTwice)]).toEqual([0, 4_730])

    const other = await person(unusual())
    const wrong = await owe(other, 4_740)
    done(await ask('/api/bill/void', { bill_id: wrong.bill_id, void_why: '开错了' }))
    expect(await byClock(await receive(other.custom_name, 4_740))).toBe(0)
    expect([await paid(owed.bill_id), await paid(wrong.bill_id)]).toEqual([0, 0])
    done(await ask('/api/checkSetting/save', { expense: [], bill_void: [], version: version + 1 }))
  })
})

describe('what is refused', () => {
  test('nothing, too much, what is not there, what is settled, void, or of the other kind', async () => {
    const who = await person(unusual())
    const { bill_id, share_id } = await owe(who, 100)
    const flow_id = await receive(who.custom_name, 100)
    const match = (asked: Record<string, unknown>) => ask('/api/open_receipt/match', asked)
    expect((await match({ flow_id, shares: [] })).code).toBe(400)
    expect((await match({ shares: [share_id] })).code).toBe(400)
    for (const key of [-1, 1.5, 2 ** 53, '1; select 1']) expect((await match({ flow_id, shares: [key] })).code).toBe(400)
    expect((await match({ flow_id: 999_999, shares: [share_id] })).code).toBe(404)
    expect((await match({ flow_id, shares: [999_999] })).code).toBe(400)
    const expense = done(await ask('/api/flow/add', flowOf(at.ground, { type: 2, price: 100, p_id: 1 }))).data.flow_id
    expect((await match({ flow_id: expense, shares: [share_id] })).code).toBe(404)
    done(await match({ flow_id, shares: [share_id] }))
    expect((await match({ flow_id, shares: [share_id] })).code).toBe(409)
    const more = await receive(who.custom_name, 100)
    expect(await match({ flow_id: more, shares: [share_id] })).toMatchObject({ code: 409, msg: '该账单已结清，不用再收' })
    expect(await paid(bill_id)).toBe(100)
  })

  test('who has no right, or whose projects it is not', async () => {
    const who = await person(unusual())
    const { share_id } = await owe(who, 100)
    const flow_id = await receive(who.custom_name, 100)
    const token = async (name: string, codes: string[], projects: number[]) =>
      tokenOf(at.server, await addAccount(at.server, name, codes, projects))
    const codes = ['/api/open_receipt/match', '/api/match/undo', '/api/match_run/start']
    const [reader, stranger] = [await token('reader', ['key:flow'], [1]), await token('stranger', codes, [2])]
    expect((await call('/api/open_receipt/match', { flow_id, shares: [share_id] }, reader)).code).toBe(403)
    expect((await call('/api/open_receipt/offers', { ids: [flow_id] }, reader)).code).toBe(403)
    expect((await call('/api/open_receipt/match', { flow_id, shares: [share_id] }, stranger)).code).toBe(400)
    // What the system does by itself it does to all projects: not at the word of who has only some.
    expect(await call('/api/match_run/start', {}, stranger)).toMatchObject({ code: 403, msg: expect.stringContaining('全部项目') })
    expect((await call('/api/open_receipt/offers', { ids: [flow_id] }, stranger)).data).toEqual({ offers: [], rows: [], beside: [] })
    const { match_id } = done(await ask('/api/open_receipt/match', { flow_id, shares: [share_id] })).data
    expect((await call('/api/match/undo', { match_id }, stranger)).code).toBe(404)
  })

  test('sixty people at once: the money is used once, no share is paid twice', async () => {
    const who = await person(unusual())
    const { bill_id, share_id } = await owe(who, 60)
    const flows = await Promise.all(Array.from({ length: 10 }, () => receive(who.custom_name, 10)))
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, place) => ask('/api/open_receipt/match', { flow_id: flows[place % 10], shares: [share_id] })),
    )
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 409]))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(6)
    expect(await paid(bill_id)).toBe(60)
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })
})

test('the store itself uses no money twice, and lets nobody change what is left', async () => {
  const who = await person(unusual())
  const { share_id } = await owe(who, 100)
  const flow_id = await receive(who.custom_name, 50)
  const insert = (price: number) =>
    sql`insert into allocation (flow_id, share_id, price, p_id) values (${flow_id}, ${share_id}, ${price}, 1)`.execute(at.server.db)
  await expect(insert(51)).rejects.toThrow('核销金额超过流水余额')
  await insert(50)
  await expect(insert(-51)).rejects.toThrow('撤销的金额超过已核销金额')
  for (const set of ['unused = 50', 'price = 1', 'unused = unused + 1, custom_id = null'])
    await expect(sql.raw(`update flow set ${set} where flow_id = ${flow_id}`).execute(at.server.db)).rejects.toThrow('流水只能追加')
  await addRow(at.server, 'match_run', { sure: 90 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
