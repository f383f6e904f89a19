import { resourceNamed } from '../../src/declared/declared.ts'
import { type AskedList, askedParams, listsBeside, wayAsk } from '../../src/declared/opening.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import type { GivenList, Opened, Page } from '../../src/protocol/envelope.ts'
import { knownCall } from '../caller/knownCalls.ts'
import type { Resolve, Row } from '../store/reading/list.ts'
import { readRecord } from './counts.ts'
import type { Context } from './defineCall.ts'
import { codesHeld } from './findable.ts'
import { together } from './together.ts'

const callOf = ({ resource }: AskedList) => knownCall(resourceNamed(resource).calls.index ?? '')

/** Gives which of some lists the caller may read, as the calls of these lists have it: one query. */
export const readableLists = async (context: Context, asked: readonly AskedList[]): Promise<(list: AskedList) => boolean> => {
  const codes = [...new Set(asked.flatMap((list) => callOf(list)?.codes ?? []))]
  const held = codes.length > 0 ? await codesHeld(context, codes) : new Set<string>()
  return (list) => {
    const call = callOf(list)
    return call !== undefined && (call.codes.length === 0 || call.codes.some((code) => held.has(code)))
  }
}

/** Gives the first page of a list that is asked about a record, as its own call answers it. */
export const askList = async (context: Context, list: AskedList): Promise<GivenList> => {
  const params = askedParams(list)
  return { resource: list.resource, params, page: (await callOf(list)?.ask(context, params)) as Page<Row> }
}

/** Gives the lists with which a record's detail opens, of those that the caller may read: the first of what belongs to it, and what its way is told from. */
const openingLists = async (context: Context, resource: CompleteResource, key: number): Promise<GivenList[]> => {
  const beside = listsBeside(resource, key, resourceNamed)
  const way = wayAsk(resource, key)
  const mayRead = await readableLists(context, [...beside, ...(way ? [way] : [])])
  const shown = [beside.find(mayRead), way && mayRead(way) ? way : undefined].filter((list) => list !== undefined)
  return together(shown.map((list) => askList(context, list)))
}

/**
 * Answers a detail call (docs/protocol.md): the record as the caller may read it or, where the call asks for what is `related`, the record
 * and the lists with which its detail opens, each answered by its own call and for who may make that. Throws 404 where there is no such
 * record in scope.
 */
export const answerDetail = async (
  context: Context,
  resource: CompleteResource,
  { key, related }: { key: number; related: unknown },
  resolve: Resolve,
): Promise<Row | Opened<Row>> => {
  if (!related) return readRecord(context, resource, key, resolve)
  const [record, lists] = await together([readRecord(context, resource, key, resolve), openingLists(context, resource, key)])
  return { record, lists }
}
