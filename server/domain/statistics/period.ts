import { CallError } from '../../../src/core/errors.ts'
import { form, reference } from '../../../src/derive/callParams.ts'
import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import { lastSevenDays, MAX_PERIOD_DAYS, type Period } from '../../../src/protocol/statistics.ts'

const day = (title: string) => ({ type: 'string', title, format: 'date', maxLength: 10 }) as const

/** The params of a statistics call. */
export const periodParams = form('统计', {
  from: day('自'),
  to: day('至'),
  as_of: day('截至'),
  p_id: reference('项目'),
})

/** Gives the days that a caller asks for, the past seven ending yesterday where nothing is said; 400 where they cannot be. */
export const periodOf = (now: number, asked: Partial<Period>): Period => {
  const today = dateOf(now)
  const usual = lastSevenDays(today)
  const to = asked.to ?? usual.to
  const from = asked.from ?? addDays(to, -6)
  const as_of = asked.as_of ?? (to < today ? to : today)
  if (from > to) throw new CallError(400, '结束日期不能早于开始日期', { field: 'to' })
  if (addDays(from, MAX_PERIOD_DAYS - 1) < to) throw new CallError(400, `一次最多统计 ${MAX_PERIOD_DAYS} 天`, { field: 'to' })
  if (to > today) throw new CallError(400, '结束日期不能晚于今天', { field: 'to' })
  if (as_of > today) throw new CallError(400, '截至日期不能晚于今天', { field: 'as_of' })
  return { from, to, as_of }
}
