import { sql } from 'kysely'
import { addDays } from '../../../src/protocol/dates.ts'
import dunningSetting from '../../../src/resources/settings/dunning.ts'
import { defineCount } from '../../calls/defineCount.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { readSetting } from '../setting/index.ts'
import { debtorsOfBill, isPlannedBill } from './debtors.ts'
import { nextStep, type Stage } from './rules/steps.ts'

interface Overdue {
  /** Nobody is told of it, for it is being paid by a plan. */
  is_planned: boolean
  key: number
  bill_date: string
  days_late: number
  done: string[]
}

const words = (stages: readonly Stage[], { bill_date, days_late, done, is_planned }: Overdue): string => {
  if (is_planned) return '在还款计划中，不催缴'
  const next = nextStep(stages, days_late, done)
  if (!next) return '各步都已催过'
  const { name, days } = next.stage
  return next.isDue ? `${name}（逾期满 ${days} 天）` : `${name}，${addDays(bill_date, days)} 起`
}

export default [
  /** Which step of dunning an overdue bill is to have next. */
  defineCount({
    of: 'bill',
    columns: ['next_step'],
    tells: ['dunning'],
    rows: async (db, keys) => {
      const { stages } = await readSetting(db, dunningSetting)
      const { rows } = await sql<Overdue>`
        select b.bill_id as key, b.bill_date, as_of_day() - b.bill_date as days_late,
          ${isPlannedBill} and not exists (${debtorsOfBill}) as is_planned,
          array(select distinct d.stage from dunning d where d.bill_id = b.bill_id) as done
        from bill b where b.bill_id = any(${keyList(keys)}) and b.is_void = 0 and b.paid < b.price and b.bill_date < as_of_day()
      `.execute(db)
      return rows.map((bill) => ({ key: bill.key, next_step: words(stages, bill) }))
    },
  }),
]
