import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '../../server/calls/registry.ts'
import { fileResources } from '../../src/declared/declared.ts'
import { goodParams } from '../help/declared/examples.ts'
import { fillProject } from '../help/projects.ts'
import { addAccount, fillGround, type Ground, tokenOf } from '../help/store/ground.ts'
import { startTestServer, type TestServer } from '../help/testServer.ts'

let server: TestServer
let ground: Ground
let theirs: Record<string, number>
/** Of project 1 alone, and of every right. */
let token: string
beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  theirs = await fillProject(server, ground, 2, '徐汇花苑')
  token = await tokenOf(server, await addAccount(server, 'outsider', ['*'], [1]))
})
afterAll(() => server.close())

const scoped = fileResources.filter(({ scope, own }) => scope && !own)
/** What names the version that its caller has seen of a row: edits, actions and deletes. */
const seeing = scoped.flatMap(({ name, key, calls, actions }) =>
  [...new Set([...actions.map(({ can }) => can), calls.edit, calls.del])].flatMap((path) => {
    const properties = registry().get(path ?? '')?.params.properties
    return properties && key in properties && 'version' in properties ? [[name, key, path ?? ''] as const] : []
  }),
)

const VERSIONS = [1, 2, 3, 77]

test('there are such calls', () => {
  expect(seeing.length).toBeGreaterThan(15)
})

test.each(seeing)('%s (%s): %s tells nothing of another project’s row by its version', async (name, key, path) => {
  const call = registry().get(path)
  if (!call) throw new Error(path)
  const { [key]: _key, ids: _ids, versions: _versions, ...good } = goodParams(call, ground) as Record<string, unknown>
  const asked = async (row: number, version: number) => (await server.call(path, { ...good, [key]: row, version }, token)).msg
  const none = await asked(999_999, 1)
  const said = await Promise.all(VERSIONS.map((version) => asked(theirs[name] ?? 0, version)))
  expect(said).toEqual(VERSIONS.map(() => none))
  if (!('versions' in call.params.properties)) return
  const many = async (row: number, version: number) =>
    (await server.call(path, { ...good, ids: [row, 999_998], versions: [version, 1] }, token)).msg
  const noneOfMany = await many(999_999, 1)
  const saidOfMany = await Promise.all(VERSIONS.map((version) => many(theirs[name] ?? 0, version)))
  expect(saidOfMany).toEqual(VERSIONS.map(() => noneOfMany))
})
