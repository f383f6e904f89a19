import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import { maskCard } from '../../../src/protocol/masks.ts'
import { adminServer } from '../../help/adminServer.ts'
import { startTestJobs } from '../../help/exports.ts'
import { fetched, imported, mistakes, sheetsOf, tried, workbook } from '../../help/imports.ts'
import { addAccount, cardOf, companyCode, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at
let jobs: Jobs
beforeAll(() => {
  jobs = startTestJobs(at.server)
})
afterAll(() => jobs.stop())

const PHONE = '13812345678'
const BANK = '6222021001112223334'
const person = (serial: number, changes: object = {}) => ({
  kind: 1,
  name: `业主${serial}`,
  card: cardOf(serial),
  phone: PHONE,
  ...changes,
})
const company = (serial: number, changes: object = {}) => ({
  kind: 2,
  name: `单位${serial}`,
  code: companyCode(serial),
  contact: '王小明',
  phone: PHONE,
  ...changes,
})
const detail = async (owner_id: number) => (await ask('/api/owner/detail', { owner_id })).data

test('what is required hangs on the kind: a person has a card, a company a code and a contact; nothing is kept of the other kind', async () => {
  expect(await ask('/api/owner/add', person(1, { card: undefined }))).toMatchObject({
    code: 400,
    msg: '身份证号必填',
    data: { field: 'card' },
  })
  expect(await ask('/api/owner/add', company(1, { code: undefined }))).toMatchObject({
    code: 400,
    msg: '统一社会信用代码必填',
    data: { field: 'code' },
  })
  expect(await ask('/api/owner/add', company(1, { contact: '' }))).toMatchObject({
    code: 400,
    msg: '联系人必填',
    data: { field: 'contact' },
  })
  expect(await ask('/api/owner/add', company(1, { code: companyCode(1).toLowerCase() }))).toMatchObject({
    code: 400,
    data: { field: 'code' },
  })
  const one = await ask('/api/owner/add', person(1, { code: companyCode(1), contact: '谁' }))
  const other = await ask('/api/owner/add', company(1, { card: cardOf(2) }))
  expect([one.code, other.code]).toEqual([200, 200])
  expect(await detail(one.data.owner_id)).toMatchObject({ card: maskCard(cardOf(1)), code: null, contact: null })
  expect(await detail(other.data.owner_id)).toMatchObject({ card: null, code: companyCode(1), contact: '王小明' })
  expect(await ask('/api/owner/add', person(1))).toMatchObject({ code: 409, msg: '该身份证号已登记', data: { field: 'card' } })
  expect(await ask('/api/owner/add', company(1))).toMatchObject({ code: 409, msg: '该统一社会信用代码已登记', data: { field: 'code' } })
})

test('one who turns out to be a company has a card no more, in no form; and the store holds what the kind requires', async () => {
  const { owner_id } = (await ask('/api/owner/add', person(3))).data
  expect(await ask('/api/owner/edit', { owner_id, ...company(3) })).toMatchObject({ code: 200 })
  expect(await detail(owner_id)).toMatchObject({ kind: 2, card: null, code: companyCode(3) })
  expect((await ask('/api/owner/reveal', { owner_id })).data).toEqual({ owner_id, card: null, phone: PHONE, bank_account: null })
  // The card is free for whose it is.
  expect((await ask('/api/owner/add', person(3))).code).toBe(200)
  await expect(sql`update owner set code = null where owner_id = ${owner_id}`.execute(at.server.db)).rejects.toThrow('owner_identity')
})

test('numbers are masked and sealed; what is sent back as it was read stays; shown in full by right alone, which is logged', async () => {
  const { owner_id } = (await ask('/api/owner/add', person(4, { bank_account: BANK }))).data
  const { version, card, phone, bank_account } = await detail(owner_id)
  expect([card, phone, bank_account]).toEqual([maskCard(cardOf(4)), '138****5678', maskCard(BANK)])
  const asRead = { owner_id, version, kind: 1, name: '业主四', card, phone, bank_account }
  expect(await ask('/api/owner/edit', asRead)).toMatchObject({ code: 200 })
  expect((await ask('/api/owner/reveal', { owner_id })).data).toMatchObject({ card: cardOf(4), phone: PHONE, bank_account: BANK })
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from operation_log where resource = 'owner' and record_id = ${owner_id} and path = '/api/owner/reveal'
  `.execute(at.server.db)
  expect(rows[0]?.n).toBe(1)
  const keeper = await tokenOf(at.server, await addAccount(at.server, 'keeper', ['/api/owner/index', '/api/owner/detail']))
  expect((await ask('/api/owner/reveal', { owner_id }, keeper)).code).toBe(403)
})

test('one who is retired is offered no more, and stays where he is named', async () => {
  const { owner_id } = (await ask('/api/owner/add', person(5, { name: '将停用' }))).data
  const found = async (params: object) =>
    (await ask('/api/owner/find', params as Record<string, unknown>)).data.map((one: { owner_id: number }) => one.owner_id)
  expect(await found({ keyword: '将停' })).toEqual([owner_id])
  expect((await ask('/api/owner/retire', { owner_id })).code).toBe(200)
  expect([await found({ keyword: '将停' }), await found({ ids: [owner_id] })]).toEqual([[], [owner_id]])
})

test('he is found by name, phone, card or code, in the box of a dialog and by Ctrl K, by whoever may read owners', async () => {
  const { owner_id } = (await ask('/api/owner/add', person(6, { name: '欧阳业主', phone: '13900007777' }))).data
  const firm = (await ask('/api/owner/add', company(6))).data.owner_id
  const ids = async (keyword: string, token?: string): Promise<number[]> =>
    (await ask('/api/search/find', { keyword }, token)).data.owner.map(({ id }: { id: number }) => id)
  for (const keyword of ['欧阳', '13900007777', cardOf(6), '欧阳业主 7777'])
    expect([keyword, await ids(keyword)]).toEqual([keyword, [owner_id]])
  expect(await ids(companyCode(6))).toEqual([firm])
  const found = await ask('/api/owner/find', { keyword: '13900007777' })
  expect(found.data).toEqual([{ owner_id, name: '欧阳业主', phone: '139****7777' }])
  const other = await tokenOf(at.server, await addAccount(at.server, 'other', ['/api/org/list']))
  expect(await ids('欧阳', other)).toEqual([])
  expect((await ask('/api/owner/find', { keyword: '欧阳' }, other)).code).toBe(403)
})

const HEADS = ['类型*', '姓名或名称*', '身份证号', '统一社会信用代码', '联系人', '联系电话*']
const line = (serial: number, changes: Record<number, string> = {}) =>
  ['个人', `导入${serial}`, cardOf(serial), '', '', PHONE].map((cell, place) => changes[place] ?? cell)

test('the template says of each number for whom it is; a file is told of each wrong cell, and imports all or none', async () => {
  const [heads, notes] = sheetsOf(await fetched(at.server, '/files/imports/template/owner', at.admin)) as [unknown[][], unknown[][]]
  expect(heads[0]?.slice(0, 6)).toEqual(HEADS)
  const noteOf = (head: string): string => String(notes.find(([name]) => name === head)?.join('；'))
  expect(noteOf('身份证号')).toContain('仅当类型为个人时填写；此时必填')
  expect(noteOf('联系人')).toContain('仅当类型为单位、财政时填写；此时必填')
  const wrong = [line(21, { 2: '' }), line(22, { 0: '单位' }), line(23, { 2: '310101199003070011' }), line(1)]
  const trial = await tried(at.server, '/api/owner/import', workbook([HEADS, ...wrong]), at.admin)
  expect(mistakes(trial)).toEqual([
    'C2：身份证号必填',
    'C3：按这一行的“类型”不填此项，要填请改“类型”',
    'D3：统一社会信用代码必填',
    'E3：联系人必填',
    'C4：请检查身份证号',
    'C5：该身份证号已登记',
  ])
  const firm = ['单位', '导入单位', '', companyCode(24), '赵', PHONE]
  const right = await tried(at.server, '/api/owner/import', workbook([HEADS, line(24), firm]), at.admin)
  expect([right.state, (await imported(at.server, at.admin, right.import_id)).state]).toEqual(['right', 'done'])
  expect((await ask('/api/owner/index', { name: '导入' })).data.list).toMatchObject([
    { kind: 2, code: companyCode(24), card: null },
    { kind: 1, card: maskCard(cardOf(24)) },
  ])
})
