import { beforeEach, expect, test } from 'vitest'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { importColumns } from '../../../src/derive/imports/importColumns.ts'
import { addDays } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { monthBack } from '../../help/closing.ts'
import { imported, mistakes, tried, workbook } from '../../help/imports.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, cardOf, companyCode } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

type Cells = Record<string, unknown>

// docs/going-live.md, step by step: an operator who comes from another system, by files.
const at = adminServer()
const { rowsOf, startDeclared } = jobNodes(at)

const PROJECT = '东园公租房'
/** The last day on which the system before was used. */
const day = addDays(`${monthBack(0)}-01`, -1)
const last = { start_date: `${monthBack(1)}-01`, end_date: day, bill_date: `${monthBack(1)}-10` }
const lastOf = (back: number): string => addDays(`${monthBack(back - 1)}-01`, -1)

const file = (resource: string, rows: readonly Cells[]): Buffer => {
  const columns = importColumns(resourceNamed(resource))
  return workbook([columns.map(({ head }) => head), ...rows.map((row) => columns.map(({ name }) => row[name] ?? null))])
}
const trial = (resource: string, rows: readonly Cells[]) => tried(at.server, `/api/${resource}/import`, file(resource, rows), at.admin)
const take = async (resource: string, rows: readonly Cells[]): Promise<void> => {
  const found = await trial(resource, rows)
  expect([resource, found.error, mistakes(found)]).toEqual([resource, '', []])
  expect((await imported(at.server, at.admin, found.import_id)).state).toBe('done')
}

const PLACE = {
  ...{
    nature: '区筹公租房',
    kind_id: '成套住宅',
    region_name: '东园一村',
    province: '上海市',
    city: '市辖区',
    county: '浦东新区',
    town: '张江镇',
  },
  ...{ address: '张杨路', region_number: '100', choice_get_number: '弄', longitude: 121.6, latitude: 31.2, p_id: PROJECT },
  ...{ block_unit: '1', choice_unit_number: '号', area: 45.5, shi: 1, ting: 1, wei: 1 },
}
const HOUSEHOLDS = [1, 2, 3, 4, 5, 6]
const nameOf = (n: number): string => `租客${'一二三四五六'[n - 1]}`
const roomOf = (n: number): string => `东园一村 1号-${n}01`
const signed = (n: number, more: Cells = {}): Cells => ({
  ...{ sn: `旧-${n}`, custom_id: cardOf(9000 + n), org_id: roomOf(n), signed_on: `${monthBack(8)}-01`, start_date: `${monthBack(8)}-01` },
  ...{ months: 24, rent: '1000', deposit: '1000', deposit_held: '1000', collected_to: day },
  ...{ mode: '自然月', cycle: '月付', due_way: '周期开始后', due_days: 9 },
  ...more,
})
const balance = async (code: string): Promise<number> =>
  (
    await rowsOf<{ price: number }>(
      `select coalesce(sum(case side when 1 then j.price else -j.price end), 0)::bigint as price from journal_line j join ledger_account a using (ledger_account_id) where a.code like '${code}%'`,
    )
  )[0]?.price ?? 0
const opened = async (asked: Cells): Promise<{ opening_id: number; number: string }> => {
  const [project] = await rowsOf<{ id: number }>(`select p_id as id from project where name = '${PROJECT}'`)
  const none = { arrears_asked: 0, charges_asked: 0, prepaid_asked: 0, money_asked: 0 }
  const { opening_id } = done(await at.ask('/api/opening/add', { p_id: project?.id, day, ...none, ...asked })).data
  return done(await at.call('/api/opening/detail', { opening_id })).data
}
const owed = (opening: string, n: number, price: string, more: Cells = {}): Cells => ({
  ...{ opening_id: opening, kind: '欠租', org_id: roomOf(n), custom_id: nameOf(n), price, ...last },
  ...more,
})

const housesAndPeople = async (): Promise<void> => {
  await take('project', [{ name: PROJECT }])
  await take('kind', [{ name: '成套住宅', show_type: '整套' }])
  await addRow(at.server, 'cost', { name: '房租', income: 2 })
  await take('company', [{ name: '张江集团', code: companyCode(7), contact: '李工', phone: '13812345670' }])
  await take(
    'org',
    HOUSEHOLDS.map((n) => ({ ...PLACE, floor: n, house: `${n}01` })),
  )
  await take(
    'lessee',
    HOUSEHOLDS.map((n) => ({
      name: `租客${'一二三四五六'[n - 1]}`,
      card: cardOf(9000 + n),
      phone: '13812345678',
      p_id: PROJECT,
      company_id: '张江集团',
    })),
  )
  done(await at.ask('/api/own_account/add', { name: '基本户', kind: 3, way: 3, usual: 2, code: '1002.03' }))
}

beforeEach(() => void startDeclared('import'))

test('rooms, people, contracts and what each owed come by files, and agree with the system before to the fen', async () => {
  await housesAndPeople()
  // Of the fourth nobody paid the last month: his contract says so, and the bill is its.
  await take('contract', [signed(1), signed(2), signed(3), signed(4, { collected_to: lastOf(2) })])
  const { opening_id, number } = await opened({
    arrears_asked: 160_000,
    prepaid_asked: 20_000,
    money_asked: 5_000_000,
    deposits_asked: 400_000,
  })
  const items = [
    owed(number, 1, '600', { start_date: `${monthBack(2)}-01`, end_date: lastOf(2), bill_date: `${monthBack(2)}-10` }),
    owed(number, 1, '1000'),
    { opening_id: number, kind: '预收', custom_id: nameOf(2), price: '200' },
    { opening_id: number, kind: '账户余额', own_account_id: '基本户', price: '50000' },
  ]
  expect(mistakes(await trial('opening_item', [...items, owed(number, 4, '1000')]))).toEqual([
    expect.stringMatching(/^第 6 行：这几天的房租账单已由合同生成（从“房租已收至”的次日起）：不要再列为欠租，或作废那张账单$/),
  ])
  await take('opening_item', items)
  done(await at.ask('/api/opening/book', { opening_id }))

  expect(await rowsOf(`select count(*)::integer as n from org where current_contract is not null`)).toEqual([{ n: 4 }])
  const unpaid = await rowsOf<{ who: string; price: number }>(
    `select custom_name as who, sum(price - paid)::bigint as price from bill where is_void = 0 and start_date <= '${day}' group by 1`,
  )
  expect(Object.fromEntries(unpaid.map(({ who, price }) => [who, price]))).toEqual({ 租客一: 160_000, 租客四: 100_000 })
  expect(await balance('1002.03')).toBe(5_000_000)
  expect(await balance('2241.01')).toBe(-400_000)
  expect(await balance('4104')).toBe(-(160_000 + 5_000_000 - 20_000 - 400_000))
  // From the next day on the contracts are billed, and no month of anybody's twice.
  expect(
    await rowsOf(`select a.sn from bill a join bill b on b.org_id = a.org_id and b.bill_id > a.bill_id and a."from" = 1 and b."from" = 1
      and a.start_date <= b.end_date and a.end_date >= b.start_date where a.is_void = 0 and b.is_void = 0`),
  ).toEqual([])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('rent that was brought as owed is not billed by a contract that comes later, nor booked where one has come meanwhile', async () => {
  const first = await opened({ arrears_asked: 100_000 })
  await take('opening_item', [owed(first.number, 5, '1000')])
  done(await at.ask('/api/opening/book', { opening_id: first.opening_id }))
  expect(mistakes(await trial('contract', [signed(5, { collected_to: lastOf(2) })]))).toEqual([
    expect.stringMatching(new RegExp(`：到 ${day} 的房租在期初单 ${first.number} 里是欠租：房租已收至填到那一期的最后一天，账单从次日起$`)),
  ])
  await take('contract', [signed(5)])

  const second = await opened({ arrears_asked: 100_000 })
  await take('opening_item', [owed(second.number, 6, '1000')])
  await take('contract', [signed(6, { collected_to: lastOf(2) })])
  expect(await at.ask('/api/opening/book', { opening_id: second.opening_id })).toMatchObject({
    code: 409,
    msg: expect.stringMatching(
      /^1 行欠租，那几天的房租账单已由合同生成（如 ZD\d+，从“房租已收至”的次日起）：删去这些行，或先作废那些账单$/,
    ),
  })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('rooms that came by a file get their meters together, which begin where they stand', async () => {
  const ids = (await rowsOf<{ org_id: number }>(`select org_id from org order by org_id`)).map(({ org_id }) => org_id)
  const meters = (price: number) => at.ask('/api/org/meters', { ids, simple_id: at.ground.simple, price })
  done(await meters(300))
  done(await meters(350))
  expect(await rowsOf(`select distinct simple from org`)).toEqual([{ simple: [{ simple_id: at.ground.simple, price: 350 }] }])
  await take(
    'meter',
    HOUSEHOLDS.map((n) => ({
      ...{ org_id: roomOf(n), simple_id: '水', read_date: day },
      ...{ current: 1000 + n, is_new: '是', new_start: 1000 + n },
    })),
  )
  expect(await rowsOf(`select count(*)::integer as n, sum(usage)::integer as used from meter`)).toEqual([{ n: HOUSEHOLDS.length, used: 0 }])
  expect(await rowsOf(`select sn from bill where "from" = 4`)).toEqual([])
  await rowsOf(
    `update org set simple = (select jsonb_agg(jsonb_build_object('simple_id', 100 + n, 'price', 1)) from generate_series(1, 20) n)`,
  )
  expect(await meters(1)).toMatchObject({ code: 400, msg: '一间房最多 20 个抄表项目', data: { field: 'simple_id' } })
})
