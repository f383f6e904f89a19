import { CallError } from '../../../src/core/errors.ts'
import queueSetting from '../../../src/resources/settings/queue.ts'
import lottery from '../../../src/resources/waiting/lottery.ts'
import lotteryRound from '../../../src/resources/waiting/lotteryRound.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { isServing } from '../account/index.ts'
import { settingVersion } from '../setting/index.ts'
import { LOTS, noteEvent } from './chain.ts'
import { drawLots, freezePool, giveLots, type Lottery, type Pool, programHash, seedFor } from './lots.ts'
import { checkAgreed, dropProposed, keepAgreed } from './lotteryRounds.ts'
import { commitOf, hashOf } from './rules/lottery.ts'
import { type Side, sideOf } from './sides.ts'

const isOperator = async (acting: Acting, [row]: readonly [Lottery]): Promise<void> => {
  if (sideOf(acting.session.userId, row) !== 'a') throw new CallError(409, '只有本次摇号的操作方可以办理')
}

/** Asks once in each deed, whichever of its columns asks first: all of them get the same answer. */
const onceInDeed = <T>(ask: (acting: Acting, row: Lottery) => Promise<T>): typeof ask => {
  const answers = new WeakMap<Acting, Promise<T>>()
  return (acting, row) => {
    const answer = answers.get(acting) ?? ask(acting, row)
    answers.set(acting, answer)
    return answer
  }
}

const poolOf = onceInDeed<Pool>(freezePool)

/** A value for whoever acts, where the column is theirs; what the other has stays. */
const own =
  <C extends keyof Lottery>(side: Side, column: C, give: (asked: never) => Lottery[C]) =>
  (acting: Acting, row: Lottery, asked: unknown): Lottery[C] =>
    sideOf(acting.session.userId, row) === side ? give(asked as never) : row[column]

/** For which side somebody enters the number; `isStandIn` where that side has left, and he takes its place. */
interface Place {
  side: Side
  isStandIn: boolean
}

/**
 * Both secrets are known to all by then, and so is what the number makes of them: where a side has left (the account is closed, or does not see the project any more), another who may enter numbers
 * does it in its place, or nothing would ever be drawn of this queue again. 409 for anybody else.
 */
const placeOf = onceInDeed(async ({ tx, session: { userId } }, row): Promise<Place> => {
  const { operator, supervisor, p_id } = row
  if (userId === null || [operator, supervisor].includes(userId)) return { side: sideOf(userId, row), isStandIn: false }
  if (!(await isServing(tx, operator ?? 0, p_id))) return { side: 'a', isStandIn: true }
  if (!(await isServing(tx, supervisor ?? 0, p_id))) return { side: 'b', isStandIn: true }
  throw new CallError(409, '只有本次摇号的操作方与监督方可以办理')
})

/** Whoever takes the place of a side as the number is entered, who holds it from then on; undefined where it stays. */
const takingPlace = (side: Side) => async (acting: Acting, row: Lottery) => {
  const place = await placeOf(acting, row)
  return place.isStandIn && place.side === side ? (acting.session.userId ?? undefined) : undefined
}

/** What of the number a side has entered. Until both have typed it, it is kept as what nobody can read it from: the other looks it up, too. */
const entered =
  (side: Side) =>
  async (acting: Acting, row: Lottery, { round_number }: { round_number: string }): Promise<string | null> =>
    (await placeOf(acting, row)).side === side ? hashOf(round_number) : row[`number_${side}`]

/** Whether the other side has entered this number. */
const isAgreed = async (acting: Acting, row: Lottery, round_number: string): Promise<boolean> =>
  row[(await placeOf(acting, row)).side === 'a' ? 'number_b' : 'number_a'] === hashOf(round_number)

const note = async (acting: Acting, row: Lottery, label: string, what = ''): Promise<undefined> => {
  const { lottery_id, p_id, room_type, number } = row
  const reason = [label, number, what].filter(Boolean).join(' ')
  await noteEvent(acting.tx, acting.session.userId, { kind: LOTS, lottery_id, p_id, room_type, reason })
}

const labels = lottery.states?.of
const moves = lottery.states?.moves
const labelOf = (name: keyof NonNullable<typeof lottery.actions>): string => lottery.actions?.[name].label ?? ''

/** The life of a lottery (docs/lottery.md): each step is told to the chain of its queue, so that none can be left out or done again. */
const steps = defineEffects(lottery, {
  freeze: {
    check: isOperator,
    sets: {
      frozen_at: ({ now }) => now,
      pool_count: async (acting, row) => (await poolOf(acting, row)).count,
      after: async (acting, row) => (await poolOf(acting, row)).after,
      pool_hash: async (acting, row) => (await poolOf(acting, row)).hash,
      program_hash: programHash,
      rule_version: ({ tx }) => settingVersion(tx, queueSetting),
    },
    after: (acting, [row]) => note(acting, row, labels?.frozen.label ?? '', row.pool_hash ?? ''),
  },
  round: {
    check: async (acting, [row], { round_at }) => {
      await isOperator(acting, [row])
      if (row.commit_a !== null || row.commit_b !== null) throw new CallError(409, '已有一方提交密约，轮次不能再改')
      if (round_at <= acting.now) throw new CallError(400, '开奖时间须在以后', { field: 'round_at' })
    },
    sets: {
      round_name: (_acting, _row, { round_name }) => round_name,
      round_at: (_acting, _row, { round_at }) => round_at,
    },
    after: (acting, [row]) => note(acting, row, labelOf('round'), `${row.round_name ?? ''} ${row.round_at ?? ''}`),
  },
  commit: {
    check: async (acting, [row], { secret }) => {
      const side = sideOf(acting.session.userId, row)
      if (row.round_at === null) throw new CallError(409, '请先约定公开轮次')
      if (row.round_at <= acting.now) throw new CallError(409, '约定的轮次已经开奖，请另约一次')
      if (row[`commit_${side}`] !== null) throw new CallError(409, '您已提交密约，不能再改')
      if ([row.commit_a, row.commit_b].includes(commitOf(secret)))
        throw new CallError(400, '与另一方的密语相同，请另想一个', { field: 'secret' })
    },
    sets: {
      commit_a: own('a', 'commit_a', ({ secret }: { secret: string }) => commitOf(secret)),
      commit_b: own('b', 'commit_b', ({ secret }: { secret: string }) => commitOf(secret)),
    },
    after: async (acting, [row]) => {
      await note(acting, row, labelOf('commit'), row[`commit_${sideOf(acting.session.userId, row)}`] ?? '')
      if (row.commit_a !== null && row.commit_b !== null) await moveBySystem(acting, 'lottery', 'agree', [row.lottery_id])
      return undefined
    },
  },
  agree: { after: (acting, [row]) => (row ? note(acting, row, moves?.agree?.label ?? '') : Promise.resolve(undefined)) },
  reveal: {
    check: async (acting, [row], { secret }) => {
      const side = sideOf(acting.session.userId, row)
      if (acting.now >= (row.round_at ?? 0)) throw new CallError(409, '已到开奖时间，不能再揭示，这次摇号只能作废')
      if (row[`secret_${side}`] !== null) throw new CallError(409, '您已揭示密语')
      if (commitOf(secret) !== row[`commit_${side}`]) throw new CallError(400, '与提交的密约不符', { field: 'secret' })
    },
    sets: {
      secret_a: own('a', 'secret_a', ({ secret }: { secret: string }) => secret),
      secret_b: own('b', 'secret_b', ({ secret }: { secret: string }) => secret),
    },
    after: async (acting, [row]) => {
      await note(acting, row, labelOf('reveal'), row[`secret_${sideOf(acting.session.userId, row)}`] ?? '')
      if (row.secret_a !== null && row.secret_b !== null) await moveBySystem(acting, 'lottery', 'open', [row.lottery_id])
      return undefined
    },
  },
  open: { after: (acting, [row]) => (row ? note(acting, row, moves?.open?.label ?? '') : Promise.resolve(undefined)) },
  enter: {
    check: async (acting, [row]) => {
      await placeOf(acting, row)
      if (acting.now < (row.round_at ?? 0)) throw new CallError(409, '还没有到开奖时间，不能录入轮号')
    },
    sets: {
      operator: takingPlace('a'),
      supervisor: takingPlace('b'),
      number_a: entered('a'),
      number_b: entered('b'),
      round_number: async (acting, row, { round_number }) => ((await isAgreed(acting, row, round_number)) ? round_number : null),
      seed: async (acting, row, { round_number }) => ((await isAgreed(acting, row, round_number)) ? seedFor(row, round_number) : null),
    },
    after: async (acting, [row]) => {
      const { side, isStandIn } = await placeOf(acting, row)
      const instead = isStandIn ? `代不在的${side === 'a' ? '操作方' : '监督方'}` : ''
      await note(acting, row, labelOf('enter'), instead)
      await dropProposed(acting, row)
      if (row.round_number !== null) await moveBySystem(acting, 'lottery', 'draw', [row.lottery_id])
      if (row.round_number !== null) return { said: '双方所录相同，已摇号' }
      return row.number_a !== null && row.number_b !== null
        ? { msg: '与另一方录入的不一样，请双方核对后重录' }
        : { said: '已录入，等另一方录入同样的轮号' }
    },
  },
  agreeRound: {
    check: (acting, [row], asked) => checkAgreed(acting, row, asked),
    sets: {
      round_name: (_acting, _row, { round_name }) => round_name,
      round_at: (_acting, _row, { round_at }) => round_at,
    },
    after: async (acting, [row]) => {
      await keepAgreed(acting, row)
      return { said: '双方已同意，等新约的轮次开奖' }
    },
  },
  draw: {
    sets: { drawn_at: ({ now }) => now },
    after: async (acting, [row]) => {
      if (!row) return undefined
      await drawLots(acting, row, row.seed ?? '')
      return note(acting, row, labels?.drawn.label ?? '', `${row.round_number ?? ''} ${row.seed ?? ''}`)
    },
  },
  publish: {
    after: async (acting, [row]) => {
      await giveLots(acting, row)
      return note(acting, row, labels?.published.label ?? '', row.seed ?? '')
    },
  },
  cancel: { after: (acting, [row]) => note(acting, row, labels?.void.label ?? '', row.reason ?? '') },
})

/** A proposal is taken back by whoever made it, until the other side has agreed. */
const proposals = defineEffects(lotteryRound, {
  withdraw: {
    check: async ({ session }, [row]) => {
      if (session.userId !== row.proposer) throw new CallError(409, '只有提出的人可以撤回')
    },
  },
})

export default [steps, proposals]
