import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '../../server/calls/registry.ts'
import type { Resource } from '../../src/core/resource.ts'
import { fileResources, resourceNamed } from '../../src/declared/declared.ts'
import { hostile } from '../help/declared/hostile.ts'
import { publishScreen, saveAndPublish } from '../help/declared/screens.ts'
import { isProof } from '../help/depth.ts'
import { fillProject } from '../help/projects.ts'
import { addAccount, fillGround, permit, tokenOf } from '../help/store/ground.ts'
import { type Answer, startTestServer, type TestServer } from '../help/testServer.ts'

let server: TestServer
let admin: string
/** Of project 1 alone, and of every right. */
let outsider: string
let mine: Record<string, number>
let theirs: Record<string, number>
/** The page of `survey`. */
let screen_id = 0
beforeAll(async () => {
  server = await startTestServer()
  admin = await tokenOf(server)
  const ground = await fillGround(server)
  mine = await fillProject(server, ground, 1, '浦东花苑')
  theirs = await fillProject(server, ground, 2, '徐汇花苑')
  outsider = await tokenOf(server, await addAccount(server, 'outsider', ['*'], [1]))
  screen_id = (await publishScreen(server, admin, survey())).id
  for (const room of [mine.org, theirs.org]) await call('/api/survey/add', { what: `查水${room}`, room })
})
afterAll(() => server.close())

const call = (path: string, params: Record<string, unknown> = {}, token = admin) => server.call(path, params, token)

/** A page of a text and of the room that it is about, of which it reads the area. */
const survey = (changes: Partial<Resource> = {}): Resource =>
  ({
    name: 'survey',
    label: '巡查',
    path: '/screens/survey',
    access: 'screen_survey',
    key: 'survey_id',
    title: 'what',
    columns: {
      survey_id: { label: '编号', is: 'int', list: 'never' },
      what: { label: '内容', required: true, filter: true },
      room: { label: '房间', is: 'ref', of: 'org' },
      area: { label: '面积', is: 'decimal', via: 'room.area' },
      state: { label: '状态', is: 'enum', of: { 1: '新', 2: '毕' }, default: 1, fixed: true },
    },
    form: ['what', 'room'],
    actions: { end: { label: '办结', on: 'rows', can: '/api/survey/end', set: { state: 2 }, confirm: '办结' } },
    ...changes,
  }) as Resource

describe('the choice of a record tells no more than whose it may be', () => {
  const scoped = fileResources.filter(({ scope, own, calls }) => scope && !own && calls.choose).map(({ name }) => name)
  test.each(scoped)('%s: none of another project, by its number, among many, or page after page', async (name) => {
    const { key, calls } = resourceNamed(name)
    const asked = async (params: object): Promise<number[]> =>
      (await call(calls.choose ?? '', { ...params }, outsider)).data.list.map((row: Record<string, number>) => row[key])
    const [own = 0, other = 0] = [mine[name], theirs[name]]
    expect(await asked({ ids: [other] })).toEqual([])
    expect(await asked({ ids: [other, own, 999_999] })).toEqual([own])
    for (const page of [1, 2, 3]) expect(await asked({ page, page_rows: 1 })).not.toContain(other)
  })

  test.each(['org', 'unit', 'lessee'])('%s: its own call names none of another project', async (name) => {
    const { key } = resourceNamed(name)
    const { data } = await call(`/api/${name}/find`, { ids: [theirs[name], mine[name]] }, outsider)
    expect(data.map((row: Record<string, number>) => row[key])).toEqual([mine[name]])
    expect((await call('/api/Project/find', { ids: [2, 1] }, outsider)).data).toMatchObject([{ p_id: 1 }])
    // What is no number, or stands there to break out of the question, is refused or finds none.
    for (const ids of [['1 or 1=1'], '1) or (1=1', [-1], [1.5], [[mine[name]]], [], [mine[name], mine[name]]])
      expect([JSON.stringify(ids), (await call(`/api/${name}/find`, { ids }, outsider)).code]).toEqual([JSON.stringify(ids), 400])
  })

  test('what a page reads through a reference is told to nobody by the choice of its records', async () => {
    const told = await saveAndPublish(server, admin, screen_id, survey({ tellApart: ['area'] }))
    const clerk = await tokenOf(server, await addAccount(server, 'chooses', ['/api/survey/add', '/api/survey/index'], [1]))
    const seen = JSON.stringify((await call('/api/survey/choose', { keyword: '查水' }, clerk)).data)
    expect([told.code, told.data?.problems, seen]).toEqual([
      400,
      [expect.objectContaining({ id: 'R215', at: 'columns.area' })],
      expect.not.stringContaining('area'),
    ])
  })

  test('of a hundred who ask while the right is taken away none is answered after it is gone', async () => {
    const clerk = await addAccount(server, 'many', ['/api/org/list'], [1])
    const token = await tokenOf(server, clerk)
    const ask = (): Promise<Answer> => call('/api/org/choose', { request_id: `m${Math.random()}` }, token)
    const before = Array.from({ length: 50 }, ask)
    await permit(server, clerk, [])
    const after = await Promise.all(Array.from({ length: 50 }, ask))
    expect(new Set(after.map(({ code }) => code))).toEqual(new Set([403]))
    for (const { code } of await Promise.all(before)) expect([200, 403]).toContain(code)
    expect((await call('/api/search/find', { keyword: '花苑' }, token)).data).toMatchObject({
      room: [],
      person: [],
      contract: [],
      bill: [],
    })
  })
})

describe('twisted input', () => {
  const stands = (what: string, { status, code, msg }: Answer): void => {
    expect(status, what).toBeLessThan(500)
    expect([200, 400, 404, 409, 413, 429], `${what}: ${msg}`).toContain(code)
  }

  test('to every call of a page made at run time is refused or taken, and breaks nothing', async () => {
    const calls = [...registry().values()].filter(({ path }) => path.startsWith('/api/survey/') && !path.endsWith('/import'))
    expect(calls.length).toBeGreaterThan(6)
    for (const [nth, { path, params }] of calls.entries())
      for (const [place, bad] of [...hostile, '字'.repeat(350_000)].entries()) {
        // In npm test each value comes to every third call, and each call gets every third value: these are the calls of every page.
        if (!isProof && (place + nth) % 3 !== 0) continue
        const names = Object.keys(params.properties)
        const good = { survey_id: 999_999, what: `扭${place}`, format: 2, request_id: `${path}${place}` }
        const known = Object.fromEntries(Object.entries(good).filter(([name]) => name in params.properties || name === 'request_id'))
        const name = names[place % names.length] ?? ''
        stands(
          `${path} ${name}=${JSON.stringify(bad).slice(0, 60)}`,
          await server.call(path, { ...known, [name]: bad }, admin, place % 2 ? 'A' : 'B'),
        )
      }
  })

  const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

  test('as a text of JSON that is deeper than a stack', async () => {
    const sent: [string, Record<string, unknown>][] = [
      ['/api/preference/save', { name: 'theme', value: deep(14_000) }],
      ['/api/preference/save', { name: 'anju.columns.org', value: `{"shown":${deep(14_000)}}` }],
      ['/api/preference/save', { changes: deep(60_000) }],
      ['/api/saved_filter/save', { resource: 'org', name: '深', content: `{"filters":${deep(14_000)}}` }],
      ['/api/flow/add', { imgs: deep(60_000) }],
      ['/api/org/add', { all_floor: `[{"level":${deep(60_000)}}]` }],
      ['/api/role/add', { name: '深', permission: deep(60_000) }],
      ['/api/survey/end', { ids: deep(60_000), versions: deep(60_000) }],
    ]
    for (const [path, params] of sent) for (const style of ['A', 'B'] as const) stands(path, await server.call(path, params, admin, style))
  })

  test('as what is to fill empty fields, or as a declaration', async () => {
    const texts = [
      ...['null', '[]', '1', '"x"', '{', deep(9000), `{"fill_what":${deep(4000)}}`, '{"fill_what":1e999}', '{"fill_what":"\\u0000"}'],
      ...[
        '{"__proto__":{"fill_what":"x"}}',
        '{"constructor":{"prototype":{}}}',
        '{"fill_version":9}',
        '{"fill_survey_id":1}',
        '{"what":"x"}',
      ],
      ...['{"fill_what; drop table survey":1}', `{"fill_what":"${'x'.repeat(19_000)}"}`, '字'.repeat(350_000)],
    ]
    for (const [place, fills] of texts.entries()) {
      const answer = await call('/api/screen/publish', { screen_id, fills, request_id: `f${place}` })
      stands(`fills ${fills.slice(0, 40)}`, answer)
      if (!fills.startsWith('{"__proto__"')) expect([400, 413], fills.slice(0, 40)).toContain(answer.code)
    }
    for (const declaration of [
      deep(90_000),
      `{"columns":${deep(90_000)}}`,
      `{"columns":[${'1,'.repeat(99_000)}1]}`,
      `{"name":"survey","columns":{"__proto__":{"label":"x"}}}`,
    ]) {
      stands(declaration.slice(0, 40), await call('/api/screen/check', { screen_id, declaration }))
      const { data } = await call('/api/screen/draft', { screen_id })
      stands(declaration.slice(0, 40), await call('/api/screen/save', { screen_id, version: data.version, declaration }))
      stands('draft', await call('/api/screen/draft', { screen_id }))
    }
    expect(({} as Record<string, unknown>).fill_what).toBeUndefined()
    expect(await call('/api/survey/index')).toMatchObject({ code: 200 })
  })
})
