import { addDays } from '../../../protocol/dates.ts'
import { type HousingStatistics, vacancyAges } from '../../../protocol/statistics.ts'
import { listLink } from '../../list/listLink.ts'

const LET = 1
const VACANT = 2

/** Gives the address of the spans that hold a day: as many as rooms that are so on it. */
export const onDay = (day: string, filter: Readonly<Record<string, unknown>>): string =>
  listLink('/setting/occupancyList', { start_date_end: day, last_date_start: day, ...filter })

export const letOn = (day: string, filter: Readonly<Record<string, unknown>> = {}): string => onDay(day, { state: [LET], ...filter })
export const vacantOn = (day: string, filter: Readonly<Record<string, unknown>> = {}): string => onDay(day, { state: [VACANT], ...filter })

/** Gives the address of the spans that began in these days, both included. */
const beganIn = (state: number, from: string, to: string): string =>
  listLink('/setting/occupancyList', { state: [state], start_date_start: from, start_date_end: to })
export const begunIn = (from: string, to: string): string => beganIn(LET, from, to)
export const emptiedIn = (from: string, to: string): string => beganIn(VACANT, from, to)

/** Gives the address of the rooms that have been vacant as long as that place in `vacancyAges` says. */
export const vacantFor = (day: string, index: number): string => {
  const age = vacancyAges[index]
  if (!age) return vacantOn(day)
  return vacantOn(day, {
    start_date_end: addDays(day, 1 - age.least),
    ...(age.most === null ? {} : { start_date_start: addDays(day, 1 - age.most) }),
  })
}

/** Gives the share of rooms that are let, in percent; null where there are none. */
export const rateOf = ({ let: held, vacant }: Pick<HousingStatistics, 'let' | 'vacant'>): number | null =>
  held + vacant === 0 ? null : (held * 100) / (held + vacant)

export const rateText = (rooms: Pick<HousingStatistics, 'let' | 'vacant'>): string => {
  const rate = rateOf(rooms)
  return rate === null ? '—' : `${rate.toFixed(1)}%`
}
