import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { codesOf, registry } from '../../../server/calls/registry.ts'
import { callsNamed } from '../../../src/core/check/checkForms.ts'
import { isReferable } from '../../../src/declared/choosers.ts'
import { fileResources } from '../../../src/declared/declared.ts'
import { adminServer } from '../../help/adminServer.ts'
import { publishScreen, repair } from '../../help/declared/screens.ts'
import { addAccount, addRow, addTenant, permit, roomsInTwoProjects, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { call } = at
/** A room in each of two projects. */
let [mine, theirs] = [0, 0]
beforeAll(async () => {
  ;[mine, theirs] = await roomsInTwoProjects(at.server, at.ground)
})

test('a room is chosen within a project, where one is asked for first', async () => {
  await publishScreen(at.server, at.admin, repair({}, 'narrowed'))
  const { data } = await call('/api/org/choose', { p_id: 2 })
  expect(data.list.map(({ org_id }: { org_id: number }) => org_id)).toEqual([theirs])
  expect((await call('/api/org/choose', { p_id: 1, keyword: '徐汇' })).data.list).toEqual([])
})

test('every resource that is stored, named by a text and no log has its choices; nobody’s own, no number that lists mask', () => {
  const without = fileResources.filter(({ calls }) => !calls.choose).map(({ name }) => name)
  expect(without.sort()).toEqual([
    'ageing',
    'allocation',
    'allowance',
    'allowance_share',
    'application_draft',
    'arrears',
    'arrears_share',
    'backup_copy',
    'billWithhold',
    'bill_line',
    'bill_package',
    'bill_share',
    'bill_vat',
    'book_check',
    'book_finding',
    'cash_day',
    'cash_sign',
    'close_item',
    'closing_day',
    'collection',
    'contract_fee',
    'contract_rent',
    'contract_split',
    'deposit',
    'deposit_entry',
    'deputy',
    'error_log',
    'flow_claim',
    'invoice_line',
    'job_kind',
    'job_run',
    'journal_line',
    'late_fee',
    'late_fee_bill',
    'ledger',
    'lottery_row',
    'message',
    'meter',
    'meter_due',
    'month_now',
    'month_report',
    'month_sum',
    'my_audit',
    'occupancy',
    'occupant',
    'open_item',
    'open_receipt',
    'open_share',
    'opening_item',
    'operation_log',
    'owner_house',
    'owner_rent',
    'owner_settle_line',
    'plan_contract',
    'plan_part',
    'plan_share',
    'post_holder',
    'posting_rule',
    'print_copy',
    'profit',
    'publication_row',
    'receipt_line',
    'recognition',
    'reconciliation',
    'region',
    'restore_drill',
    'saved_filter',
    'screen_version',
    'session',
    'settle_line',
    'statement_form',
    'template_version',
    'tenant_phone',
    'trial',
    'vacancy',
    'vat',
    'vat_due',
    'vat_line',
    'vat_month',
    'waiting_event',
    'year_close',
  ])
  const referable = fileResources.filter(isReferable).map(({ name }) => name)
  for (const name of ['org', 'unit', 'account', 'lessee', 'company', 'contract', 'bill', 'project']) expect(referable).toContain(name)
})

test('a call of its own that gives a resource’s choices answers the key and what names one', async () => {
  const own = fileResources.filter(({ choices, calls }) => choices && choices !== calls.index && choices !== calls.choose)
  expect(own.map(({ name, choices }) => [name, choices]).sort()).toEqual([
    ['account', '/api/admin/find'],
    ['unit', '/api/unit/find'],
  ])
  for (const { key, choices, choiceLabel } of own) {
    const { data } = await call(choices ?? '', { page: 1, page_rows: 100 })
    const rows = (data.list ?? data) as Record<string, unknown>[]
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows)
      for (const name of [key, ...choiceLabel]) expect([choices, name, row[name] ?? '']).not.toEqual([choices, name, ''])
  }
  const { data } = await call('/api/unit/find', { region_name: '徐汇花苑' })
  const [{ name, number, full_name }] = data
  expect(full_name).toBe(`${name}-${number}`)
})

test('every call of its own that dialogs and filters choose by names what was chosen: those that are asked for, once each, and no other', async () => {
  const tenant = await addTenant(at.server, { name: '钱七', card: '310101199001011253', p_id: 1 })
  const owner = await addRow(at.server, 'owner', { kind: 1, name: '孙八', card: '310101199001011288', phone: '13812345678' })
  await sql`update account set is_active = false where user_id = ${await addAccount(at.server, 'has_left', [])}`.execute(at.server.db)
  const [gone] = (
    await sql<{ user_id: number; name: string }>`select user_id, name from account where user_name = 'has_left'`.execute(at.server.db)
  ).rows
  const [house] = (await sql<{ unit_id: number }>`select unit_id from org where org_id = ${mine}`.execute(at.server.db)).rows
  const some: Record<string, [string, number]> = {
    '/api/org/find': ['org_id', mine],
    '/api/unit/find': ['unit_id', house?.unit_id ?? 0],
    '/api/Project/find': ['p_id', 2],
    '/api/admin/find': ['user_id', gone?.user_id ?? 0],
    '/api/role/find': ['role_id', 1],
    '/api/lessee/find': ['custom_id', tenant],
    '/api/owner/find': ['owner_id', owner],
  }
  const lookups = fileResources
    .flatMap(({ actions }) => actions.flatMap(({ form }) => (form ? callsNamed(form, '') : [])))
    .map(({ call: path }) => path)
  const own = [...new Set([...lookups, ...fileResources.map(({ choices }) => choices ?? '')])].filter((path) => path.endsWith('/find'))
  expect(Object.keys(some).sort()).toEqual(own.sort())
  for (const [path, [key, id]] of Object.entries(some)) {
    const { code, data } = await call(path, { ids: [id, 999_999] })
    expect([path, code, data.map((row: Record<string, number>) => row[key])]).toEqual([path, 200, [id]])
    expect(await call(path, { ids: Array.from({ length: 101 }, (_, at) => at + 1) })).toMatchObject({ code: 400 })
  }
  // Who has left is named where he was chosen, and offered to nobody.
  expect((await call('/api/admin/find', { keyword: gone?.name })).data).toEqual([])
})

test('a room is found by its community, by its number, and by both as they are read', async () => {
  const [room] = (await sql<{ unit_floor: string }>`select unit_floor from org where org_id = ${theirs}`.execute(at.server.db)).rows
  const found = async (path: string, keyword: string): Promise<number[]> => {
    const { data } = await call(path, { keyword })
    return (data.list ?? data).map(({ org_id }: { org_id: number }) => org_id)
  }
  for (const path of ['/api/org/find', '/api/org/choose']) {
    for (const keyword of ['徐汇花', `徐汇花苑 ${room?.unit_floor}`, room?.unit_floor ?? ''])
      expect([keyword, await found(path, keyword)]).toEqual([keyword, [theirs]])
    expect(await found(path, `张杨花苑 ${room?.unit_floor}`)).toEqual([])
    expect(await found(path, '  ')).toEqual(expect.arrayContaining([mine, theirs]))
  }
})

test('a list of references is named in the row, also of what all staff choose from, however many there are', async () => {
  await sql`insert into tags (name) select '牌' || n from generate_series(1, 120) n`.execute(at.server.db)
  const [last] = (await sql<{ id: number }>`select id from tags where name = '牌1'`.execute(at.server.db)).rows
  await sql`update org set tag = array[${last?.id}]::integer[] where org_id = ${mine}`.execute(at.server.db)
  const { list } = (await call('/api/org/list', { tag: [last?.id] })).data
  expect(list.map(({ tag_titles }: { tag_titles: object }) => tag_titles)).toEqual([{ [last?.id ?? 0]: '牌1' }])
})

describe('choosing by title', () => {
  test('tells the key, the title and what tells it apart, and nothing else', async () => {
    const { unit_floor } = (await call('/api/org/detail', { org_id: mine })).data
    const { data } = await call('/api/org/choose', { keyword: unit_floor })
    expect(data.list.length).toBeGreaterThan(0)
    for (const row of data.list) expect(Object.keys(row).sort()).toEqual(['org_id', 'region_name', 'unit_floor'])
    await addTenant(at.server, { name: '赵六', card: '310101199001011237', p_id: 1 })
    const tenant = (await call('/api/lessee/choose', { keyword: '赵六' })).data
    expect(tenant).toMatchObject({ count: 1, list: [{ name: '赵六' }] })
    expect(Object.keys(tenant.list[0]).sort()).toEqual(['custom_id', 'name'])
  })
  test('by keys it names what is stored; at most a hundred a page; no other param', async () => {
    expect((await call('/api/org/choose', { ids: [mine, 999_999] })).data).toMatchObject({ count: 1, list: [{ org_id: mine }] })
    expect(await call('/api/org/choose', { page_rows: 101 })).toMatchObject({ code: 400 })
    expect(await call('/api/org/choose', { floor: 1 })).toMatchObject({ code: 400 })
    expect((await call('/api/org/choose', { keyword: '没有这样的房间' })).data).toMatchObject({ list: [], count: 0 })
  })
  test('within the caller’s projects, by keyword, by key and by page', async () => {
    const some = await tokenOf(at.server, await addAccount(at.server, 'of_one', ['/api/org/list'], [1]))
    const seen = async (params: object): Promise<number[]> =>
      (await call('/api/org/choose', { ...params }, some)).data.list.map(({ org_id }: { org_id: number }) => org_id)
    expect(await seen({})).toContain(mine)
    expect(await seen({})).not.toContain(theirs)
    expect(await seen({ ids: [mine, theirs] })).toEqual([mine])
    const { rows } = await sql<{ unit_floor: string }>`select unit_floor from org where org_id = ${theirs}`.execute(at.server.db)
    expect(await seen({ keyword: rows[0]?.unit_floor })).not.toContain(theirs)
  })
  test('is for whoever reads the list or does what asks for one, and for nobody the moment after', async () => {
    const made = await publishScreen(at.server, at.admin, repair())
    const screen_id = made.id
    expect(made.answer).toMatchObject({ code: 200 })
    const clerk = await addAccount(at.server, 'choosing', [])
    const code = async (path: string, ...codes: string[]): Promise<number> => {
      await permit(at.server, clerk, codes)
      return (await call(path, {}, await tokenOf(at.server, clerk))).code
    }
    expect(await code('/api/org/choose')).toBe(403)
    expect(await code('/api/org/choose', '/api/org/list')).toBe(200)
    expect(await code('/api/org/choose', '/api/mending/index')).toBe(403)
    for (const deed of ['add', 'edit', 'move']) expect([deed, await code('/api/org/choose', `/api/mending/${deed}`)]).toEqual([deed, 200])
    expect(await code('/api/org/choose', '/api/mending/del')).toBe(403)
    expect(await code('/api/contract/choose', '/api/mending/add')).toBe(403)
    // The page itself is referred to by its own field.
    expect(await code('/api/mending/choose', '/api/mending/add')).toBe(200)
    expect(await code('/api/project/choose')).toBe(200)
    const token = await tokenOf(at.server, clerk)
    await permit(at.server, clerk, ['/api/mending/add'])
    expect(await call('/api/org/choose', {}, token)).toMatchObject({ code: 200 })
    await permit(at.server, clerk, [])
    expect(await call('/api/org/choose', {}, token)).toMatchObject({ code: 403, msg: '没有权限：选择房源列表' })
    // Who does it asks for it no more, so that it opens nothing any more.
    await call('/api/screen/withdraw', { screen_id })
    expect(await code('/api/org/choose', '/api/mending/add')).toBe(403)
    expect(codesOf(registry().get('/api/org/choose') as never)).not.toContain('/api/mending/add')
    await call('/api/screen/restore', { screen_id })
  })
})
