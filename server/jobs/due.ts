import { addDays, dateOf, secondsOf } from '../../src/protocol/dates.ts'
import type { Every } from './defineJob.ts'

const at = (day: string, time: string): number => secondsOf(`${day} ${time}`) ?? 0

/** Gives the last time, up to `now`, that something is due: in seconds, as all below. */
export const lastDue = (every: Every, now: number): number => {
  if (typeof every === 'number') return Math.floor(now / every) * every
  const today = dateOf(now)
  const due = at(today, every)
  return due <= now ? due : at(addDays(today, -1), every)
}

/** Gives the first time after `now` that it is due. */
export const nextDue = (every: Every, now: number): number => {
  const last = lastDue(every, now)
  return typeof every === 'number' ? last + every : at(addDays(dateOf(last), 1), every)
}

const HOUR = 3600
const MINUTE = 60

/** Says in words when something is due; null is when someone asks for it. */
export const everyInWords = (every: Every | null): string => {
  if (every === null) return '有人发起时'
  if (typeof every !== 'number') return `每天 ${every}`
  if (every === HOUR) return '每小时'
  if (every === MINUTE) return '每分钟'
  if (every % HOUR === 0) return `每 ${every / HOUR} 小时`
  if (every % MINUTE === 0) return `每 ${every / MINUTE} 分钟`
  return `每 ${every} 秒`
}
