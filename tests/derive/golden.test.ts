import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { describe, expect, test } from 'vitest'
import { isFromPhone } from '../../server/calls/defineCall.ts'
import { codesOf, registry } from '../../server/calls/registry.ts'
import '../../server/wiring.ts'
import { createTable, indexesOf, referencesOf } from '../../server/store/bringUp/tables.ts'
import type { Tables } from '../../server/store/connection/rows.ts'
import { chosenColumns, exportQuery } from '../../server/store/reading/exportQuery.ts'
import { listPage } from '../../server/store/reading/list.ts'
import { inlined } from '../../server/store/reading/literals.ts'
import { giveSealer, sealerWith } from '../../server/store/sealing/sealer.ts'
import { pages, resourceNamed, resources } from '../../src/declared/declared.ts'
import { settings } from '../../src/declared/settings.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { defaultsOf } from '../../src/derive/forms/activeForm.ts'
import { menuOf, screensOf } from '../../src/derive/menu.ts'
import { accessTree } from '../../src/derive/roleTrees.ts'
import { secretsOf } from '../../src/derive/settings.ts'
import { inChinese } from '../../src/derive/translator.ts'

/** Keeps the SQL that it is asked and answers one key, so that a list goes on to read that row. */
class Recorder extends DummyDriver {
  readonly asked: CompiledQuery[] = []
  override async acquireConnection(): Promise<DatabaseConnection> {
    const executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      this.asked.push(query)
      return { rows: [{ keys_: [7], total_: 1 } as R] }
    }
    return { executeQuery, streamQuery: () => Promise.reject(new Error('no streams here')) as never }
  }
}

const targets = new Map(resources.map((resource) => [resource.name, resource]))

const ddlOf = (resource: CompleteResource): string =>
  [createTable(resource), ...indexesOf(resource), ...referencesOf(resource, targets).map((reference) => reference.sql)]
    .join(';\n')
    .concat(';\n')

const listSql = async (
  resource: CompleteResource,
  title: string,
  params: Record<string, unknown>,
  scope: number[] | null,
): Promise<string> => {
  const recorder = new Recorder()
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => recorder,
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  giveSealer(db, sealerWith(Buffer.alloc(32)))
  await listPage(db, resource, params, scope, resourceNamed)
  const queries = recorder.asked.flatMap(({ sql, parameters }) => [
    ...sql
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    `-- values: ${JSON.stringify(parameters)}`,
  ])
  return [`-- ${title}: ${JSON.stringify(params)}, projects ${JSON.stringify(scope)}`, ...queries, ''].join('\n')
}

/** A value for each filter that the list has, as staff would set it. */
const everyFilter = (resource: CompleteResource): Record<string, unknown> =>
  Object.fromEntries(
    resource.columns
      .filter((column) => column.filter)
      .flatMap(({ name, match, is }): [string, unknown][] => {
        if (match === 'range')
          return is === 'date'
            ? [
                [`${name}_start`, '2026-01-01'],
                [`${name}_end`, '2026-12-31'],
              ]
            : [
                [`${name}_start`, 1],
                [`${name}_end`, 2],
              ]
        if (match === 'any' || match === 'has') return [[name, [1, 2]]]
        return [[name, match === 'equals' ? 1 : '张杨']]
      }),
  )

/** One thing a line, so that a diff shows one thing. */
const lines = (things: readonly object[]): string => things.map((thing) => `${JSON.stringify(thing)}\n`).join('')

describe('what a declaration makes, so that a review sees it', () => {
  const screens = resources.filter((resource) => resource.path !== null)
  test('there are screens to look at', () => expect(screens.map(({ name }) => name)).toEqual(expect.arrayContaining(['flow', 'org'])))

  test.each(resources.map(({ name }) => name))('the table of %s', async (name) => {
    await expect(ddlOf(resourceNamed(name))).toMatchFileSnapshot(`golden/${name}.table.sql`)
  })

  test.each(screens.map(({ name }) => name))('the list of %s', async (name) => {
    const resource = resourceNamed(name)
    const sorted = resource.columns.filter((column) => column.isSortable).map((column) => column.name)
    const texts = await Promise.all([
      listSql(resource, 'as it opens', { page: 1, page_rows: 20 }, null),
      listSql(resource, 'within projects', { page: 3, page_rows: 50 }, [1, 2]),
      ...sorted.map((column) => listSql(resource, 'sorted', { order: `-${column}` }, null)),
      listSql(resource, 'every filter at once', everyFilter(resource), [1]),
    ])
    await expect(texts.join('\n')).toMatchFileSnapshot(`golden/${name}.list.sql`)
  })

  test.each(screens.filter(({ calls }) => calls.export).map(({ name }) => name))('the export of %s', async (name) => {
    const resource = resourceNamed(name)
    const columns = chosenColumns(resource, undefined)
    const textOf = (title: string, params: Record<string, unknown>, scope: number[] | null): string => {
      const { rows, count } = exportQuery(resource, columns, params, scope, { resolve: resourceNamed, logged: [], t: inChinese.t })
      return `-- ${title}\n${inlined(rows).replaceAll(/, (?=[\w(]+ ?"|\(select)/g, ',\n  ')}\n-- count\n${inlined(count)}\n`
    }
    const texts = [textOf('as the list opens', {}, null), textOf('every filter at once, within a project', everyFilter(resource), [1])]
    await expect(texts.join('\n')).toMatchFileSnapshot(`golden/${name}.export.sql`)
  })

  test('menu and routes', async () => {
    const all = screensOf(resources, pages)
    const access = accessTree(resources, pages).flatMap(({ keys }) => keys.map(({ key }) => key))
    const text = lines([...all.map((route) => ({ route })), ...menuOf(all, access, []).map((menu) => ({ menu }))])
    await expect(text).toMatchFileSnapshot('golden/screens.jsonl')
  })

  test('settings and what they are before anyone has changed them', async () => {
    const text = lines(
      settings.map(({ name, label, changes, form, trial, shows }) => ({
        name,
        label,
        changes,
        trial,
        shows,
        secrets: secretsOf(form),
        defaults: defaultsOf(form),
      })),
    )
    await expect(text).toMatchFileSnapshot('golden/settings.jsonl')
  })

  test('calls', async () => {
    const calls = [...registry().values()].map((call) => ({
      path: call.path,
      label: call.label,
      who: call.can === 'public' ? 'anyone' : isFromPhone(call.can) ? `a ${call.can}` : codesOf(call).join(' ') || 'any session',
      ...(call.writes ? { writes: call.writes === 'itself' ? 'itself' : 'once' } : {}),
      params: Object.keys(call.params.properties)
        .map((name) => (call.params.required?.includes(name) ? `${name}*` : name))
        .join(' '),
    }))
    const sorted = calls.sort((a, b) => (a.path < b.path ? -1 : 1))
    await expect(lines(sorted)).toMatchFileSnapshot('golden/calls.jsonl')
  })
})
