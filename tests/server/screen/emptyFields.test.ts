import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { lot, parking, publishScreen, saveAndPublish } from '../../help/declared/screens.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { call } = at

describe('a screen made at run time', () => {
  let id = 0
  beforeAll(async () => {
    id = (await publishScreen(at.server, at.admin, parking())).id
    await call('/api/parking/add', lot('A-1'))
  })
  test('required no more means that it may be empty', async () => {
    const { data } = await call('/api/screen/draft', { screen_id: id })
    const columns = { ...data.draft.columns, rent: { ...data.draft.columns.rent, required: undefined } }
    expect(await saveAndPublish(at.server, at.admin, id, { ...data.draft, columns })).toMatchObject({ code: 200 })
    expect(await call('/api/parking/add', { lot: 'C-1' })).toMatchObject({ code: 200 })
  })
  test('what is required is required by the store as soon as no row is without it', async () => {
    const needed = async () => {
      const { rows } = await sql<{ name: string }>`
        select attname as name from pg_attribute where attrelid = 'parking'::regclass and attnotnull and attname = 'rent'
      `.execute(at.server.db)
      return rows.map(({ name }) => name)
    }
    const publishWith = async (more: object) => {
      const { data } = await call('/api/screen/draft', { screen_id: id })
      return saveAndPublish(at.server, at.admin, id, { ...data.draft, columns: { ...data.draft.columns, ...more } })
    }
    const { data } = await call('/api/screen/draft', { screen_id: id })
    const rent = { ...data.draft.columns.rent, required: true }
    expect(await publishWith({ rent })).toMatchObject({ code: 200 })
    // C-1 has no rent.
    expect(await needed()).toEqual([])
    await sql`update parking set rent = 100 where rent is null`.execute(at.server.db)
    expect(await publishWith({ rent })).toMatchObject({ code: 200 })
    expect(await needed()).toEqual(['rent'])
    expect(await publishWith({ rent: { ...rent, required: undefined } })).toMatchObject({ code: 200 })
    expect(await needed()).toEqual([])
  })
  test('publishing says what required fields records leave empty, and fills them with what is given as the publisher’s change', async () => {
    const made = (await publishScreen(at.server, at.admin, parking({}, 'cellar'))).id
    for (const code of ['E-1', 'E-2', 'E-3'])
      await call('/api/cellar/add', { lot: code, rent: 100, ...(code === 'E-3' ? { since: '2026-01-02' } : {}) })
    const { data } = await call('/api/screen/draft', { screen_id: made })
    const { note, since, p_id, ...rest } = data.draft.columns
    const columns = {
      ...rest,
      remark: { ...note, required: true, was: ['note'], label: '说明' },
      since: { ...since, required: true },
      p_id: { ...p_id, required: true },
      area: { label: '面积', is: 'decimal', required: true, max: 99 },
      level: { label: '楼层', is: 'int', required: true, default: 1 },
      tag: { label: '标签号', required: true, unique: true },
    }
    const next = { ...data.draft, columns, form: ['lot', 'rent', 'since', 'area', 'level', 'remark', 'p_id', 'tag'] }
    const saved = await call('/api/screen/save', { screen_id: made, version: data.version, declaration: JSON.stringify(next) })
    expect(saved).toMatchObject({ code: 200, data: { problems: [] } })
    const asked = (await call('/api/screen/empties', { screen_id: made })).data
    expect(Object.keys(asked.properties)).toEqual(['fill_remark', 'fill_since', 'fill_p_id', 'fill_area'])
    expect(asked.properties.fill_since.description).toContain('有 2 条记录没有填“起租日”')
    expect(asked.properties.fill_area).toMatchObject({ type: 'number', maximum: 99, description: expect.stringContaining('有 3 条') })
    expect(asked.properties.fill_p_id['x-lookup']).toMatchObject({ call: '/api/project/index' })
    expect(asked.description).toBe('必填而还空着的，须逐条填写：“标签号” 3 条')
    const publish = (fills: unknown) =>
      call('/api/screen/publish', { screen_id: made, fills: typeof fills === 'string' ? fills : JSON.stringify(fills) })
    expect(await publish({ fill_area: 100 })).toMatchObject({ code: 400, msg: '面积不能大于99', data: { field: 'fill_area' } })
    expect(await publish({ fill_p_id: 999 })).toMatchObject({ code: 400, data: { field: 'fill_p_id' } })
    expect(await publish({ fill_owner: '甲' })).toMatchObject({ code: 400 })
    expect(await publish('[')).toMatchObject({ code: 400, data: { field: 'fills' } })
    expect((await call('/api/screen/draft', { screen_id: made })).data.no).toBe(1)
    expect(await publish({ fill_since: '2026-03-04', fill_area: 12.5, fill_p_id: 1 })).toMatchObject({ code: 200, data: { no: 2 } })
    const { list } = (await call('/api/cellar/index', { order: 'lot' })).data
    expect(list).toMatchObject([
      { lot: 'E-1', since: '2026-03-04', area: 12.5, p_id: 1, level: 1, remark: null, version: 2 },
      { lot: 'E-2', since: '2026-03-04', area: 12.5, version: 2 },
      { lot: 'E-3', since: '2026-01-02', area: 12.5, version: 2 },
    ])
    const { rows } =
      await sql`select label, count(*) from operation_log where resource = 'cellar' and path = '/api/screen/publish' group by 1`.execute(
        at.server.db,
      )
    expect(rows).toEqual([{ label: '发布页面', count: 3 }])
    const { rows: held } = await sql<{ name: string }>`
      select attname as name from pg_attribute where attrelid = 'cellar'::regclass and attnotnull order by 1
    `.execute(at.server.db)
    expect(held.map(({ name }) => name)).toEqual(expect.arrayContaining(['area', 'level', 'p_id', 'since']))
    expect(held.map(({ name }) => name)).not.toContain('remark')
    const reader = await tokenOf(at.server, await addAccount(at.server, 'empties_reader', ['/api/screen/index']))
    expect(await at.server.call('/api/screen/empties', { screen_id: made }, reader)).toMatchObject({ code: 403 })
  })
  test('whose account has some projects is asked for and fills their records only', async () => {
    const made = (await publishScreen(at.server, at.admin, parking({ scope: 'p_id' }, 'attic'))).id
    for (const [code, p_id] of [
      ['F-1', 1],
      ['F-2', 2],
    ] as const)
      await call('/api/attic/add', { lot: code, rent: 1, p_id })
    const { data } = await call('/api/screen/draft', { screen_id: made })
    const next = { ...data.draft, columns: { ...data.draft.columns, owner: { label: '车主', required: true, max: 40, filter: true } } }
    await call('/api/screen/save', { screen_id: made, version: data.version, declaration: JSON.stringify(next) })
    const codes = ['/api/screen/index', '/api/screen/publish', '/api/attic/index']
    const some = await tokenOf(at.server, await addAccount(at.server, 'attic_publisher', codes, [1]))
    const asked = await at.server.call('/api/screen/empties', { screen_id: made }, some)
    expect(asked.data.properties.fill_owner.description).toContain('有 1 条')
    const fills = JSON.stringify({ fill_owner: '甲' })
    expect(await at.server.call('/api/screen/publish', { screen_id: made, fills }, some)).toMatchObject({ code: 200 })
    const { list } = (await call('/api/attic/index', { order: 'lot' })).data
    expect(list).toMatchObject([
      { lot: 'F-1', owner: '甲' },
      { lot: 'F-2', owner: null },
    ])
  })
  test('uniqueness that rows break is refused, and nothing is published', async () => {
    const { data } = await call('/api/screen/draft', { screen_id: id })
    const columns = { ...data.draft.columns, owner: { ...data.draft.columns.owner, unique: true } }
    for (const code of ['D-1', 'D-2']) await call('/api/parking/add', lot(code))
    await sql`update parking set owner = '同名' where lot in ('D-1', 'D-2')`.execute(at.server.db)
    expect(await saveAndPublish(at.server, at.admin, id, { ...data.draft, columns })).toMatchObject({ code: 409 })
    expect((await call('/api/screen/draft', { screen_id: id })).data.no).toBe(data.no)
    await saveAndPublish(at.server, at.admin, id, data.draft)
  })
  test('publishing says which choices go although records hold them', async () => {
    const size = (of: object) => ({
      ...parking().columns,
      size: { label: '车型', is: 'enum', of },
      uses: { label: '用途', is: 'enums', of },
    })
    const garage = (of: object) => parking({ columns: size(of), form: ['lot', 'rent', 'size', 'uses'] } as never, 'garage')
    const { id: made } = await publishScreen(at.server, at.admin, garage({ 1: '小型', 2: '大型', 3: '挂车' }))
    await call('/api/garage/add', { lot: 'F-1', rent: 1, size: 2, uses: [1, 2] })
    await call('/api/garage/add', { lot: 'F-2', rent: 1, size: 2 })
    const { version } = (await call('/api/screen/draft', { screen_id: made })).data
    await call('/api/screen/save', { screen_id: made, version, declaration: JSON.stringify(garage({ 1: '小型' })) })
    expect((await call('/api/screen/empties', { screen_id: made })).data.description).toBe(
      '去掉的选项还有记录在用，发布后只显示成数：“车型”的“大型” 2 条、“用途”的“大型” 1 条',
    )
  })
  test('publishing says which rights go although roles hold them', async () => {
    const { id: made } = await publishScreen(at.server, at.admin, parking({}, 'yard'))
    await addAccount(at.server, 'yard_keeper', ['/api/yard/index', '/api/yard/let'])
    const { let: letting, ...others } = parking({}, 'yard').actions as Record<string, object>
    const asked = async (changes: object) => {
      const { version } = (await call('/api/screen/draft', { screen_id: made })).data
      await call('/api/screen/save', { screen_id: made, version, declaration: JSON.stringify(parking(changes, 'yard')) })
      return (await call('/api/screen/empties', { screen_id: made })).data.description
    }
    const said = '发布后有角色失去权限：“出租”（角色 yard_keeper）'
    expect(await asked({ actions: others })).toBe(said)
    expect(await asked({ actions: { ...others, rent: { ...letting, can: '/api/yard/rent' } } })).toBe(said)
    expect(await asked({ actions: { ...others, let: { ...letting, label: '租出' } } })).toBeUndefined()
  })
})
