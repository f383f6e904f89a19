import { uniqBy } from 'es-toolkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '../../server/calls/registry.ts'
import type { Field, FormSchema } from '../../src/core/form.ts'
import { type Chosen, chosenIn } from '../../src/declared/chosen.ts'
import { resources } from '../../src/declared/declared.ts'
import type { CompleteAction } from '../../src/derive/actions.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { goodParams } from '../help/declared/examples.ts'
import { fillProject } from '../help/projects.ts'
import { addAccount, fillGround, type Ground, tokenOf } from '../help/store/ground.ts'
import { startTestServer, type TestServer } from '../help/testServer.ts'

type Params = Record<string, unknown>

let server: TestServer
let ground: Ground
/** A record of everything, in each of two projects. */
let mine: Record<string, number>
let theirs: Record<string, number>
/** Who has the first of the projects, and who has both. */
let ofOne: string
let ofBoth: string
beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  mine = await fillProject(server, ground, 1, '浦东花苑')
  theirs = await fillProject(server, ground, 2, '徐汇花苑')
  ofOne = await tokenOf(server, await addAccount(server, 'one', ['*'], [1]))
  ofBoth = await tokenOf(server, await addAccount(server, 'both', ['*'], [1, 2]))
})
afterAll(() => server.close())

/** Every field of a dialog by which a record of a project is chosen; two lists may have the same deed. An edit is looked at by its columns. */
const choices = uniqBy(
  resources.flatMap((resource) =>
    resource.actions
      .filter(({ can }) => can !== resource.calls.edit && registry().get(can)?.writes === true)
      .flatMap((action) =>
        chosenIn(resource, action).map((chosen): [string, string, Choice] => [action.can, chosen.name, { resource, action, chosen }]),
      ),
  ),
  ([path, name]) => `${path} ${name}`,
)

interface Choice {
  resource: CompleteResource
  action: CompleteAction
  chosen: Chosen
}

/** What stands in the way of a field's being asked is put right: it has a value only while its condition holds. */
const asking = (properties: FormSchema['properties'], name: string): Params => {
  const wanted = Object.entries(properties[name]?.['x-when'] ?? {})
  const before = wanted.map(([other]) => asking(properties, other))
  return Object.assign({}, ...before, Object.fromEntries(wanted.map(([other, values]) => [other, [values].flat()[0] || undefined])))
}

/** Asks for a deed on a record of the first project, with a record of the second in one of its fields. */
const choosing = async ({ resource, action, chosen: { name, of } }: Choice, token: string, more: Params = {}) => {
  const call = registry().get(action.can)
  if (!call) throw new Error(action.can)
  const params: Params = { ...goodParams(call, ground), other: 1, ...asking(call.params.properties, name), ...more }
  if (!('other' in call.params.properties)) delete params.other
  if (resource.key in params) params[resource.key] = mine[resource.name]
  const other = of.name === 'project' ? 2 : theirs[of.name]
  params[name] = (call.params.properties[name] as Field).type === 'array' ? [other] : other
  return server.call(action.can, params, token)
}

test('what is chosen on a record is of its project; where another’s is right is written down', () => {
  const elsewhere = choices.filter(([, , { action, chosen }]) => action.on !== 'page' && !chosen.isOfRecord)
  expect(elsewhere.map(([path, name]) => `${path} ${name}`).sort()).toEqual([
    // A title is the payer's, a person may have come by another project, and money of the operator's accounts pays what it pays.
    '/api/bill/invoice title_id',
    '/api/contract/heir custom_id',
    // Asks for the project.
    '/api/contract/move org_id',
    '/api/contract/move p_id',
    '/api/flow/claim tenant_id',
    '/api/flow/invoice title_id',
    '/api/lessee/merge merged_into',
    '/api/occupant/swap other_id',
    '/api/open_receipt/match shares',
    '/api/statement_line/bounce flows',
    '/api/statement_line/refund flow_id',
    '/api/statement_line/tick flows',
    '/api/statement_line/transfer batch_id',
    '/api/withhold/arrive transfers',
  ])
})

test('what is chosen on a record is offered of its project alone: its lookup is told of the record, or of the project', () => {
  const offers = ({ action, chosen }: Choice): boolean => {
    const { about, within } = action.form?.properties[chosen.name]?.['x-lookup'] ?? {}
    return about === true || within !== undefined || chosen.narrowedBy !== null
  }
  expect(choices.filter(([, , choice]) => choice.chosen.isOfRecord && !offers(choice)).map(([path, name]) => `${path} ${name}`)).toEqual([])
})

test('a record of a page made at run time goes along to the project of what it names, and is bound to none', () => {
  const [, , { resource, action }] = choices.find(([path]) => path === '/api/lease/rooms') ?? expect.unreachable()
  const bound = (path: string): boolean[] => chosenIn({ ...resource, path }, action).map(({ isOfRecord }) => isOfRecord)
  expect([bound('/lease/leaseList'), bound('/screens/lease')]).toEqual([[true], [false]])
})

/** The lookups within small tables of dialogs. */
const within = Object.freeze(
  resources.flatMap(({ name, actions }) =>
    actions.flatMap(({ form }) =>
      Object.values(form?.properties ?? {}).flatMap((field) =>
        field.type === 'array' && 'properties' in field.items
          ? Object.values(field.items.properties).flatMap((inner) => (inner['x-lookup'] ? [[name, inner['x-lookup'].value]] : []))
          : [],
      ),
    ),
  ),
)

test('no row of a small table names a record of a project: nobody would look', () => {
  const scoped = new Set(resources.flatMap(({ scope, isStored, key }) => (scope && isStored ? [key] : [])))
  expect(within.length).toBeGreaterThan(0)
  expect(within.filter(([, value]) => scoped.has(value ?? ''))).toEqual([])
})

/** A file is read before anything else is looked at. */
const asked = choices.filter(([path]) => !registry().get(path)?.takesFile)

test.each(asked)('%s %s: a record of a project that is not one’s own is refused at its field', async (_path, name, choice) => {
  const { code, msg, data } = await choosing(choice, ofOne)
  expect({ code, msg, field: data?.field }).toEqual({ code: 400, msg: expect.stringContaining('不在您负责的项目内'), field: name })
})

const bound = choices.filter(([, , { chosen }]) => chosen.isOfRecord || chosen.narrowedBy !== null)

test('some deeds choose within the project of their record, and some within the one that they ask for', () => {
  expect(bound.map(([path, name, { chosen }]) => [path, name, chosen.narrowedBy])).toEqual(
    expect.arrayContaining([
      ['/api/lease/rooms', 'rooms', null],
      ['/api/Waiting/call', 'org_id', null],
      ['/api/contract/add', 'org_id', 'p_id'],
      ['/api/bill/create', 'org_id', 'p_id'],
    ]),
  )
})

test.each(bound)('%s %s: a record of another project of one’s own is told at its field, too', async (_path, name, choice) => {
  const { narrowedBy } = choice.chosen
  const { code, msg, data } = await choosing(choice, ofBoth, narrowedBy === null ? {} : { [narrowedBy]: 1 })
  expect({ code, msg, field: data?.field }).toEqual({ code: 400, msg: expect.stringContaining('是另一个项目的'), field: name })
})
