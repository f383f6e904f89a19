import { afterAll, beforeAll, expect, test } from 'vitest'
import { today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { startTestJobs } from '../../help/exports.ts'
import { fetched, filled, imported, mistakes, sheetsOf, tried } from '../../help/imports.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
let jobs: ReturnType<typeof startTestJobs>
beforeAll(() => {
  jobs = startTestJobs(at.server)
})
afterAll(() => jobs.stop())

type Params = Record<string, unknown>
const list = async (name: string, filter: Params): Promise<Params[]> =>
  (await ask(`/api/${name}/index`, { ...filter, page: 1, page_rows: 20 })).data.list

/** What a file of each says, by the headings of its template; `wrong` is a row of it that is refused, and where. */
const files = [
  {
    name: 'repair',
    heads: ['房间*', '报修类别*', '紧急程度*', '报修内容*', '报修人*', '手机号*', '期望上门时间'],
    rowOf: (room: string) => [room, '水电', '紧急', '水管漏水', '张三', '13812345678', '2026-12-01 09:30'],
    wrong: [5, '1381234', 'F3：手机号须为11位且以1开头'],
    keeps: { kind: 1, urgency: 2, description: '水管漏水', status: 1, phone: '138****5678' },
    filter: { reporter: '张三' },
  },
  {
    name: 'inspect',
    heads: ['批次*', '巡检类型*', '检查人*', '计划日期*', '房间*'],
    rowOf: (room: string) => ['导入批次', '年度巡检', '系统管理员', '2026-12-01', room],
    wrong: [1, '年检', 'B3：巡检类型没有“年检”'],
    keeps: { kind: 1, planned_date: '2026-12-01', status: 1, inspector: 1 },
    filter: { batch: '导入批次' },
  },
  {
    name: 'violation',
    heads: ['房间*', '违规类型*', '发现日期*', '发现方式*', '违规事实*'],
    rowOf: (room: string) => [room, '转租', today(), '举报', '转给别人住'],
    wrong: [4, '', 'E3：违规事实必填'],
    keeps: { kind: 1, found_on: today(), found_by: 2, facts: '转给别人住', status: 1 },
    filter: { found_on_start: today(), found_on_end: today() },
  },
] as const

test('a task is not given to an account that was stopped, nor is such a one among the choices', async () => {
  const tenancies = tenanciesOn(at)
  const { region_name, unit_floor } = (await ask('/api/org/detail', { org_id: await tenancies.room() })).data
  const user_id = await addAccount(at.server, 'left_us', ['*'])
  const { name } = (await ask('/api/admin/detail', { user_id })).data
  expect((await ask('/api/admin/disable', { user_id })).msg).toBe('')
  const template = await fetched(at.server, '/files/imports/template/inspect', at.admin)
  const trial = await tried(
    at.server,
    '/api/inspect/import',
    filled(template, [['停用', '年度巡检', name, '2026-12-01', `${region_name} ${unit_floor}`]]),
    at.admin,
  )
  expect(mistakes(trial)).toEqual([expect.stringContaining(`检查人“${name}”的账号已停用`)])
})

test.each(files)(
  '$name: a file is tried, says where it is wrong, is applied with who lives there, and is undone',
  async ({ name, heads, rowOf, wrong: [place, cell, told], keeps, filter }) => {
    const tenancies = tenanciesOn(at)
    const contract_id = await tenancies.signed()
    const { org_id, custom_id } = await tenancies.detail(contract_id)
    const room = (await ask('/api/org/detail', { org_id })).data
    const words = `${room.region_name} ${room.unit_floor}`
    const path = `/api/${name}/import` as const
    const template = await fetched(at.server, `/files/imports/template/${name}`, at.admin)
    expect(sheetsOf(template)[0]?.[0]).toEqual(heads)

    const right = rowOf(words)
    const wrong = right.map((value, index) => (index === place ? cell : value))
    const trial = await tried(at.server, path, filled(template, [right, wrong, rowOf('没有这间房')]), at.admin)
    expect(trial).toMatchObject({ state: 'wrong', wrong: 2 })
    expect(mistakes(trial)[0]).toContain(told)
    expect(mistakes(trial)[1]).toContain('不存在，或不在您负责的项目内')
    expect(await list(name, filter)).toHaveLength(0)

    // Whoever sees another project's rooms alone finds none of these.
    const away = await tokenOf(at.server, await addAccount(at.server, `away_${name}`, ['*'], [2]))
    expect(await tried(at.server, path, filled(template, [right]), away)).toMatchObject({ state: 'wrong', wrong: 1 })

    const { import_id } = await tried(at.server, path, filled(template, [right]), at.admin)
    const done = await imported(at.server, at.admin, import_id)
    expect(done.state).toBe('done')
    const [row] = await list(name, filter)
    expect(row).toMatchObject({ ...keeps, org_id, contract_id, custom_id, p_id: 1, created_by: 1, number: expect.any(String) })
    expect((await ask('/api/import/undo', { import_id })).msg).toBe('')
    await expect.poll(async () => (await list(name, filter)).length).toBe(0)
  },
)
