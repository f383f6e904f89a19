import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RentMode, rentPlan } from '../../../server/domain/contract/rules/rentPlan.ts'
import { dayOf, textOf } from '../../../server/domain/contract/terms.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { rounds } from '../../help/depth.ts'
import { enteringOn, IMPORT, monthsLater } from '../../help/entering.ts'
import { startTestJobs } from '../../help/exports.ts'
import { fetched, mistakes, sendImport, sheetsOf, tried } from '../../help/imports.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { bills, detail, signed } = tenanciesOn(at)
const { ground, cells, file, cell, endOf, wrong, take, held, rents, nightly } = enteringOn(at)
let jobs: ReturnType<typeof startTestJobs>
beforeAll(() => {
  jobs = startTestJobs(at.server)
})
afterAll(() => jobs.stop())

type Cells = Record<string, unknown>

/** So many days ahead rent is billed, unless the operator says otherwise (合同设置). */
const AHEAD = 8

describe('a contract that was signed elsewhere', () => {
  test('is in force, keeps its number and its deposit, and is billed from the day after what was collected, once', async () => {
    const who = await ground()
    const row = cells(who, { sn: '沪租2023-017', collected_to: endOf(4), keys_on: endOf(1), note: '原系统转来', carried_days: 100 })
    const { keys } = await take([row])
    const [contract_id = 0] = keys
    const found = await detail(contract_id)
    expect(found).toMatchObject({
      sn: '沪租2023-017',
      status: 4,
      origin: 4,
      sign_way: 2,
      custom_id: who.custom_id,
      org_id: who.org_id,
      p_id: 1,
    })
    expect(found).toMatchObject({
      collected_to: endOf(4),
      keys_on: endOf(1),
      signed_on: row.start_date,
      end_date: endOf(12),
      carried_days: 100,
    })
    expect(await held(contract_id)).toBe(128_000)
    const first = await rents(contract_id)
    expect(first[0]).toEqual([addDays(endOf(4), 1), endOf(5), 128_000])
    await Promise.all([nightly(today()), nightly(today())])
    expect(await rents(contract_id)).toEqual(first)
    await nightly(endOf(12))
    expect((await rents(contract_id)).map(([from]) => from)).toEqual([4, 5, 6, 7, 8, 9, 10, 11].map((n) => addDays(endOf(n), 1)))
    expect((await bills(contract_id)).filter(({ from }) => from === 3)).toEqual([])
    const entry = (await ask('/api/deposit_entry/index', { contract_id: [contract_id] })).data.list
    expect(entry).toMatchObject([{ kind: 6, price: 128_000, custom_id: who.custom_id, flow_id: null, bill_id: null }])
    const told = (await ask('/api/operation_log/index', { resource: 'contract', record_id: contract_id, page: 1, page_rows: 5 })).data.list
    expect(told.some(({ label }: { label: string }) => label === '导入合同')).toBe(true)
    expect(await ask('/api/contract/amend', { contract_id, from_date: endOf(3), rent: 1, reason: '调' })).toMatchObject({
      code: 400,
      msg: `房租已收到 ${endOf(4)}，从 ${addDays(endOf(4), 1)} 起才能改`,
    })
  })

  test('of which nothing is said of paying has the operator’s terms, a number of the series, and a bill of what is not held', async () => {
    const who = await ground()
    const start_date = addDays(today(), -40)
    const { keys } = await take([
      {
        ...{ custom_id: `${who.name} ${who.card}`, org_id: who.words, signed_on: start_date, start_date, end_date: addDays(today(), 100) },
        ...{ rent: '1000.50', deposit_held: '300' },
      },
    ])
    const [contract_id = 0] = keys
    expect(await detail(contract_id)).toMatchObject({
      ...{
        sn: expect.stringMatching(/^HT\d{14,}$/),
        months: null,
        payment_ratio: 100,
        rent: 100_050,
        deposit: 100_050,
        end_date: addDays(today(), 100),
      },
      ...{ mode: 2, cycle: 1, due_way: 1, due_days: 5, collected_to: null, carried_days: 0 },
    })
    expect(await held(contract_id)).toBe(30_000)
    const made = await bills(contract_id)
    expect(made.filter(({ from }) => from === 3).map(({ price }) => price)).toEqual([70_050])
    expect((await rents(contract_id))[0]?.[0]).toBe(start_date)
  })

  test('one by one is entered by the page’s own dialog, with its scan', async () => {
    const who = await ground()
    const start_date = monthsLater(today(), -6)
    const said = {
      custom_id: who.custom_id,
      org_id: who.org_id,
      signed_on: start_date,
      start_date,
      months: 12,
      rent: 100_000,
      deposit_held: 0,
    }
    expect(await ask('/api/contract/enter', { ...said, papers: [99_999] })).toMatchObject({ code: 400 })
    const made = await ask('/api/contract/enter', said)
    expect(await detail(made.data.contract_id)).toMatchObject({ status: 4, origin: 4 })
    expect(await ask('/api/contract/enter', said)).toMatchObject({ code: 409, data: { field: 'org_id' } })
  })
})

describe('a row that could not be signed here either is told by its cell', () => {
  const cases: [string, (row: Cells) => Cells, string, string][] = [
    ['no end', ({ months: _m, ...row }) => row, 'end_date', '结束日期、租期须填一个'],
    ['an end unlike the term', (row) => ({ ...row, end_date: endOf(11) }), 'end_date', '与租期不符'],
    ['over', (row) => ({ ...row, months: 2 }), 'end_date', '不是履行中的合同'],
    ['signed tomorrow', (row) => ({ ...row, signed_on: addDays(today(), 1) }), 'signed_on', '签订日期不能晚于今天'],
    ['keys tomorrow', (row) => ({ ...row, keys_on: addDays(today(), 1) }), 'keys_on', '交钥匙日期不能晚于今天'],
    ['more held than agreed', (row) => ({ ...row, deposit_held: '1280.01' }), 'deposit_held', '已收押金不能多于押金'],
    ['nothing said of the deposit', (row) => ({ ...row, deposit_held: null }), 'deposit_held', '已收押金必填'],
    ['a period paid in part', (row) => ({ ...row, collected_to: addDays(endOf(3), 5) }), 'collected_to', `请填 ${endOf(3)} 或 ${endOf(4)}`],
    ['collected before the term', (row) => ({ ...row, collected_to: endOf(0) }), 'collected_to', '须在租期之内'],
    ['collected after the term', (row) => ({ ...row, collected_to: endOf(13) }), 'collected_to', '须在租期之内'],
    ['beyond the cap', (row) => ({ ...row, carried_days: 72 * 31 }), 'months', '累计租期'],
    ['nobody bears the rest', (row) => ({ ...row, payment_ratio: '70%' }), 'payment_ratio', '其余部分无人承担'],
    ['a number of the series to come', (row) => ({ ...row, sn: 'HT20991231000001' }), 'sn', '是系统自己的编号'],
    ['a late fee agreed, where the common one is said', (row) => ({ ...row, fee_rate: 5 }), 'fee_rate', '按这一行的“违约金”不填此项'],
    ['an unknown room', (row) => ({ ...row, org_id: '没有这间房' }), 'org_id', '不存在，或不在您负责的项目内'],
  ]
  test('of every rule', async () => {
    const who = await ground()
    const right = cells(who)
    const found = await wrong(cases.map(([, spoil]) => spoil(right)))
    for (const [index, [name, , , told]] of cases.entries()) expect([name, found[index]]).toEqual([name, expect.stringContaining(told)])
    for (const [index, [name, , field]] of cases.entries())
      expect([name, found[index]?.split('：')[0]]).toEqual([name, cell(field, index + 2)])
    expect(await wrong([{ ...right, months: null, end_date: addDays(today(), 3000) }])).toEqual([
      expect.stringContaining(`${cell('end_date')}：超过该户累计租期上限`),
    ])
  })

  test('a room, a tenant and a number are there once: in the file, and among what there is', async () => {
    const [a, b, c] = [await ground(), await ground(), await ground()]
    const contract_id = await signed({ org_id: c.org_id })
    const { sn } = await detail(contract_id)
    expect(
      await wrong([cells(a, { sn: 'A-1' }), cells({ ...b, words: a.words }), cells({ ...b, card: a.card }), cells(b, { sn: 'A-1' })]),
    ).toEqual([
      `${cell('org_id', 3)}：该房间 ${cells(a).start_date} 至 ${endOf(12)} 已有合同 A-1：同一天只能有一份`,
      `${cell('custom_id', 4)}：该租客同一时间已有合同 A-1：一户只租一套`,
      `${cell('sn', 5)}：合同号 A-1 已有合同`,
    ])
    expect(await wrong([cells({ ...a, words: c.words }, { sn })])).toEqual([
      expect.stringContaining(`${cell('sn')}：合同号 ${sn} 已有合同`),
    ])
    expect(await wrong([cells({ ...a, words: c.words })])).toEqual([expect.stringContaining(`已有合同 ${sn}`)])
    // What a trial finds right has left nothing behind.
    expect((await ask('/api/contract/index', { sn: 'A-1', page: 1, page_rows: 5 })).data.list).toEqual([])
  })

  test('whoever has not the right, or sees another project alone, imports none; a card number is not told in full', async () => {
    const who = await ground()
    const keeper = await tokenOf(at.server, await addAccount(at.server, 'keeper', ['/api/contract/index', '/api/contract/add'], [1]))
    const away = await tokenOf(at.server, await addAccount(at.server, 'away', ['*'], [2]))
    expect(await sendImport(at.server, IMPORT, file([cells(who)]), keeper)).toMatchObject({ code: 403 })
    const told = mistakes(await tried(at.server, IMPORT, file([cells(who)]), away))
    expect(told).toHaveLength(2)
    expect(told.join()).not.toContain(who.card)
    const another = await ground()
    const crossed = await wrong([
      cells({ ...who, card: `${another.name}${who.card}` }),
      cells({ ...who, card: `${who.name}　${who.card.slice(0, 17)}0` }),
    ])
    expect(crossed).toEqual([2, 3].map((row) => expect.stringMatching(new RegExp(`^${cell('custom_id', row)}：租客“.*”不存在`))))
    expect(crossed.join()).not.toContain(who.card)
    const { org_id, custom_id } = who
    const said = { custom_id, org_id, signed_on: endOf(0), start_date: endOf(0), months: 12, rent: 1, deposit_held: 0 }
    expect(await ask('/api/contract/enter', said, keeper)).toMatchObject({ code: 403 })
    expect(await ask('/api/contract/enter', said, away)).toMatchObject({ code: 400, data: { field: 'custom_id' } })
  })

  test('the template says how each is written, with the choices', async () => {
    const [first, notes] = sheetsOf(await fetched(at.server, '/files/imports/template/contract', at.admin))
    expect(first?.[0]).toEqual(
      expect.arrayContaining(['合同号', '租客*', '房间*', '开始日期*', '结束日期', '房租已收至', '已收押金（元）*']),
    )
    expect(notes?.flat().join()).toContain('须是一个账期的最后一天')
  })
})
test('whatever the terms: what is billed is the schedule after the day, and the deposit book holds what was given', async () => {
  const modes = ['自然月', '对月', '按日'] as const
  const cycles = { 1: '月付', 2: '两月付', 3: '季付', 6: '半年付', 12: '年付' } as const
  const arbitrary = fc.record({
    ago: fc.integer({ min: 0, max: 700 }),
    length: fc.integer({ min: 1, max: 400 }),
    mode: fc.constantFrom(1, 2, 3),
    cycle: fc.constantFrom(1, 2, 3, 6, 12),
    joins: fc.boolean(),
    rent: fc.integer({ min: 1, max: 999_999 }),
    deposit: fc.integer({ min: 0, max: 500_000 }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    collected: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const sample = fc.sample(arbitrary, { numRuns: rounds(20, 40), seed: 36 })
  const rows: Cells[] = []
  const expected: { rents: unknown[]; held: number; owed: number }[] = []
  for (const { ago, length, mode, cycle, joins, rent, deposit, part, collected } of sample) {
    const [start, end] = [dayOf(today()) - ago, dayOf(today()) + length]
    const terms = {
      start,
      end,
      steps: [{ from: start, rent }],
      mode: mode as RentMode,
      cycle,
      joinsFirst: joins,
      due: { way: 2 as const, days: 9 },
    }
    const plan = rentPlan(terms)
    const n = Math.floor(collected * (plan.length + 1))
    const until = dayOf(today()) + AHEAD
    const heldOf = Math.floor(part * deposit)
    const yuan = (fen: number): string => (fen / 100).toFixed(2)
    rows.push({
      ...cells(await ground(), {
        months: null,
        start_date: textOf(start),
        signed_on: textOf(start),
        end_date: textOf(end),
        mode: modes[mode - 1],
      }),
      ...{ cycle: cycles[cycle as 1], first_part: joins ? '并入首个整期' : '单独收', rent: yuan(rent), deposit: yuan(deposit) },
      ...{ deposit_held: yuan(heldOf), collected_to: n === 0 ? null : textOf(plan[n - 1]?.to as number) },
    })
    expected.push({
      rents: plan
        .slice(n)
        .filter(({ from, price }) => from <= until && price > 0)
        .map(({ from, to, price }) => [textOf(from), textOf(to), price]),
      held: heldOf,
      owed: deposit - heldOf,
    })
  }
  const { keys } = await take(rows)
  const found = async () => {
    const all = []
    for (const key of keys) {
      const deposits = (await bills(key)).filter(({ from }) => from === 3)
      all.push({ rents: await rents(key), held: await held(key), owed: deposits.reduce((sum, { price }) => sum + price, 0) })
    }
    return all
  }
  expect(await found()).toEqual(expected)
  await nightly(addDays(today(), AHEAD))
  expect(await found()).toEqual(expected)
})
