import { sortBy, uniqBy } from 'es-toolkit'
import { CallError } from '../../src/core/errors.ts'
import type { Happening } from '../../src/core/plots.ts'
import { resourceNamed, resources } from '../../src/declared/declared.ts'
import { type AskedList, relatedAsk, wayAsk } from '../../src/declared/opening.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { type Entry, stepsOf } from '../../src/derive/steps.ts'
import { dateOf } from '../../src/protocol/dates.ts'
import type { GivenList, Page } from '../../src/protocol/envelope.ts'
import type { LifeEvent, Timeline } from '../../src/protocol/timeline.ts'
import { knownCall } from '../caller/knownCalls.ts'
import type { Row } from '../store/reading/list.ts'
import type { Context } from './defineCall.ts'
import { codesHeld } from './findable.ts'
import { askList, readableLists } from './opening.ts'
import { together } from './together.ts'

/** As many of each kind as are told at once. */
const MOST = 40

interface Asked {
  list: AskedList
  /** The column of the list that names the record. */
  by: string
  happening: Happening
}

/** What happens in the lists that a record has by its own key: each list once, however many parts of it the detail shows. */
const askedOf = (resource: CompleteResource, id: number): Asked[] =>
  uniqBy(
    resource.related.filter(({ from }) => from === undefined),
    ({ resource: name, by }) => `${name}.${by}`,
  ).flatMap(({ label, resource: name, by }) =>
    resourceNamed(name).happens.map((happening) => ({
      happening,
      by,
      list: {
        ...relatedAsk({ label, resource: name, by, where: happening.where ?? {}, sort: [happening.day, 'desc'] }, id, resourceNamed),
        rows: MOST,
      },
    })),
  )

const dayOf = (value: unknown): string | null => (typeof value === 'number' ? dateOf(value) : value ? String(value) : null)

/** The row by its name; one that has no detail of its own by the first record that it leads to, other than the one (`by`) whose life it is. */
const namedBy = ({ name, key, title, calls, columns }: CompleteResource, row: Row, by: string): LifeEvent['of'] => {
  const nameOf = (column: string): string => String(row[`${column}_title`] ?? row[column] ?? '')
  if (calls.detail !== null) return { resource: name, key: Number(row[key]), name: nameOf(title) }
  for (const column of columns)
    for (const lead of column.leads)
      if ('of' in lead && lead.key !== by && row[lead.key] && column.shown === 'yes')
        return { resource: lead.of, key: Number(row[lead.key]), name: nameOf(column.name) }
  return null
}

const eventOf = ({ list, by, happening: { day, says, tells } }: Asked, row: Row): LifeEvent[] => {
  const date = dayOf(row[day])
  const price = tells === undefined || row[tells] === null ? null : Number(row[tells])
  return date === null ? [] : [{ date, says, of: namedBy(resourceNamed(list.resource), row, by), price, by: null }]
}

const entriesOf = (rows: readonly Row[]): Entry[] =>
  rows.toReversed().map((row) => ({
    deed: Number(row.deed),
    changes: row.changes as Entry['changes'],
    created_at: Number(row.created_at),
    by: (row.created_by_title as string | null) ?? null,
  }))

/** The states that the record came into, as its journal has them. */
const movesOf = (resource: CompleteResource, record: Row, rows: readonly Row[]): LifeEvent[] =>
  (stepsOf(resource, Number(record[resource.states?.column ?? '']), entriesOf(rows))?.passed ?? []).flatMap(({ label, at, by }) =>
    at === null ? [] : [{ date: dateOf(at), says: label, of: null, price: null, by }],
  )

const rowsOf = ({ page }: GivenList): Row[] => (page as Page<Row>).list

/** The record as its detail gives it: 403 for who may not read it, 404 where there is none in scope. */
const recordOf = async (context: Context, { calls, key, isLookup }: CompleteResource, id: number): Promise<Row> => {
  const code = calls.detail ?? ''
  if (!isLookup && !(await codesHeld(context, [code])).has(code)) throw new CallError(403, `没有权限：${knownCall(code)?.label ?? ''}`)
  return (await knownCall(code)?.ask(context, { [key]: id })) as Row
}

/**
 * Gives the life of a record that is drawn as a timeline: its own moves, and what happens in the lists that it has, each answered by its own
 * call and for who may make that. Throws 400 where the resource has no timeline, 403 and 404 as the record's detail does.
 */
export const timelineOf = async (context: Context, name: string, id: number): Promise<Timeline> => {
  const resource = resources.find((one) => one.name === name && one.calls.detail && one.plots.some(({ is }) => is === 'timeline'))
  if (!resource) throw new CallError(400, `${name} 没有经历`, { field: 'resource' })
  const record = await recordOf(context, resource, id)
  const asked = askedOf(resource, id)
  const way = wayAsk(resource, id)
  const mayRead = await readableLists(context, [...asked.map(({ list }) => list), ...(way ? [way] : [])])
  const open = asked.filter(({ list }) => mayRead(list))
  const [moves, ...found] = await together([
    (async () => (way && mayRead(way) ? movesOf(resource, record, rowsOf(await askList(context, way))) : []))(),
    ...open.map(async (one) => {
      const rows = rowsOf(await askList(context, one.list))
      const events = rows.flatMap((row) => eventOf(one, row))
      return { events, until: rows.length < MOST ? null : (events.at(-1)?.date ?? null) }
    }),
  ])
  // Further back than the shortest list reaches, what is not there would look as if it had not happened.
  const since = found.reduce<string | null>(
    (latest, { until }) => (until !== null && (latest === null || until > latest) ? until : latest),
    null,
  )
  const events = [...moves, ...found.flatMap((one) => one.events)].filter(({ date }) => since === null || date >= since)
  return { events: sortBy(events, ['date']).toReversed(), since }
}
