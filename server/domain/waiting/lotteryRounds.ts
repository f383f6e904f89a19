import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { codeOf } from '../../../src/core/states.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { form, id, version } from '../../../src/derive/callParams.ts'
import { minuteOf } from '../../../src/protocol/dates.ts'
import lottery from '../../../src/resources/waiting/lottery.ts'
import lotteryRound from '../../../src/resources/waiting/lotteryRound.ts'
import type { anotherRoundForm } from '../../../src/schemas/waiting/lottery.ts'
import { type Call, type Context, defineCall } from '../../calls/defineCall.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { derivedCall } from '../../calls/resourceCalls.ts'
import { moveBySystem } from '../../calls/transition.ts'
import type { Tx } from '../../store/connection/database.ts'
import { readRow } from '../../store/reading/list.ts'
import { inState } from '../../store/reading/states.ts'
import { notify } from '../message/index.ts'
import { LOTS, noteEvent } from './chain.ts'
import type { Lottery } from './lots.ts'
import { publishedFile } from './lotteryCalls.ts'
import { anotherRoundText } from './rules/anotherRound.ts'
import { hashOf } from './rules/lottery.ts'
import { sideOf } from './sides.ts'

type LotteryRound = RowOf<typeof lotteryRound>

/** A round as it is named to people: what it is, and when in seconds. */
interface Named {
  round_name: string
  round_at: number
}

/** The proposal that waits for the other side; undefined where there is none. */
const proposedFor = async (tx: Tx, lottery_id: number): Promise<LotteryRound | undefined> => {
  const { rows } = await sql<LotteryRound>`
    select * from lottery_round where lottery_id = ${lottery_id} and status = ${inState(lotteryRound, 'proposed')}
  `.execute(tx)
  return rows[0]
}

/**
 * May another round be named for a lottery now? 409 where not: both secrets are open, the time of the round that was named is over, and nobody has entered its
 * number, so that nobody can have found the outcome wanting.
 */
const checkMayName = (now: number, { status, round_at, number_a, number_b }: Lottery): void => {
  if (status !== codeOf(lottery, 'revealed')) throw new CallError(409, '双方都揭示之后、摇号之前，才能另约轮次')
  if (number_a !== null || number_b !== null) throw new CallError(409, '已有一方录入轮号，不能另约轮次')
  if (now < (round_at ?? 0)) throw new CallError(409, '还没有到约定的开奖时间，不能另约轮次')
}

const checkIsToCome = (now: number, { round_at }: Named): void => {
  if (round_at <= now) throw new CallError(400, '开奖时间须在以后', { field: 'round_at' })
}

const note = (acting: Acting, { lottery_id, p_id, room_type, number }: Lottery, words: readonly string[]): Promise<number> =>
  noteEvent(acting.tx, acting.session.userId, {
    kind: LOTS,
    lottery_id,
    p_id,
    room_type,
    reason: [words[0], number, ...words.slice(1)].join(' '),
  })

/** Tells the other side of a lottery; both hold a half that only they can give. */
const tellOther = async (
  { tx, session }: Acting,
  { operator, supervisor, lottery_id }: Lottery,
  title: string,
  content: string,
): Promise<void> => {
  const others = [operator, supervisor].filter((side) => side !== null && side !== session.userId)
  await notify(tx, others, title, content, { resource: 'lottery', id: lottery_id })
}

const add = derivedCall(resourceNamed('lottery_round'), 'add', resourceNamed)

/**
 * Names another round for a lottery whose own was not held, for the other side to agree to; one that whoever names it has named before, or whose time is over,
 * falls away. 409 for whoever is neither side, where another may not be named now, and where the other side has named one.
 */
export const addingRound: Call = {
  ...add,
  handle: async (context: Context, params: FormValue<typeof anotherRoundForm>) => {
    const { tx, session, now } = context
    const { lottery_id } = params
    // Before the rounds, as whoever agrees and whoever enters a number does: none of them waits for one who waits for it.
    await sql`select from lottery where lottery_id = ${lottery_id} for no key update`.execute(tx)
    const row = (await readRow(tx, resourceNamed('lottery'), lottery_id, session.scope, resourceNamed)) as unknown as Lottery
    sideOf(session.userId, row)
    checkMayName(now, row)
    checkIsToCome(now, params)
    const known = await proposedFor(tx, lottery_id)
    if (known && known.proposer !== session.userId && known.round_at > now)
      throw new CallError(409, '另一方已提出另约轮次：同意的点“同意另约”，不同意的请对方撤回', { field: 'lottery_id' })
    const acting: Acting = { tx, session, now }
    if (known) await moveBySystem(acting, 'lottery_round', 'drop', [known.round_id])
    const former = { former_name: row.round_name, former_at: row.round_at }
    const answer = await add.handle(context, { ...params, ...former, proposer: session.userId })
    await note(acting, row, ['提出另约轮次', `${params.round_name} ${params.round_at}`])
    await tellOther(
      acting,
      row,
      '另约轮次待您同意',
      `摇号 ${row.number}：原定的 ${row.round_name} 没有举行（${params.reason}），另一方提出改用 ${params.round_name}，${minuteOf(params.round_at)} 开奖。填同样的轮次与时间“同意另约”后生效。`,
    )
    return answer
  },
}

/** May this side agree to what the other has named, in these words? 400 where the words differ, 409 where there is nothing to agree to or it is one's own. */
export const checkAgreed = async ({ tx, session, now }: Acting, row: Lottery, asked: Named): Promise<void> => {
  sideOf(session.userId, row)
  checkMayName(now, row)
  const known = await proposedFor(tx, row.lottery_id)
  if (!known) throw new CallError(409, '没有待同意的另约轮次，请先由一方“另约轮次”')
  if (known.proposer === session.userId) throw new CallError(409, '这是您提出的，须由另一方同意')
  if (known.round_name !== asked.round_name) throw new CallError(400, '与另一方提出的公开轮次不一样', { field: 'round_name' })
  if (known.round_at !== asked.round_at) throw new CallError(400, '与另一方提出的开奖时间不一样', { field: 'round_at' })
  checkIsToCome(now, asked)
}

const hashesOf = async (tx: Tx, papers: readonly number[]): Promise<string[]> => {
  const { rows } = await sql<{ hash: string }>`select hash from file where img_id = any(${papers}::integer[]) order by hash`.execute(tx)
  return rows.map(({ hash }) => hash)
}

/** Writes down for good what both have agreed to: published letter for letter, and told to the chain with the round that was not held. */
export const keepAgreed = async (acting: Acting, row: Lottery): Promise<void> => {
  const { tx, session, now } = acting
  const known = await proposedFor(tx, row.lottery_id)
  if (!known) return
  const { round_id, former_name, former_at, round_name, round_at, reason, papers } = known
  const text = anotherRoundText({
    ...{ lottery: row.number ?? '', pool_hash: row.pool_hash ?? '', reason, agreed_at: now },
    former: { name: former_name ?? '', at: former_at ?? 0 },
    next: { name: round_name, at: round_at },
    papers: await hashesOf(tx, papers),
  })
  await sql`insert into published_text (resource, record_id, content) values ('lottery_round', ${round_id}, ${text})`.execute(tx)
  const text_hash = hashOf(text)
  await moveBySystem(acting, 'lottery_round', 'agree', [round_id], { agreed_by: session.userId, agreed_at: now, text_hash })
  await tellOther(acting, row, '另约轮次已同意', `摇号 ${row.number} 改用 ${round_name}，${minuteOf(round_at)} 开奖，已公布。`)
  await note(acting, row, ['另约轮次', `没有举行：${former_name} ${former_at}；另约：${round_name} ${round_at}`, text_hash])
}

/** What was named falls away: a number of the round that stands has been entered. */
export const dropProposed = async (acting: Acting, { lottery_id }: Lottery): Promise<void> => {
  const known = await proposedFor(acting.tx, lottery_id)
  if (known) await moveBySystem(acting, 'lottery_round', 'drop', [known.round_id])
}

/** What was published of another round, for anybody who would check that the former was not held. */
export const roundFile = defineCall(
  {
    path: '/api/lottery_round/text',
    label: '下载公布的',
    group: '摇号',
    can: 'self',
    params: form('下载公布的', { round_id: id('另约轮次'), version }, ['round_id']),
  },
  async (context: Context, { round_id }) => {
    const { tx, session } = context
    const round = (await readRow(tx, resourceNamed('lottery_round'), round_id, session.scope, resourceNamed)) as unknown as LotteryRound
    const { text } = await publishedFile(context, 'lottery_round', round_id)
    const { number } = await readRow(tx, resourceNamed('lottery'), round.lottery_id, session.scope, resourceNamed)
    return { name: `${number}-${round_id}.txt`, text }
  },
)
