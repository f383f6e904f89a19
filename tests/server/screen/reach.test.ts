import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { lot, parking, publishScreen } from '../../help/declared/screens.ts'

const at = adminServer()
const { call } = at

describe('what cannot be reached from it', () => {
  let screen_id = 0
  beforeAll(async () => {
    screen_id = (await call('/api/screen/add', { name: 'probe', label: '试' })).data.screen_id
  })
  const check = (declaration: string) => call('/api/screen/check', { screen_id, declaration })
  const probe = (changes: object = {}) => JSON.stringify(parking(changes, 'probe'))
  const wrong: [string, Record<string, unknown>, string, string][] = [
    ['another screen', { name: 'flow', path: '/screens/flow' }, 'R119', 'name'],
    ['a table of the system', { name: 'setting', path: '/screens/setting' }, 'R201', 'name'],
    ['a catalogue of PostgreSQL', { name: 'pg_class', path: '/screens/pg_class' }, 'R201', 'name'],
    ['the address of another screen', { path: '/setting/role' }, 'R119', 'path'],
    ['an address elsewhere', { path: '/elsewhere' }, 'R202', 'path'],
    [
      'the money calls',
      { actions: { pay: { label: '收款', on: 'row', can: '/api/flow/add', set: { state: 1 }, confirm: false } } },
      'R208',
      'actions.pay.can',
    ],
    ['a list of others', { calls: { index: '/api/account/index' } }, 'R208', 'calls.index'],
    [
      'a paper of the code',
      { actions: { pay: { label: '打印', on: 'row', can: '/api/probe/pay', prints: 'receipt' } } },
      'R160',
      'actions.pay.prints',
    ],
    ['a view', { view: 'account' }, 'R204', 'view'],
    ['the log', { log: false }, 'R204', 'log'],
    [
      'the name of another’s record',
      { columns: { ...parking().columns, of_whom: { label: '谁', is: 'int', names: { by: 'state', of: { 1: 'account' } } } } },
      'R204',
      'columns.of_whom',
    ],
  ]
  test.each(wrong)('%s', async (_what, changes, problem, at) => {
    expect((await check(probe(changes))).data.problems).toContainEqual(expect.objectContaining({ id: problem, at }))
  })
  test('names, references, patterns and columns', async () => {
    const { columns } = parking()
    const of = (extra: object) => probe({ columns: { ...columns, ...extra } })
    const problems = async (declaration: string) => (await check(declaration)).data.problems
    expect(await problems(of({ token: { label: 'T' } }))).toMatchObject([{ id: 'R203', at: 'columns.token' }])
    expect(await problems(of({ 'a"; drop table role; --': { label: 'x' } }))).toMatchObject([{ id: 'R104' }])
    expect(await problems(of({ who: { label: '谁', is: 'ref', of: 'operation_log' } }))).toMatchObject([
      { id: 'R205', at: 'columns.who.of' },
    ])
    expect(await problems(of({ odd: { label: '怪', is: 'int', default: '不是数' } }))).toMatchObject([{ id: 'R135' }])
    expect(await problems(of({ id: { label: '编号二', is: 'int' } }))).toEqual([])
    const { let: form } = parking().dialogs as Record<string, { properties: object }>
    const asking = (pattern: string) =>
      probe({ dialogs: { let: { ...form, properties: { owner: { type: 'string', title: '车主', maxLength: 40, pattern } } } } })
    for (const pattern of ['(a)\\1', '(?=a)', '(?<!a)b', '(', 'a{1001}'])
      expect([pattern, await problems(asking(pattern))]).toMatchObject([pattern, [{ id: 'R207' }]])
    // What would take for ever elsewhere is judged as soon as any other.
    for (const pattern of ['(a+)+$', '^((a+))+$', '(a|a)*', '(a?){25}a{25}', '^沪[A-Z]\\d{5}$'])
      expect([pattern, await problems(asking(pattern))]).toEqual([pattern, []])
  })
  test('words of a declaration are words, whatever stands in them', async () => {
    const label = `车位'$logged$"; drop table role; --<b>`
    const { columns } = parking()
    const made = parking({ label, columns: { ...columns, lot: { ...columns.lot, label: `号'"\\$$` } } as never }, 'worded')
    expect((await publishScreen(at.server, at.admin, made)).answer).toMatchObject({ code: 200 })
    expect(await call('/api/worded/add', lot('A-1'))).toMatchObject({ code: 200 })
    const { rows } = await sql`select label from operation_log where resource = 'worded'`.execute(at.server.db)
    expect(rows).toEqual([{ label: `新增${label}` }])
  })
  test('what is no declaration at all is refused with a place and a message', async () => {
    expect(await check('{')).toMatchObject({ code: 400, msg: expect.stringContaining('JSON') })
    expect(await check('[1]')).toMatchObject({ code: 400 })
    const page = { name: 'probe', label: '试', path: '/screens/probe', access: null, screen: 'roomMap' }
    expect((await check(JSON.stringify(page))).data.problems).toMatchObject([{ id: 'R204' }])
    expect((await check('{}')).data.problems.map(({ id }: { id: string }) => id)).toContain('R102')
    const deep = (levels: number): string => `${'{"columns":'.repeat(levels)}1${'}'.repeat(levels)}`
    expect((await check(deep(50))).data.problems.length).toBeGreaterThan(0)
    expect(await check(deep(2000))).toMatchObject({ code: 400, msg: '层数过多，至多 12 层', data: { field: 'declaration' } })
    expect(await check(`{"label":"${'x'.repeat(250_000)}"}`)).toMatchObject({ code: 400 })
    expect(await check(`{"label":"${'x'.repeat(10_000_000)}"}`)).toMatchObject({ code: 413 })
  })
})
