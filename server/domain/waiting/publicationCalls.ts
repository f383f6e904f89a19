import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { codeOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { form, id } from '../../../src/derive/callParams.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import lottery from '../../../src/resources/waiting/lottery.ts'
import publication from '../../../src/resources/waiting/publication.ts'
import { roomTypes } from '../../../src/schemas/common.ts'
import type { objectionForm, publicationForm } from '../../../src/schemas/waiting/publication.ts'
import { type Call, type Context, defineCall } from '../../calls/defineCall.ts'
import { derivedCall } from '../../calls/resourceCalls.ts'
import type { Row } from '../../store/connection/rows.ts'
import { readRow } from '../../store/reading/list.ts'
import { checkChain } from './chain.ts'
import { makeList, type Publication } from './lists.ts'
import { publishedFile } from './lotteryCalls.ts'
import { hashOf } from './rules/lottery.ts'
import { anchorIn } from './rules/publishedList.ts'

const group = '公示'
const addList = derivedCall(resourceNamed('publication'), 'add', resourceNamed)
const addObjection = derivedCall(resourceNamed('objection'), 'add', resourceNamed)

/** Adds a published list as a draft, and makes its rows of the queue, or of what a lottery drew, as it stands. */
const addingList: Call = {
  ...addList,
  handle: async (context: Context, params: FormValue<typeof publicationForm>) => {
    const { tx, session } = context
    const drawn = params.lottery_id
      ? await tx
          .selectFrom('lottery')
          .select(['p_id', 'room_type', 'status'])
          .where('lottery_id', '=', params.lottery_id)
          .executeTakeFirst()
      : undefined
    if (drawn && drawn.status !== codeOf(lottery, 'published')) throw new CallError(409, '这次摇号还没有公布结果', { field: 'lottery_id' })
    const values = drawn ? { ...params, p_id: drawn.p_id, room_type: drawn.room_type } : params
    const { publication_id } = (await addList.handle(context, values)) as { publication_id: number }
    const row = await readRow(tx, resourceNamed('publication'), publication_id, session.scope, resourceNamed)
    return { publication_id, count: await makeList(context, row as unknown as Publication) }
  },
}

/** Adds an objection to a row of a list that is published now. 409 where it is not, or no more; 400 where the row is of another list. */
const addingObjection: Call = {
  ...addObjection,
  handle: async (context: Context, params: FormValue<typeof objectionForm>) => {
    const { tx, now } = context
    const { rows } = await sql<
      Pick<Row<'publication', 'status' | 'to_date' | 'from_date'>, 'status' | 'to_date' | 'from_date'> & { wait_id: number | null }
    >`
      select p.status, p.from_date, p.to_date, r.wait_id from publication p
      left join publication_row r on r.publication_id = p.publication_id and r.row_id = ${params.row_id}
      where p.publication_id = ${params.publication_id}
    `.execute(tx)
    const [found] = rows
    const today = dateOf(now)
    const isOpen = found?.status === codeOf(publication, 'open') && (found.from_date ?? '') <= today && (found.to_date ?? '') >= today
    if (found && !isOpen) throw new CallError(409, '这份名单不在公示期内，不能登记异议', { field: 'publication_id' })
    if (found && found.wait_id === null) throw new CallError(400, '请选择这份公示里的一户', { field: 'row_id' })
    return addObjection.handle(context, { ...params, wait_id: found?.wait_id ?? null })
  },
}

/** The chains that tell of a list's queue: its own, and of a list of all kinds of room that of each kind. */
const chainsOf = ({ room_type }: Pick<Publication, 'room_type'>): number[] =>
  room_type === null ? [0, ...Object.keys(roomTypes).map(Number)] : [room_type]

/**
 * Hashes anew the chain of a list's queue and the list itself. Gives in words that all is as it was written (`said`), or which event is the first that is
 * not (`msg`).
 */
const checkList = async (context: Context, { publication_id }: { publication_id: number }): Promise<{ said: string } | { msg: string }> => {
  const { tx, session } = context
  const row = (await readRow(tx, resourceNamed('publication'), publication_id, session.scope, resourceNamed)) as unknown as Publication
  const p_id = row.p_id ?? 0
  let events = 0
  for (const room_type of chainsOf(row)) {
    const checked = await checkChain(tx, p_id, room_type)
    if (checked.broken) return { msg: `链从第 ${checked.broken.seq} 条起与写下时不一样：${checked.broken.reason ?? ''}` }
    events += checked.events
  }
  const { text } = await publishedFile(context, 'publication', publication_id)
  const anchor = anchorIn(text)
  const { rows } = await sql<{ hash: string }>`
    select hash from waiting_event where p_id = ${p_id} and room_type = ${row.room_type ?? 0} and seq = ${anchor?.seq ?? 0}
  `.execute(tx)
  if (hashOf(text) !== row.list_hash) return { msg: '名单与公示时不一样' }
  if (anchor && anchor.seq > 0 && rows[0]?.hash !== anchor.hash) return { msg: `名单所依据的第 ${anchor.seq} 条已不在链上` }
  return { said: `已核对 ${events} 条，与写下时一样` }
}

const params = (label: string) => form(label, { publication_id: id('公示') }, ['publication_id'])

export default [
  addingList,
  addingObjection,
  defineCall({ path: '/api/publication/check', label: '核对链', group, can: 'self', params: params('核对链') }, checkList),
  defineCall(
    { path: '/api/publication/text', label: '下载名单', group, can: 'self', params: params('下载名单') },
    (context: Context, { publication_id }) => publishedFile(context, 'publication', publication_id),
  ),
]
