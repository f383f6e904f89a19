import { dateOf } from '../../../src/protocol/dates.ts'
import lateFeeSetting from '../../../src/resources/settings/lateFee.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { readSetting, readVersions, settingVersion } from '../setting/index.ts'
import { ratesOf, type Standard } from './rules/lateFee.ts'

/** 违约金设置 as it is in force, with what was set before. */
export interface FeeTerms {
  /** By their days. */
  set: readonly Standard[]
  /** Bills that are due on this day and later; null where no late fees are charged. */
  since: string | null
  isAutomatic: boolean
  month_day: number
  due_days: number
  version: number
}

/** Thousandths of ‱. */
const rateOf = ({ enabled, rate }: { enabled: number; rate: number }): number => (enabled === 1 ? Math.round(rate * 1000) : 0)

/** Gives what late fees are reckoned by: what was changed counts from the day of the change on (rules/lateFee.ts). */
export const readTerms = async (db: Queryable): Promise<FeeTerms> => {
  const setting = await readSetting(db, lateFeeSetting)
  const versions = await readVersions(db, lateFeeSetting)
  return {
    set: ratesOf(
      versions.map(({ since, values }) => ({
        ...{ from: since, rate: rateOf(values), grace: values.grace, isAfterGrace: values.start === 2, cap: values.cap },
        goesOnAfterEnd: values.ended !== 2,
      })),
    ),
    since: setting.enabled === 1 ? (setting.since ?? dateOf(0)) : null,
    isAutomatic: setting.way === 2,
    month_day: setting.month_day ?? 1,
    due_days: setting.due_days,
    version: await settingVersion(db, lateFeeSetting),
  }
}
