import { vi } from 'vitest'
import { dateOf } from '../../src/protocol/dates.ts'
import type { AdminServer } from './adminServer.ts'
import type { jobNodes } from './jobNodes.ts'
import { flowOf } from './store/ground.ts'
import { done } from './tenancies.ts'

/** Gives the month so many months before this one: `2026-10`. */
export const monthBack = (back: number): string => {
  const [year = 0, month = 0] = dateOf(Math.floor(Date.now() / 1000))
    .split('-')
    .map(Number)
  return new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7)
}

/** Gives a day's noon in Shanghai, in seconds. */
export const noonOf = (day: string): number => Date.parse(`${day}T12:00:00+08:00`) / 1000

/** Months of the books: money in them, what the screen says of them, and the job that closes them. */
export const closingOn = (at: AdminServer, nodes: ReturnType<typeof jobNodes>) => {
  const monthOf = async (month: string) => done(await at.call('/api/closing/index', { month })).data.list[0]
  return {
    monthOf,
    /** Money that came in on a day. */
    receive: async (day: string, price = 10_000, more: Record<string, unknown> = {}): Promise<number> =>
      done(await at.ask('/api/flow/add', flowOf(at.ground, { price, deal_time: noonOf(day), p_id: 1, ...more }))).data.flow_id,
    /** Closes a month with those before it, and waits until that is done. */
    close: async (month: string, note = '未核销的收款下月处理') => {
      const { closing_id } = await monthOf(month)
      done(await at.ask('/api/closing/close', { closing_id, note }))
      if (nodes.nodes.length === 0) nodes.startDeclared('close_months', 'check_month')
      await vi.waitUntil(async () => (await monthOf(month)).status !== 2, { timeout: 30_000 })
      return monthOf(month)
    },
  }
}
