import { addDays } from '../../../../src/protocol/dates.ts'

/** Gives the last day of the month's (1 to 28) that has come, up to a day. */
const lastOf = (monthDay: number, day: string): string => {
  const at = String(monthDay).padStart(2, '0')
  const due = `${day.slice(0, 8)}${at}`
  return due <= day ? due : `${addDays(`${day.slice(0, 8)}01`, -1).slice(0, 8)}${at}`
}

/** Whether a day is the month's day on which late fees are billed, or that has gone by since the last run (null where none is known), in this month or the one before: no node may have been there. */
export const isMonthsDay = (monthDay: number, day: string, lastRun: string | null): boolean => {
  const due = lastOf(monthDay, day)
  return day === due || (lastRun !== null && lastRun < due)
}
