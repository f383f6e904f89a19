import { sortBy } from 'es-toolkit'
import { resourceNamed } from '../../src/declared/declared.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { filterDay } from '../../src/derive/dayFilter.ts'
import { dateOf } from '../../src/protocol/dates.ts'
import type { EndingDays, TodoRows } from '../../src/protocol/workbench.ts'
import { knownCall } from '../caller/knownCalls.ts'
import { rowsByDay } from '../store/reading/byDay.ts'
import { scopeOf } from '../store/reading/filters.ts'
import { readFirst } from '../store/reading/first.ts'
import type { Context } from './defineCall.ts'
import type { Ending, Filters, Todo, Todos } from './defineTodo.ts'
import { codesHeld } from './findable.ts'
import { readableBy } from './readable.ts'
import { together } from './together.ts'

let known: Required<Todos> = { todos: [], endings: [] }

const A_DAY = '2026-01-01'
const NOBODY = 0

const filterNames = ({ columns }: CompleteResource): string[] =>
  columns.flatMap(({ name, filter, match }) => (filter ? (match === 'range' ? [`${name}_start`, `${name}_end`] : [name]) : []))

const mistakesOf = (asked: Todo | Ending): string[] => {
  const resource = resourceNamed(asked.of)
  const columns = 'sort' in asked ? [asked.sort[0], ...asked.shows] : [asked.day, ...(asked.shows ? [asked.shows] : [])]
  const open = filterNames(resource)
  const wrongDay = 'day' in asked && !open.includes(`${asked.day}_start`) ? [`${asked.day} (as a day)`] : []
  return [
    ...columns.filter((name) => !resource.column[name]),
    ...Object.keys(asked.filters(A_DAY, NOBODY)).filter((name) => !open.includes(name)),
    ...wrongDay,
  ].map((name) => `${asked.of} › ${asked.name}: ${name}`)
}

/** Takes what the subjects have for 工作台 (server/wiring.ts). Throws where two are called alike, or a list cannot be asked so. */
export const provideTodos = (given: readonly Todos[]): void => {
  const [todos, endings] = [given.flatMap(({ todos = [] }) => todos), given.flatMap(({ endings = [] }) => endings)]
  for (const some of [todos, endings]) {
    const names = some.map(({ name }) => name)
    if (new Set(names).size < names.length) throw new Error(`two of ${names.join(', ')} are called alike`)
  }
  const mistakes = [...todos, ...endings].flatMap(mistakesOf)
  if (mistakes.length > 0) throw new Error(`todos.ts names what its list has not, or cannot be filtered by: ${mistakes.join('; ')}`)
  known = { todos: sortBy(todos, ['rank']), endings }
}

/** Gives what the subjects have for 工作台, the most urgent first. */
export const knownTodos = (): Required<Todos> => known

/** Gives those whose list the caller may read: one query. */
const readable = async <A extends Todo | Ending>(context: Context, some: readonly A[]): Promise<A[]> => {
  const codesOf = ({ of }: A): readonly string[] | null => knownCall(resourceNamed(of).calls.index ?? '')?.codes ?? null
  const held = await codesHeld(context, [...new Set(some.flatMap((one) => codesOf(one) ?? []))])
  return some.filter((one) => {
    const codes = codesOf(one)
    return codes !== null && (codes.length === 0 || codes.some((code) => held.has(code)))
  })
}

/** Gives the filters of a list with the header's project among them, where the resource has one. */
const ofProject = ({ scope, column }: CompleteResource, filters: Filters, p_id: number | undefined): Filters =>
  scope === null || p_id === undefined ? filters : { ...filters, [scope]: column[scope]?.filter ? [p_id] : p_id }

/** Gives what needs doing for the caller today: of the lists that they may read those that are not empty, each with its first rows. */
export const todosFor = async (context: Context, p_id: number | undefined): Promise<TodoRows[]> => {
  const today = dateOf(context.now)
  const read = async ({ name, label, of, tone = 'quiet', sort, shows, deeds = [], filters }: Todo): Promise<TodoRows> => {
    const resource = resourceNamed(of)
    const asked = ofProject(resource, filters(today, context.session.userId), p_id)
    const shown = await readableBy(context, resource, resourceNamed)
    const found = await readFirst(context.tx, shown, { filters: asked, sort }, scopeOf(resource, context.session), resourceNamed)
    return { name, label, resource: of, tone, filters: asked, sort, shows, deeds, ...found }
  }
  const found = await together((await readable(context, known.todos)).map(read))
  return found.filter(({ count }) => count > 0)
}

/** Gives what ends within two days, these among them, of the lists that the caller may read: by day how much, and the first of it. */
export const endingsFor = async (
  context: Context,
  [from, to]: readonly [string, string],
  p_id: number | undefined,
): Promise<EndingDays[]> => {
  const today = dateOf(context.now)
  const read = async ({ name, label, of, day, shows, filters }: Ending): Promise<EndingDays> => {
    const resource = resourceNamed(of)
    const shown = await readableBy(context, resource, resourceNamed)
    const asked = ofProject(resource, filters(today, context.session.userId), p_id)
    const within = { ...asked, ...filterDay(resource.column[day], from, to) }
    const days = await rowsByDay(
      context.tx,
      shown,
      { filters: within, day, shows: shows ?? resource.title },
      scopeOf(resource, context.session),
      resourceNamed,
    )
    return { name, label, resource: of, filters: asked, day, days }
  }
  const found = await together((await readable(context, known.endings)).map(read))
  return found.filter(({ days }) => days.length > 0)
}
