import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cleanUp } from '../../../server/domain/system/cleanUp.ts'
import { updateRow } from '../../../server/store/writing/write.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { addTenant, fillGround, flat, flowOf, type Ground, tokenOf } from '../../help/store/ground.ts'
import { md5, startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let ground: Ground
let admin: string

interface Entry {
  created_by: number
  label: string
  path: string
  address: string
  resource: string
  record_id: number
  record_title: string | null
  deed: number
  area: number
  p_id: number | null
  changes: { column: string; before?: unknown; after?: unknown; before_title?: string; after_title?: string }[]
}

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  admin = await tokenOf(server)
})
afterAll(() => server.close())

let seen = 0
beforeEach(async () => {
  const { rows } = await sql<{ last: number }>`select coalesce(max(log_id), 0) as last from operation_log`.execute(server.db)
  seen = rows[0]?.last ?? 0
})

/** What has been written since the test began, oldest first. */
const written = async (resource?: string): Promise<Entry[]> => {
  const { rows } = await sql<Entry>`
    select * from operation_log where log_id > ${seen} and (${resource ?? null}::text is null or resource = ${resource ?? null}) order by log_id
  `.execute(server.db)
  return rows
}

const run = async (text: string): Promise<void> => void (await sql.raw(text).execute(server.db))

test('a number whose record another column tells is written with that record’s name', async () => {
  await server.call('/api/flow/add', flowOf(ground), admin)
  const { data } = await server.call('/api/cost/detail', { id: ground.cost }, admin)
  const [made] = await written('flow')
  expect(made?.changes.find(({ column }) => column === 'from_id')).toEqual({
    column: 'from_id',
    after: ground.cost,
    after_title: data.name,
  })
})

test('a record made, changed and deleted by derived calls is written: who, by which call, from where, before → after', async () => {
  const { data } = await server.call('/api/kind/add', { name: '两居室', show_type: 2 }, admin)
  await server.call('/api/kind/edit', { id: data.id, name: '大两居', show_type: 2 }, admin)
  await server.call('/api/kind/del', { id: data.id }, admin)
  const entries = await written()
  expect(entries.map(({ label, deed, changes }) => ({ label, deed, changes }))).toEqual([
    {
      label: '新增房源类型',
      deed: 1,
      changes: [
        { column: 'name', after: '两居室' },
        { column: 'show_type', after: 2 },
        { column: 'retired', after: 0 },
      ],
    },
    { label: '编辑房源类型', deed: 2, changes: [{ column: 'name', before: '两居室', after: '大两居' }] },
    {
      label: '删除房源类型',
      deed: 3,
      changes: [
        { column: 'name', before: '大两居' },
        { column: 'show_type', before: 2 },
        { column: 'retired', before: 0 },
      ],
    },
  ])
  for (const entry of entries)
    expect(entry).toMatchObject({ created_by: 1, address: '127.0.0.1', resource: 'kind', record_id: data.id, area: 1, p_id: null })
  expect(entries.map(({ path, record_title }) => [path, record_title])).toEqual([
    ['/api/kind/add', '两居室'],
    ['/api/kind/edit', '大两居'],
    ['/api/kind/del', '大两居'],
  ])
})

test('a domain write is written too, with the names of what it refers to and its project', async () => {
  const house = await server.call('/api/org/add', flat(ground, { p_id: 1 }), admin)
  expect(house).toMatchObject({ code: 200, msg: '' })
  const [made] = await written('org')
  expect(made).toMatchObject({ label: '新增房源', deed: 1, area: 1, p_id: 1, record_id: house.data.org_id[0] })
  expect(made?.changes).toContainEqual({ column: 'p_id', after: 1, after_title: '浦东一期' })
  expect(made?.changes).toContainEqual({ column: 'kind_id', after: ground.kind[2], after_title: '一居室' })
  await server.call('/api/org/repair', { org_id: house.data.org_id[0] }, admin)
  expect((await written('org')).at(-1)).toMatchObject({ label: '维修', deed: 2, changes: [{ column: 'status', before: 1, after: 2 }] })
  await server.call('/api/flow/add', flowOf(ground, { org_id: house.data.org_id[0] }), admin)
  expect((await written('flow')).at(-1)).toMatchObject({ label: '新增流水', area: 3, p_id: 1 })
})

test('phones and cards are masked, password hashes are not there at all', async () => {
  const { card, phone } = { card: '310101199001011233', phone: '13812345678' }
  await server.db.transaction().execute(async (tx) => {
    await sql`select set_config('anju.actor', '1', true)`.execute(tx)
    await addTenant({ db: tx }, { name: '李明', card, phone })
    await sql`update account set password = 'argon2-of-something', name = name || '…' where user_id = 3`.execute(tx)
  })
  const all = JSON.stringify(await written())
  expect(all).toContain('138****5678')
  expect(all).toContain(`310${'*'.repeat(11)}1233`)
  expect(all).not.toContain(phone)
  expect(all).not.toContain(card)
  expect(all).not.toContain('argon2')
})

test('a number that looks the same masked is a change all the same', async () => {
  const custom_id = await addTenant(server, { name: '张三', phone: '13800005678' })
  await server.db.transaction().execute(async (tx) => {
    await sql`select set_config('anju.actor', '1', true)`.execute(tx)
    await updateRow(tx, resourceNamed('lessee'), custom_id, undefined, { phone: '13811115678' }, null)
  })
  expect((await written()).at(-1)?.changes).toEqual([{ column: 'phone', before: '138****5678', after: '138****5678' }])
})

test('showing a number in full and changing one’s password are deeds that are written though no row changes', async () => {
  const custom_id = await addTenant(server, { name: '王芳', card: '310101198001011234', phone: '13900001111', p_id: 2 })
  expect((await server.call('/api/lessee/reveal', { custom_id }, admin)).data.phone).toBe('13900001111')
  expect(await written()).toMatchObject([
    { label: '显示完整号码', resource: 'lessee', record_id: custom_id, record_title: '王芳', deed: 4, area: 2, p_id: 2, changes: [] },
  ])
  const token = await tokenOf(server, 2)
  const changed = await server.call(
    '/api/admin/resetPassword',
    { raw_pwd: md5('anju2026'), new_pwd: md5('next-one'), rep_pwd: md5('next-one') },
    token,
  )
  expect(changed).toMatchObject({ code: 200 })
  expect((await written()).at(-1)).toMatchObject({ created_by: 2, label: '修改密码', resource: 'account', record_id: 2, deed: 4, area: 4 })
})

test('reads, refused writes, writes that change nothing and background work write nothing', async () => {
  const { data } = await server.call('/api/kind/add', { name: '三居室', show_type: 2 }, admin)
  const before = (await written()).length
  await server.call('/api/kind/index', { page: 1 }, admin)
  await server.call('/api/kind/detail', { id: data.id }, admin)
  expect(await server.call('/api/kind/add', { name: '三居室', show_type: 2, request_id: 'again' }, admin)).toMatchObject({ code: 409 })
  expect(await server.call('/api/kind/edit', { id: data.id, name: '三居室', show_type: 2 }, admin)).toMatchObject({ code: 200 })
  await run("insert into kind (name, show_type) values ('后台写的', 1)")
  await cleanUp(server.db, server.config)
  expect((await written()).length).toBe(before)
})

test('a write sent twice is written once', async () => {
  const twice = { name: '同一件事', request_id: 'one' }
  await server.call('/api/tags/add', twice, admin)
  await server.call('/api/tags/add', twice, admin)
  expect(await written('tags')).toHaveLength(1)
})

test('who acts does not leak to the next user of the connection', async () => {
  await server.call('/api/tags/add', { name: '泄漏' }, admin)
  const { rows } = await sql<{ actor: string | null }>`
    select current_setting('anju.actor', true) as actor from generate_series(1, 50)
  `.execute(server.db)
  expect(new Set(rows.map(({ actor }) => actor || null))).toEqual(new Set([null]))
})

test('the log is only ever added to', async () => {
  await server.call('/api/tags/add', { name: '只追加' }, admin)
  for (const text of ['update operation_log set label = label', 'delete from operation_log', 'truncate operation_log'])
    await expect(run(text)).rejects.toThrow('操作日志只能追加')
})

test('a project can be deleted although the log speaks of it', async () => {
  const { data } = await server.call('/api/project/add', { name: '短命项目' }, admin)
  expect(await server.call('/api/project/del', { p_id: data.p_id }, admin)).toMatchObject({ code: 200 })
  expect((await written('project')).map(({ deed, p_id }) => [deed, p_id])).toEqual([
    [1, data.p_id],
    [3, data.p_id],
  ])
})

test('what was done leads to its record for as long as there is one', async () => {
  const { data } = await server.call('/api/tags/add', { name: '朝北' }, admin)
  const entries = async (): Promise<[number, number | null][]> =>
    (await server.call('/api/operation_log/index', { resource: 'tags', record_id: data.id }, admin)).data.list.map(
      ({ deed, open_id }: { deed: number; open_id: number | null }) => [deed, open_id],
    )
  expect(await entries()).toEqual([[1, data.id]])
  expect((await server.call('/api/tags/del', { id: data.id, version: 1 }, admin)).code).toBe(200)
  expect(await entries()).toEqual([
    [3, null],
    [1, null],
  ])
})

test('the list narrows to one record, and a resource’s name is matched whole', async () => {
  const { data } = await server.call('/api/cost/add', { name: '只此一条' }, admin)
  const of = async (resource: string) =>
    (await server.call('/api/operation_log/index', { resource, record_id: data.id }, admin)).data.list as Entry[]
  expect(await of('cost')).toMatchObject([{ label: '新增费用项', record_title: '只此一条' }])
  expect(await of('cos')).toEqual([])
})
