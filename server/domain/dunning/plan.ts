import { groupBy } from 'es-toolkit'
import { sql } from 'kysely'
import { filled } from '../../../src/core/prints.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import dunningSetting from '../../../src/resources/settings/dunning.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { readSetting } from '../setting/index.ts'
import { type Debtor, debtorsOfBill, isPlannedBill } from './debtors.ts'
import { partsOfSms } from './rules/sms.ts'
import { stepNow } from './rules/steps.ts'

/** An overdue bill that somebody is told of. In fen. */
export interface Dunned {
  bill_id: number
  sn: string
  custom_name: string
  bill_date: string
  days_late: number
  owed: number
  contract_id: number | null
  custom_id: number | null
  p_id: number
  /** The step that is done now. */
  stage: string
  /** Somebody was told of it today. */
  isToday: boolean
  /** It is being paid by a plan, or some of it. */
  is_planned: boolean
  /** Those who bear what is not paid of it. */
  debtors: readonly Debtor[]
}

/** Somebody who has a telephone. */
export interface Reached {
  resource: Debtor['resource']
  record_id: number
  name: string
}

/** An SMS to one who bears some of the bills. */
export interface Sms {
  debtor: Reached
  bills: readonly Dunned[]
  text: string
  /** Of how many it is charged. */
  parts: number
}

export interface Plan {
  bills: readonly Dunned[]
  messages: readonly Sms[]
  /** What they cost, in fen. */
  cost: number
}

type Row = Omit<Dunned, 'stage' | 'isToday'> & { done: string[]; last: string | null }

const rowsOf = async (db: Queryable, keys: readonly number[], scope: Scope): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select b.bill_id, b.sn, b.custom_name, b.bill_date, current_date - b.bill_date as days_late, b.price - b.paid as owed, b.contract_id, b.custom_id, b.p_id,
      ${isPlannedBill} as is_planned, coalesce(d.done, '{}') as done, d.last,
      coalesce((
        select json_agg(json_build_object('resource', p.resource, 'record_id', p.record_id, 'name', p.name, 'owed', p.owed, 'is_reached', p.is_reached) order by p.place)
        from (${debtorsOfBill}) p
      ), '[]') as debtors
    from bill b
    left join lateral (select array_agg(distinct stage) as done, max(day) as last from dunning where bill_id = b.bill_id) d on true
    where b.bill_id = any(${keyList(keys)}) and b.is_void = 0 and b.paid < b.price and b.bill_date < current_date and ${inScope(scope, 'b.p_id')}
    order by b.bill_id
  `.execute(db)
  return rows
}

const messagesOf = (bills: readonly Dunned[], template: string): Sms[] => {
  const all = bills.flatMap((bill) =>
    bill.debtors.flatMap(({ is_reached, record_id, ...debtor }) =>
      is_reached && record_id !== null ? [{ bill, debtor: { ...debtor, record_id } }] : [],
    ),
  )
  return Object.values(groupBy(all, ({ debtor }) => `${debtor.resource} ${debtor.record_id}`)).map((own) => {
    const { owed: _first, ...debtor } = (own[0] as (typeof own)[number]).debtor
    const text = filled(template, {
      付款方: debtor.name,
      张数: `${own.length}`,
      欠款: fenToYuan(own.reduce((sum, one) => sum + one.debtor.owed, 0)),
      最早应付日: own.map(({ bill }) => bill.bill_date).toSorted()[0] ?? '',
    })
    return { debtor, bills: own.map(({ bill }) => bill), text, parts: partsOfSms(text) }
  })
}

/** Gives what telling of overdue bills comes to on a day: which step each is at, one SMS for each who bears any of them, and what those cost. Bills that are not overdue, or not in scope, are not among them. */
export const planOf = async (db: Queryable, keys: readonly number[], today: string, scope: Scope): Promise<Plan> => {
  const { stages, sms_text, sms_price } = await readSetting(db, dunningSetting)
  const bills = (await rowsOf(db, keys, scope)).map(({ done, last, ...row }) => ({
    ...row,
    stage: stepNow(stages, row.days_late, done),
    isToday: last === today,
  }))
  const messages = messagesOf(bills, sms_text)
  return { bills, messages, cost: messages.reduce((sum, { parts }) => sum + parts, 0) * sms_price }
}

/** Bills of which nobody is told, for they are being paid by a plan. */
export const plannedOf = (bills: readonly Dunned[]): Dunned[] =>
  bills.filter(({ is_planned, debtors }) => is_planned && debtors.length === 0)

/** Those whom no SMS reaches. */
export const unheardOf = (bills: readonly Dunned[]): Dunned[] =>
  bills.filter(({ debtors }) => !debtors.some(({ is_reached }) => is_reached))

/** What an SMS is called in 发件箱. */
export const SMS_TITLE = '欠费提醒'

/** Gives the key of a debtor's record by its name. */
export const keyOf = ({ resource, record_id }: Reached): Record<string, number> => ({
  [resourceNamed(resource).key]: record_id,
})
