import { createHash, createHmac } from 'node:crypto'

/** Who takes part: the receipt number, by which applicants know themselves, and the class. */
export interface Entrant {
  receipt: string
  priority: number
}

/** What a pool is of: the lottery's number, its queue, whose classes, when it was frozen (seconds), and the last lot given in this queue before. */
export interface PoolHead {
  number: string
  p_id: number
  room_type: number
  classes: readonly number[]
  frozen_at: number
  after: number
}

/** What was drawn for one of them: the lot (after those given before), and the place among those of the class, from 1. */
export interface Drawn extends Entrant {
  lottery_no: number
  place: number
}

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Gives the pool as the file that is published: UTF-8, a line each, ended by LF; whatever the order in which the entrants come. */
export const poolText = (head: PoolHead, entrants: readonly Entrant[]): string => {
  const sorted = entrants.toSorted((one, other) => one.priority - other.priority || compare(one.receipt, other.receipt))
  const lines = [
    'anju-lottery-pool/1',
    `number ${head.number}`,
    `project ${head.p_id}`,
    `room_type ${head.room_type}`,
    `classes ${head.classes.toSorted((one, other) => one - other).join(',')}`,
    `frozen_at ${head.frozen_at}`,
    `after ${head.after}`,
    `count ${sorted.length}`,
    ...sorted.map(({ priority, receipt }) => `${priority} ${receipt}`),
  ]
  return `${lines.join('\n')}\n`
}

/** Gives what stands for a pool, or for any published text: its SHA-256, in hex. */
export const hashOf = (text: string): string => sha256(text)

/** Gives what is told of a secret before it is opened: its SHA-256, in hex. */
export const commitOf = (secret: string): string => sha256(secret)

/** Gives the seed, in hex: of the pool's hash, the public round's number and both secrets, each a line, the last without its end. */
export const seedOf = (poolHash: string, round: string, secretA: string, secretB: string): string =>
  sha256([poolHash, round, secretA, secretB].join('\n'))

/** Gives the order that a seed makes: by HMAC-SHA256(seed, receipt number), the least first; within a class its entrants stand as in the whole. */
export const draw = (seed: string, entrants: readonly Entrant[], after = 0): Drawn[] => {
  const key = Buffer.from(seed, 'hex')
  const keyed = entrants.map((entrant) => ({ entrant, mark: createHmac('sha256', key).update(entrant.receipt, 'utf8').digest('hex') }))
  const sorted = keyed.toSorted((one, other) => compare(one.mark, other.mark) || compare(one.entrant.receipt, other.entrant.receipt))
  const places = new Map<number, number>()
  return sorted.map(({ entrant }, index) => {
    const place = (places.get(entrant.priority) ?? 0) + 1
    places.set(entrant.priority, place)
    return { ...entrant, lottery_no: after + index + 1, place }
  })
}
