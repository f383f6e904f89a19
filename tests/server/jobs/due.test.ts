import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defineJob } from '../../../server/jobs/defineJob.ts'
import { everyInWords, lastDue, nextDue } from '../../../server/jobs/due.ts'
import { provideJobs } from '../../../server/jobs/registry.ts'
import { secondsOf } from '../../../src/protocol/dates.ts'

describe('when a job is due', () => {
  const every = fc.oneof(
    fc.integer({ min: 1, max: 100_000 }),
    fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':') as `${number}:${number}`),
  )
  const now = fc.integer({ min: 1_700_000_000, max: 2_000_000_000 })

  test('the last time is past or now, the next to come, and nothing lies between', () => {
    fc.assert(
      fc.property(every, now, (one, at) => {
        const [last, next] = [lastDue(one, at), nextDue(one, at)]
        expect(last <= at && at < next).toBe(true)
        expect(lastDue(one, next - 1)).toBe(last)
        expect(lastDue(one, next)).toBe(next)
      }),
    )
  })
  test('a time of day is that of Shanghai, in words', () => {
    const at = (text: string) => secondsOf(text) ?? 0
    expect(lastDue('03:10', at('2026-11-23 03:09'))).toBe(at('2026-11-22 03:10'))
    expect(lastDue('03:10', at('2026-11-23 03:10'))).toBe(at('2026-11-23 03:10'))
    expect(['03:10', 3600, 7200, 60, 300, 90, null].map((one) => everyInWords(one as number))).toEqual([
      '每天 03:10',
      '每小时',
      '每 2 小时',
      '每分钟',
      '每 5 分钟',
      '每 90 秒',
      '有人发起时',
    ])
  })
  test('what is neither a time of day nor a number of seconds is refused at start, and so are two of one name', () => {
    const make = (wrong: object) => () => defineJob({ name: 'a', label: 'a', run: async () => ({ total: 0, said: '' }), ...wrong })
    for (const wrong of [{ every: '24:00' }, { every: 0 }, { every: 1.5 }, { name: 'A b' }]) expect(make(wrong)).toThrow('任务')
    expect(() => provideJobs([make({})(), make({})()])).toThrow('任务 a 声明了两次')
  })
})
