import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, today } from '../../src/protocol/dates.ts'
import { adminServer } from '../help/adminServer.ts'
import { addAccount, addRow, companyCode, permit, tokenOf } from '../help/store/ground.ts'
import { untilOneWaits } from '../help/store/locks.ts'
import { done, tenanciesOn } from '../help/tenancies.ts'

const at = adminServer()
const { signed, pay } = tenanciesOn(at)
const CALL = '/api/contract/split'

let named = 0
const company = (): Promise<number> =>
  addRow(at.server, 'company', { name: `补贴单位${++named}`, code: companyCode(800 + named), contact: '王', phone: '13812345678' })
const begun = () => signed({ start_date: today(), months: 12, mode: 2, rent: 100_000 })
const lines = async (contract_id: number) =>
  (
    await sql<{ bearer: number; percent: number }>`select bearer, percent from contract_split where contract_id = ${contract_id}`.execute(
      at.server.db,
    )
  ).rows
const asked = async (contract_id: number) => ({
  ...{ contract_id, bearer: 3, company_id: await company(), from_date: addDays(today(), 40), way: 1, percent: 20, reason: '批复' },
})

test('without the right, with the right of another project, with the right taken a moment ago: nothing is agreed, and nothing is shown', async () => {
  const contract_id = await begun()
  const params = await asked(contract_id)
  const preview = { ...params, reason: undefined }
  const clerk = await addAccount(at.server, 'splitless', ['/api/contract/index'])
  const token = await tokenOf(at.server, clerk)
  for (const [path, sent] of [
    [CALL, params],
    ['/api/contract/splitting', preview],
    ['/api/contract_split/index', { contract_id: [contract_id] }],
  ] as const)
    expect([path, await at.server.call(path, sent, token)]).toMatchObject([path, { code: 403, data: null }])

  await sql`insert into project (name) values ('别的项目')`.execute(at.server.db)
  const { rows } = await sql<{ p_id: number }>`select max(p_id) as p_id from project`.execute(at.server.db)
  const other = await addAccount(at.server, 'elsewhere', [CALL, '/api/contract_split/index'], [rows[0]?.p_id as number])
  const theirs = await tokenOf(at.server, other)
  expect(await at.server.call(CALL, params, theirs)).toMatchObject({ code: 404 })
  expect(await at.server.call('/api/contract/splitting', preview, theirs)).toMatchObject({ code: 404 })
  done(await at.ask(CALL, params))
  expect((await at.server.call('/api/contract_split/index', { contract_id: [contract_id] }, theirs)).data.list).toEqual([])

  await permit(at.server, clerk, [CALL])
  done(await at.server.call(CALL, { ...params, percent: 30 }, token))
  await permit(at.server, clerk, [])
  expect(await at.server.call(CALL, { ...params, percent: 90 }, token)).toMatchObject({ code: 403 })
  expect(await lines(contract_id)).toEqual([{ bearer: 3, percent: 30 }])
})

test('thirty at once, of one bearer and one day, are one line; each period is billed once, and its shares are its price', async () => {
  const contract_id = await begun()
  const params = await asked(contract_id)
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => at.ask(CALL, { ...params, from_date: today(), percent: n + 1 })))
  expect(answers.every(({ code }) => code === 200 || code === 409)).toBe(true)
  expect(answers.some(({ code }) => code === 200)).toBe(true)
  const [line] = await lines(contract_id)
  expect(await lines(contract_id)).toHaveLength(1)
  const { rows } = await sql<{ start_date: string; price: number; shares: number; subsidy: number }>`
    select b.start_date, b.price, sum(s.price)::bigint as shares, sum(s.price) filter (where s.party = 3)::bigint as subsidy
    from bill b join bill_share s on s.bill_id = b.bill_id where b.contract_id = ${contract_id} and b."from" = 1 and b.is_void = 0 group by b.bill_id
  `.execute(at.server.db)
  expect(rows.length).toBeGreaterThan(0)
  expect(new Set(rows.map(({ start_date }) => start_date)).size).toBe(rows.length)
  for (const { price, shares, subsidy } of rows)
    expect([shares, subsidy]).toEqual([price, Math.floor((price * (line?.percent ?? 0)) / 100)])
})

test.each([
  ['split', (params: Record<string, unknown>) => params],
  [
    'amend',
    ({ contract_id, from_date }: { contract_id: number; from_date: string }) => ({ contract_id, from_date, rent: 90_000, reason: '调' }),
  ],
] as const)('%s waits for what is being paid, and then changes nothing of what it was paid for', async (name, paramsOf) => {
  const contract_id = await begun()
  const [bill] = (
    await sql<{ bill_id: number; end_date: string }>`
      select bill_id, end_date from bill where contract_id = ${contract_id} and "from" = 1 and is_void = 0 order by start_date limit 1
    `.execute(at.server.db)
  ).rows
  const params: Record<string, unknown> = paramsOf({ ...(await asked(contract_id)), from_date: bill?.end_date as string })
  let agreed: ReturnType<typeof at.ask> | undefined
  await at.server.db.transaction().execute(async (paying) => {
    // As an allocation does it, whose transaction is not over.
    await sql`update bill set paid = 1 where bill_id = ${bill?.bill_id}`.execute(paying)
    agreed = at.ask(`/api/contract/${name}`, params)
    await untilOneWaits(at.server)
  })
  expect(await agreed).toMatchObject({ code: 400, data: { field: 'from_date' } })
  const { rows } = await sql<{ is_void: number }>`select is_void from bill where bill_id = ${bill?.bill_id}`.execute(at.server.db)
  expect(rows).toEqual([{ is_void: 0 }])
  expect(await lines(contract_id)).toEqual([])
})

test('a contract with a thousand lines is shown, billed and agreed on as any other; nothing that is twisted is taken', async () => {
  const contract_id = await begun()
  const company_id = await company()
  await sql`
    insert into contract_split (contract_id, from_date, bearer, company_id, way, percent, reason, p_id)
    select ${contract_id}, current_date + n % 334 + 1, 2 + n / 334, ${company_id}, 1, n % 30, '批复', 1 from generate_series(0, 1001) n
  `.execute(at.server.db)
  const params = { ...(await asked(contract_id)), from_date: addDays(today(), 1) }
  const { table } = done(await at.ask('/api/contract/splitting', { ...params, reason: undefined })).data
  expect(table.heads).toEqual(['应付日', '周期', '应付', '租客', '单位', '财政补贴', '其他'])
  done(await at.ask(CALL, params))
  for (const twisted of [
    { percent: 1e308 },
    { percent: null },
    { bearer: 'x' },
    { company_id: -1 },
    { from_date: "2026-01-01'; drop table contract_split; --" },
    { reason: 'x'.repeat(100_000) },
    { way: { $gt: 0 } },
    { split_id: 1 },
  ])
    expect([twisted, (await at.ask(CALL, { ...params, ...twisted })).code]).toEqual([twisted, 400])
})

test('in the store a line is neither changed nor taken away once rent was paid for its days; where none was, another takes its place', async () => {
  const contract_id = await begun()
  const own = ` where contract_id = ${contract_id}`
  const run = (text: string) => sql.raw(text).execute(at.server.db)
  const params = { ...(await asked(contract_id)), from_date: today() }
  done(await at.ask(CALL, params))
  done(await at.ask(CALL, { ...params, percent: 30 }))
  expect(await lines(contract_id)).toEqual([{ bearer: 3, percent: 30 }])
  for (const set of [
    'percent = 10',
    'from_date = from_date + 1',
    'bearer = 4',
    'way = 2, percent = null, sum = 1',
    'cap = 1',
    'reason = null',
  ])
    await expect(run(`update contract_split set ${set}${own}`), set).rejects.toThrow('承担约定不能修改')
  await expect(run('truncate contract_split')).rejects.toThrow('承担约定不能修改')
  await pay(contract_id)
  await expect(run(`delete from contract_split${own}`)).rejects.toThrow('承担约定不能修改')
  expect(await lines(contract_id)).toEqual([{ bearer: 3, percent: 30 }])
})

test('an employer who was entered twice takes what he agreed to bear along', async () => {
  const contract_id = await begun()
  const params = await asked(contract_id)
  done(await at.ask(CALL, params))
  const merged_into = await company()
  done(await at.ask('/api/company/merge', { company_id: params.company_id, merged_into }))
  const { rows } = await sql`select company_id from contract_split where contract_id = ${contract_id}`.execute(at.server.db)
  expect(rows).toEqual([{ company_id: merged_into }])
})
