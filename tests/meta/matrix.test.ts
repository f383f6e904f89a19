import { chunk } from 'es-toolkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyOfCode } from '../../server/calls/codes.ts'
import type { Call } from '../../server/calls/defineCall.ts'
import { allCodes, codesOf, registry } from '../../server/calls/registry.ts'
import { groupKeys } from '../../src/core/resource.ts'
import { pages, resources } from '../../src/declared/declared.ts'
import { isInMenu, type MenuEntry, mayOpen, menuOf, screensOf } from '../../src/derive/menu.ts'
import { bulkActions, pageActions, rowActions } from '../../src/derive/offered.ts'
import type { UserInfo } from '../../src/protocol/types.ts'
import { tokenOf } from '../help/store/ground.ts'
import { startTestServer, type TestServer } from '../help/testServer.ts'

/** The sample roles as the store has them: each screen, call and action is judged for each of them, those added later too. */
const NAMES = ['管理员', '管家', '财务'] as const
const calls = [...registry().values()]
const screens = screensOf(resources, pages)

interface Role {
  token: string
  permission: string[]
  access: string[]
  sidebar: string[]
}

let server: TestServer
const roles: Record<string, Role> = {}

beforeAll(async () => {
  server = await startTestServer()
  const { rows } = await sql<Omit<Role, 'token'> & { name: string; user_id: number }>`
    select r.name, r.permission, r.access, r.sidebar, a.user_id from role r join account a on a.role_id = r.role_id
  `.execute(server.db)
  for (const { name, user_id, ...role } of rows) roles[name] = { ...role, token: await tokenOf(server, user_id) }
})
afterAll(() => server.close())

const roleNamed = (name: string): Role => {
  const role = roles[name]
  if (!role) throw new Error(name)
  return role
}
const holds = ({ permission, access }: Role, code: string): boolean =>
  permission.includes('*') || permission.includes(code) || access.includes(keyOfCode(code) ?? '')
const lacks = (role: Role, call: Call): boolean => {
  const codes = codesOf(call)
  return codes.length > 0 && !codes.some((code) => holds(role, code))
}
/** No call has such a param: who may make the call hears of it, and nothing is done. */
const askIdly = async (path: string, token: string): Promise<number> => (await server.call(path, { no_such_param: '1' }, token)).code

test('the sample roles are these, and hold only codes that exist', () => {
  expect(Object.keys(roles).sort()).toEqual([...NAMES].sort())
  for (const name of NAMES)
    expect([name, roleNamed(name).permission.filter((code) => code !== '*' && !allCodes().includes(code))]).toEqual([name, []])
})

test('no sample role but the administrator’s holds all, and none holds nothing', () => {
  const counts = NAMES.map((name) => calls.filter((call) => lacks(roleNamed(name), call)).length)
  expect(counts[0]).toBe(0)
  for (const count of counts.slice(1)) {
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(allCodes().length)
  }
})

/** Sessions that are asked for at once are looked up at once: a thousand calls one after the other would be a thousand questions to the store. */
const AT_ONCE = 50

describe.each(NAMES)('%s', (name) => {
  const answered = new Map<string, number>()
  beforeAll(async () => {
    const { token } = roleNamed(name)
    for (const some of chunk(calls, AT_ONCE))
      await Promise.all(some.map(async ({ path }) => answered.set(path, await askIdly(path, token))))
  })

  test.each(calls.map(({ path }) => path))('%s answers 403 exactly without its code', (path) => {
    expect(answered.get(path)).toBe(lacks(roleNamed(name), registry().get(path) as Call) ? 403 : 400)
  })

  test('the client is told exactly what the server permits', async () => {
    const role = roleNamed(name)
    const { data } = await server.call('/get_info', {}, role.token)
    const info = data as UserInfo
    const byKey = calls.filter((call) => codesOf(call).some(keyOfCode) && !lacks(role, call)).map(({ path }) => path)
    expect([...info.permission].sort()).toEqual([...new Set([...allCodes().filter((code) => holds(role, code)), ...byKey])].sort())
    expect(info).toMatchObject({ access: role.access, is_view: false })
  })

  test('every entry of the menu leads to something that the role may read, and nothing that it may read and open is hidden', async () => {
    const role = roleNamed(name)
    const { access, sidebar } = (await server.call('/get_info', {}, role.token)).data as UserInfo
    for (const screen of screens.filter(({ menu }) => menu)) {
      const answers = await Promise.all(screen.reads.map((path) => askIdly(path, role.token)))
      const shows = answers.length === 0 || answers.some((code) => code !== 403)
      expect([screen.path, isInMenu(screen, access, sidebar)]).toEqual([screen.path, shows && isInMenu(screen, access, [])])
    }
  })

  test('what is listed is what the sample shows: each key of the role opens something that it may read', async () => {
    const role = roleNamed(name)
    const { sidebar } = (await server.call('/get_info', {}, role.token)).data as UserInfo
    for (const key of role.access) {
      const opened = screens.filter((screen) =>
        screen.access.length === 0
          ? groupKeys[screen.menu?.group ?? ''] === key
          : screen.access.includes(key) || groupKeys[screen.menu?.group ?? ''] === key,
      )
      expect([key, opened.some((screen) => isInMenu(screen, role.access, sidebar))]).toEqual([key, true])
    }
  })

  test.each(screens.map(({ path }) => path))('%s opens exactly where its access list meets the role’s', (path) => {
    const role = roleNamed(name)
    const screen = screens.find((other) => other.path === path) as (typeof screens)[number]
    const group = groupKeys[screen.menu?.group ?? '']
    const hasGroup = group === undefined || role.access.includes(group)
    const meets = screen.access.length === 0 || (hasGroup && screen.access.filter((key) => new Set(role.access).has(key)).length > 0)
    expect(mayOpen(screen, role.access)).toBe(meets)
    const entries = (list: readonly MenuEntry[]): string[] => list.flatMap((entry) => (entry.path ? [entry.id] : entries(entry.children)))
    expect(entries(menuOf(screens, role.access, role.sidebar)).includes(screen.id)).toBe(meets && hasGroup && screen.menu !== null)
    expect(entries(menuOf(screens, role.access, [screen.id]))).not.toContain(screen.id)
    if (group)
      expect(
        entries(
          menuOf(
            screens,
            role.access.filter((key) => key !== group),
            [],
          ),
        ),
      ).not.toContain(screen.id)
  })

  test.each(resources.flatMap((resource) => resource.actions.map((action) => [resource.name, action.name] as const)))(
    '%s: %s is offered exactly with its code',
    (resourceName, actionName) => {
      const role = roleNamed(name)
      const resource = resources.find((other) => other.name === resourceName) as (typeof resources)[number]
      const action = resource.actions.find((other) => other.name === actionName) as (typeof resource.actions)[number]
      const told = new Set<string>(calls.filter((call) => !lacks(role, call)).map(({ path }) => path))
      const may = (code: string): boolean => told.has(code)
      const row = Object.fromEntries(Object.entries(action.when ?? {}).map(([field, wanted]) => [field, [wanted].flat()[0]]))
      const isHeld = resource.own !== null || !lacks(role, registry().get(action.can) as Call)
      expect(pageActions(resource, may).includes(action)).toBe(isHeld && action.on === 'page')
      expect(rowActions(resource, row, may).includes(action)).toBe(isHeld && action.on !== 'page')
      expect(bulkActions(resource, may).includes(action)).toBe(isHeld && action.on === 'rows')
      // What takes something away stands last.
      const dangers = rowActions(resource, row, may).map(({ tone }) => tone === 'danger')
      expect(dangers).toEqual([...dangers].sort())
    },
  )
})
