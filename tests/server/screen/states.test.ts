import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Resource } from '../../../src/core/resource.ts'
import { beginFromChoices } from '../../../src/derive/designer/choices.ts'
import { adminServer } from '../../help/adminServer.ts'
import { publishScreen, saveAndPublish } from '../../help/declared/screens.ts'

const at = adminServer({ API_DOCS: 'staff' })
const { call, ask } = at

const of = {
  s1: { code: 1, label: '空闲', tone: 'good' },
  s2: { code: 2, label: '已租', tone: 'info' },
  s3: { code: 3, label: '注销', ends: true },
}

/** Berths of a harbour: a life that an admin declares, one of its moves asks for who. */
const berth = (changes: object = {}): Resource =>
  ({
    name: 'berth',
    label: '泊位',
    path: '/screens/berth',
    access: 'screen_berth',
    key: 'berth_id',
    title: 'name',
    columns: {
      berth_id: { label: '编号', is: 'int', list: 'never' },
      name: { label: '名称', required: true, max: 40, filter: true },
      owner: { label: '承租人', max: 40 },
      state: { label: '状态', filter: true },
    },
    form: ['name'],
    states: { column: 'state', of, first: 's1' },
    dialogs: {
      let: {
        title: '出租',
        type: 'object',
        properties: { owner: { type: 'string', title: '承租人', maxLength: 40 } },
        required: ['owner'],
        additionalProperties: false,
      },
    },
    actions: {
      let: { label: '出租', on: 'row', can: '/api/berth/let', opens: 'let', from: 's1', to: 's2' },
      back: { label: '退租', on: 'rows', can: '/api/berth/back', from: 's2', to: 's1', confirm: false },
      end: { label: '注销', on: 'row', can: '/api/berth/end', from: ['s1', 's2'], to: 's3', confirm: '注销' },
    },
    ...changes,
  }) as unknown as Resource

const plain = (): Resource => {
  const { states: _states, actions: _actions, dialogs: _dialogs, ...rest } = berth()
  const { state: _state, ...columns } = rest.columns
  return { ...rest, columns } as Resource
}

const stateOf = async (berth_id: number): Promise<number> => (await call('/api/berth/detail', { berth_id })).data.state

let id = 0
test('states come to a published screen: what was there begins in the first, its actions move it, another state is 409', async () => {
  const made = await publishScreen(at.server, at.admin, plain())
  id = made.id
  expect(made.answer).toMatchObject({ code: 200 })
  expect(await ask('/api/berth/add', { name: 'A' })).toMatchObject({ code: 200 })
  expect(await saveAndPublish(at.server, at.admin, id, berth())).toMatchObject({ code: 200 })
  expect(await ask('/api/berth/add', { name: 'B' })).toMatchObject({ code: 200 })
  expect([await stateOf(1), await stateOf(2)]).toEqual([1, 1])
  expect(await ask('/api/berth/back', { berth_id: 1 })).toMatchObject({ code: 409, msg: '当前状态不能退租，请刷新后重试' })
  expect(await ask('/api/berth/let', { berth_id: 1 })).toMatchObject({ code: 400, data: { field: 'owner' } })
  expect(await ask('/api/berth/let', { berth_id: 1, owner: '张三' })).toMatchObject({ code: 200 })
  expect((await call('/api/berth/detail', { berth_id: 1 })).data).toMatchObject({ state: 2, owner: '张三' })
  expect(await ask('/api/berth/end', { berth_id: 2 })).toMatchObject({ code: 200 })
  expect(await ask('/api/berth/let', { berth_id: 2, owner: '李四' })).toMatchObject({ code: 409, msg: '当前状态不能出租，请刷新后重试' })
  expect(await ask('/api/berth/edit', { berth_id: 1, name: 'A', state: 3 })).toMatchObject({ code: 400 })
  expect((await call('/api/berth/index', { state: [2] })).data.list).toMatchObject([{ name: 'A' }])
})

test('the database takes no state that is not declared, and /docs draws those that are', async () => {
  await expect(sql`update berth set state = 9 where berth_id = 1`.execute(at.server.db)).rejects.toThrow(/berth_state_known/)
  const picture = await (await fetch(`${at.server.url}/docs/states/berth.svg`, { headers: { cookie: `token=${at.admin}` } })).text()
  for (const word of ['空闲', '已租', '注销', '退租']) expect(picture).toContain(`>${word}</text>`)
})

test.each([
  ['a code is changed', { of: { ...of, s2: { code: 4, label: '已租' } } }, 'states.of'],
  ['a code is given to another state', { of: { s1: of.s1, s3: of.s3, s4: { code: 2, label: '占用' } } }, 'states.of.s4.code'],
  ['a state is left out', { of: { s1: of.s1, s3: of.s3 } }, 'states.of'],
])('of a published life it is refused that %s', async (_what, states, place) => {
  const known = new Set(Object.keys(states.of))
  const actions = {
    let: {
      label: '占',
      on: 'row',
      can: '/api/berth/let',
      from: 's1',
      to: known.has('s4') ? 's4' : known.has('s2') ? 's2' : 's3',
      confirm: false,
    },
    ...(known.size === 3
      ? { end: { label: '注销', on: 'row', can: '/api/berth/end', from: known.has('s4') ? 's4' : 's2', to: 's3', confirm: false } }
      : {}),
  }
  const next = berth({ states: { ...states, column: 'state', first: 's1' }, actions, dialogs: {} })
  const answer = await saveAndPublish(at.server, at.admin, id, next)
  expect(answer).toMatchObject({ code: 400 })
  expect(answer.data.problems).toContainEqual(expect.objectContaining({ id: 'R216', at: place }))
})

test.each([
  [{ states: { column: 'state', of, first: 's1', requires: { s2: ['owner'] } } }, 'R204', 'states.requires'],
  [{ states: { column: 'state', of, first: 's1', moves: { lapse: { label: '期满', from: 's2', to: 's1' } } } }, 'R204', 'states.moves'],
  [{ states: { column: 'state', of, first: ['s1', 's2'] } }, 'R204', 'states.first'],
  [{ form: ['name', 'state'] }, 'R214', 'form'],
  [
    {
      dialogs: {
        let: {
          title: '出租',
          type: 'object',
          properties: { who: { type: 'string', title: '谁', maxLength: 9 } },
          additionalProperties: false,
        },
      },
    },
    'R142',
    'dialogs.let.properties.who',
  ],
])('what only code can answer for is refused: %j', async (changes, problem, place) => {
  const answer = await call('/api/screen/check', { screen_id: id, declaration: JSON.stringify(berth(changes)) })
  expect(answer.data.problems).toContainEqual(expect.objectContaining({ id: problem, at: place }))
})

test('a state that is used no more is retired and keeps its records; going back and forth keeps every number', async () => {
  const { let: letting, end, ...others } = berth().actions as Record<string, object>
  const { back: _back, ...rest } = others
  const retired = berth({
    states: { column: 'state', of: { ...of, s2: { ...of.s2, retired: true } }, first: 's1' },
    actions: { ...rest, end },
    dialogs: {},
  })
  expect(letting).toBeDefined()
  expect(await saveAndPublish(at.server, at.admin, id, retired)).toMatchObject({ code: 200 })
  expect(await ask('/api/berth/end', { berth_id: 1 })).toMatchObject({ code: 200 })
  const { data: versions } = await call('/api/screen_version/index', { screen_id: [id] })
  const versionOf = (no: number): number => versions.list.find((one: { no: number }) => one.no === no).version_id
  // Before there were states: the column is out of sight, and its records keep their numbers.
  expect(await call('/api/screen/rollback', { version_id: versionOf(1) })).toMatchObject({ code: 200 })
  expect((await call('/api/berth/detail', { berth_id: 1 })).data).not.toHaveProperty('state')
  expect(await call('/api/screen/rollback', { version_id: versionOf(2) })).toMatchObject({ code: 200 })
  expect([await stateOf(1), await stateOf(2)]).toEqual([3, 3])
  expect(await ask('/api/berth/let', { berth_id: 1, owner: '王五' })).toMatchObject({ code: 409 })
})

test('the choices of a published field become states: records keep what they hold, those without one begin in the first, and all are moved', async () => {
  const moored = {
    ...plain(),
    name: 'mooring',
    path: '/screens/mooring',
    access: 'screen_mooring',
    columns: { ...plain().columns, kind: { label: '情况', is: 'enum', of: { 3: '空着', 5: '占用' }, tones: { 5: 'info' }, filter: true } },
    form: ['name', 'kind'],
    actions: {
      take: { label: '占用', on: 'rows', can: '/api/mooring/take', when: { kind: 3 }, set: { kind: 5 }, confirm: '占用' },
      free: { label: '腾空', on: 'rows', can: '/api/mooring/free', set: { kind: 3 }, confirm: '腾空' },
    },
  } as unknown as Resource
  const made = await publishScreen(at.server, at.admin, moored)
  let moorings = 0
  const add = async (values: object): Promise<number> =>
    (await ask('/api/mooring/add', { name: `位${++moorings}`, ...values })).data.berth_id
  const [taken, open, unsaid] = [await add({ kind: 5 }), await add({ kind: 3 }), await add({})]
  const kindOf = async (berth_id: number): Promise<number> => (await call('/api/mooring/detail', { berth_id })).data.kind

  expect(await saveAndPublish(at.server, at.admin, made.id, beginFromChoices(moored, 'kind'))).toMatchObject({ code: 200 })
  expect(await Promise.all([taken, open, unsaid].map(kindOf))).toEqual([5, 3, 3])
  expect((await call('/api/mooring/index', { page: 1, kind: [5] })).data.list).toMatchObject([{ berth_id: taken }])
  expect(await ask('/api/mooring/take', { ids: [open, unsaid] })).toMatchObject({ code: 200 })
  expect(await ask('/api/mooring/take', { berth_id: taken })).toMatchObject({ code: 409 })
  // What asked for no choice asks for no state.
  expect(await ask('/api/mooring/free', { ids: [taken, open] })).toMatchObject({ code: 200 })
  expect(await Promise.all([taken, open, unsaid, await add({})].map(kindOf))).toEqual([3, 3, 5, 3])
})

test('while its records stand aside for an approval a page neither goes nor forgets whence they came', async () => {
  const pier = (approves: object): Resource =>
    JSON.parse(
      JSON.stringify(
        berth({
          states: { column: 'state', of: { ...of, s4: { code: 4, label: '待批' } }, first: 's1' },
          dialogs: {},
          actions: {
            end: { label: '注销', on: 'row', can: '/api/berth/end', from: 's1', to: 's3', confirm: '注销', ...approves },
            open: { label: '放行', on: 'row', can: '/api/berth/open', from: ['s2', 's4'], to: 's1', confirm: false },
            take: { label: '占用', on: 'row', can: '/api/berth/take', from: 's1', to: 's2', confirm: false },
            hold: { label: '挂起', on: 'row', can: '/api/berth/hold', from: 's1', to: 's4', confirm: false },
          },
        }),
      ).replaceAll('berth', 'pier'),
    )
  const asked = pier({ approves: { steps: [{ way: 1, who: 1, role_id: 1 }], meanwhile: 's4' } })
  const { id: screen_id, answer } = await publishScreen(at.server, at.admin, asked)
  expect(answer).toMatchObject({ code: 200, msg: '' })
  const { pier_id } = (await ask('/api/pier/add', { name: 'A' })).data
  const { audit_ids } = (await ask('/api/pier/end', { pier_id })).data
  const refused = { code: 409, msg: '“注销”有 1 条记录正在审批，请先办结' }
  expect(await call('/api/screen/withdraw', { screen_id })).toMatchObject(refused)
  expect(await saveAndPublish(at.server, at.admin, screen_id, pier({}))).toMatchObject(refused)
  expect(await ask('/api/my_audit/withdraw', { audit_id: audit_ids[0] })).toMatchObject({ code: 200 })
  expect((await call('/api/pier/detail', { pier_id })).data.state).toBe(1)
  expect(await saveAndPublish(at.server, at.admin, screen_id, pier({}))).toMatchObject({ code: 200 })
  expect(await call('/api/screen/withdraw', { screen_id })).toMatchObject({ code: 200 })
})
