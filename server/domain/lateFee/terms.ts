import { dateOf } from '../../../src/protocol/dates.ts'
import lateFeeSetting from '../../../src/resources/settings/lateFee.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { readSetting, readVersions, settingVersion } from '../setting/index.ts'
import { ratesOf, type Terms } from './rules/lateFee.ts'

/** 违约金设置 as it is in force, with what each day was charged at. */
export interface FeeTerms {
  terms: Terms
  /** Bills that are due on this day and later; null where no late fees are charged. */
  since: string | null
  goesOnAfterEnd: boolean
  isAutomatic: boolean
  month_day: number
  due_days: number
  version: number
}

/** Thousandths of ‱. */
const rateOf = ({ enabled, rate }: { enabled: number; rate: number }): number => (enabled === 1 ? Math.round(rate * 1000) : 0)

/** Gives what late fees are reckoned by: a rate that was changed counts from the day of the change on. */
export const readTerms = async (db: Queryable): Promise<FeeTerms> => {
  const setting = await readSetting(db, lateFeeSetting)
  const versions = await readVersions(db, lateFeeSetting)
  return {
    terms: {
      rates: ratesOf(versions.map(({ since, values }) => ({ from: since, rate: rateOf(values) }))),
      grace: setting.grace,
      isAfterGrace: setting.start === 2,
      cap: setting.cap,
    },
    since: setting.enabled === 1 ? (setting.since ?? dateOf(0)) : null,
    goesOnAfterEnd: setting.ended !== 2,
    isAutomatic: setting.way === 2,
    month_day: setting.month_day ?? 1,
    due_days: setting.due_days,
    version: await settingVersion(db, lateFeeSetting),
  }
}
