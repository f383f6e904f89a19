import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isMaskedKind } from '../../src/core/kinds.ts'
import { resources } from '../../src/declared/declared.ts'
import { startTestJobs } from '../help/exports.ts'
import { tried, workbook } from '../help/imports.ts'
import { addAccount, addRow, addTenant, fillGround, tokenOf } from '../help/store/ground.ts'
import { startTestServer, type TestServer } from '../help/testServer.ts'

const CARD = '310101199003070038'
const PHONE = '13876543210'

let server: TestServer
let admin: string
let custom_id: number

beforeAll(async () => {
  server = await startTestServer()
  await fillGround(server)
  admin = await tokenOf(server)
  custom_id = await addTenant(server, { name: '王小明', card: CARD, phone: PHONE })
})
afterAll(() => server.close())

const staff = async (name: string, permission: readonly string[]): Promise<string> =>
  tokenOf(server, await addAccount(server, name, permission))

/** What the attack did: from the first digit on, keep whichever next digit still finds someone. */
const spellOut = async (token: string, ask: (typed: string) => Promise<number>): Promise<string> => {
  let known = ''
  while (known.length < 18) {
    const found: string[] = []
    for (const digit of '0123456789X') if ((await ask(known + digit)) > 0) found.push(digit)
    if (found.length !== 1) break
    known += found[0]
  }
  return token && known
}

test('a number cannot be spelt out by searching, neither at the look-up nor in the list’s filters', async () => {
  const clerk = await staff('speller', ['/api/lessee/index'])
  const byFind = (keyword: string) => server.call('/api/lessee/find', { keyword }, clerk).then(({ data }) => data?.length ?? 0)
  expect(await spellOut(clerk, byFind)).toBe('')
  for (const name of ['card', 'phone']) {
    const byFilter = (typed: string) =>
      server.call('/api/lessee/index', { [name]: typed }, clerk).then(({ code, data }) => (code === 200 ? data.count : 0))
    expect(await spellOut(clerk, byFilter)).toBe('')
  }
})

test('without a right nobody is found; a dialog that needs tenants finds them', async () => {
  const nobody = await staff('nobody', [])
  expect(await server.call('/api/lessee/find', { keyword: CARD }, nobody)).toMatchObject({ code: 403, data: null })
  expect((await server.call('/api/lessee/find', { keyword: '王小' }, await staff('biller', ['key:bill_list']))).data).toHaveLength(1)
})

test('who may not see a number finds it whole, or by its end with a name; who may, by its end alone', async () => {
  const clerk = await staff('counter', ['/api/lessee/index'])
  const find = async (params: object, token: string) => {
    const { code, msg, data } = await server.call('/api/lessee/index', params as Record<string, unknown>, token)
    return code === 200 ? data.count : msg
  }
  expect(await find({ phone: PHONE }, clerk)).toBe(1)
  expect(await find({ card: CARD.toLowerCase() }, clerk)).toBe(1)
  expect(await find({ phone: '3210' }, clerk)).toBe('按末四位查找须同时填写姓名')
  expect(await find({ phone: '3210', name: '王小' }, clerk)).toBe(1)
  expect(await find({ phone: '138765' }, clerk)).toBe('手机号请填写完整号码，或末四位')
  expect(await find({ phone: `#${'0'.repeat(32)}` }, clerk)).toBe('手机号请填写完整号码，或末四位')
  expect(await find({ phone: '3210' }, admin)).toBe(1)
  expect(await find({ phone: '3210' }, await staff('revealer', ['/api/lessee/index', '/api/lessee/reveal']))).toBe(1)
})

test('searches by number are counted per account, told in the log when they go on, and end', async () => {
  const id = await addAccount(server, 'guesser', ['/api/lessee/index'])
  const token = await tokenOf(server, id)
  const guesses = Array.from({ length: 130 }, (_, n) => `138${String(n).padStart(8, '0')}`)
  const answers = await Promise.all(guesses.map((phone) => server.call('/api/lessee/index', { phone }, token)))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(100)
  expect(answers.find(({ code }) => code !== 200)).toMatchObject({
    code: 429,
    msg: expect.stringMatching(/^按号码查找过于频繁，请 \d+ 分钟后再试$/),
  })
  const { rows } = await sql<{ record_title: string }>`
    select record_title from operation_log where created_by = ${id} and resource = 'account' and record_id = ${id} and label = '频繁按号码查找' order by log_id
  `.execute(server.db)
  expect(rows.map(({ record_title }) => record_title)).toEqual([20, 40, 60, 80, 100].map((n) => `用户列表：一小时内 ${n} 次`))
  // Someone else is not kept waiting, and neither is whoever may see the numbers.
  expect((await server.call('/api/lessee/index', { phone: PHONE }, await staff('other', ['/api/lessee/index']))).code).toBe(200)
})

test('showing a number needs its right, in one’s projects, and is logged', async () => {
  const other = await tokenOf(server, await addAccount(server, 'elsewhere', ['/api/lessee/reveal'], [2]))
  expect((await server.call('/api/lessee/reveal', { custom_id }, other)).code).toBe(404)
  expect((await server.call('/api/lessee/reveal', { custom_id }, await staff('reader', ['/api/lessee/index']))).code).toBe(403)
  expect((await server.call('/api/lessee/reveal', { custom_id }, admin)).data).toEqual({
    ...{ custom_id, card: CARD, phone: PHONE },
    ...{ withhold_account: null, fund_account: null },
  })
  const { rows } = await sql`select from operation_log where label = '显示完整号码' and record_id = ${custom_id}`.execute(server.db)
  expect(rows).toHaveLength(1)
})

test('every resource with personal numbers stores them sealed, finds them and keeps them apart', async () => {
  await addRow(server, 'broker', { name: '乙', phone: PHONE, level: 1, user_id: 1 })
  expect(await server.call('/api/broker/add', { name: '丙', phone: PHONE, level: 1, user_id: 1 }, admin)).toMatchObject({
    code: 409,
    msg: '该手机号已登记',
  })
  const numbered = resources.filter(({ isStored, columns }) => isStored && columns.some(({ is, isStored: own }) => own && isMaskedKind(is)))
  expect(numbered.map(({ name }) => name).sort()).toEqual(
    [
      'application_draft',
      'broker',
      'clue',
      'company',
      'entrust',
      'invoice_title',
      'kin',
      'lessee',
      'member',
      'objection',
      'own_account',
      'owner',
      'qualification',
      'repair',
      'reserve',
      'statement_line',
      'tenant_phone',
      'waiting',
      'withhold_line',
    ].sort(),
  )
  for (const { table, columns } of numbered)
    for (const { name, is } of columns)
      if (isMaskedKind(is))
        await expect(sql`insert into ${sql.table(table)} (${sql.id(name)}) values ('13800001111')`.execute(server.db)).rejects.toThrow(
          /sealed|null value/,
        )
})

test('nothing of a number is left in the database or on the disk in clear', async () => {
  const jobs = startTestJobs(server)
  const clue = { kind: 1, custom_name: '线索', phone: PHONE, place: '五角场', price: 100_000 }
  expect((await server.call('/api/clue/add', clue, admin)).code).toBe(200)
  expect((await server.call('/api/clue/index', { phone: PHONE }, admin)).data.count).toBe(1)
  expect((await server.call('/api/clue/export', { phone: PHONE, format: 2 }, admin)).code).toBe(200)
  const heads = ['类型', '联系人', '手机号', '意向位置', '期望月租（元）']
  const trial = await tried(
    server,
    '/api/clue/import',
    workbook([heads, ['求租', '错', PHONE.slice(0, 10), '张江', 1], ['求租', CARD, PHONE, '张江', 'x']]),
    admin,
  )
  expect(trial).toMatchObject({ state: 'wrong', wrong: 2 })
  await server.call(
    '/api/saved_filter/add',
    { resource: 'clue', name: '找人', content: JSON.stringify({ filters: { phone: PHONE }, order: '', columns: null }) },
    admin,
  )
  await jobs.stop()
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'replay'
  `.execute(server.db)
  for (const { name } of rows) {
    const found = await sql<{ line: string }>`
      select t::text as line from ${sql.table(name)} t where position(${PHONE} in t::text) > 0 or position(${PHONE.slice(0, 10)} in t::text) > 0 or position(${CARD} in t::text) > 0
    `.execute(server.db)
    expect([name, found.rows.map(({ line }) => line)]).toEqual([name, []])
  }
  const folder = join(server.config.dataDir, 'files', 'imports')
  const names = readdirSync(folder)
  expect(names).toHaveLength(2)
  // A workbook is compressed: it is looked for as a file that opens.
  for (const name of names) expect(readFileSync(join(folder, name)).subarray(0, 2).toString()).not.toBe('PK')
})

test('what the mask and the age leave open is too much to guess within what an account may search', async () => {
  const { data } = await server.call('/api/lessee/detail', { custom_id }, await staff('looker', ['/api/lessee/detail']))
  expect(data).toMatchObject({ card: '310***********0038', phone: '138****3210' })
  expect(Object.keys(data).sort()).not.toContain('birth')
  expect(JSON.stringify(data)).not.toMatch(/1990-03-07|\$/)
})
