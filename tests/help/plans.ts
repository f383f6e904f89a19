import { sql } from 'kysely'
import { addDays, today } from '../../src/protocol/dates.ts'
import type { AdminServer } from './adminServer.ts'
import { cardOf, flowOf } from './store/ground.ts'
import { surrendersOn } from './surrenders.ts'
import { done, scan, tenanciesOn } from './tenancies.ts'
import type { Answer } from './testServer.ts'

type Params = Record<string, unknown>

/** A bill of which nothing is paid in time. Amounts in fen. */
export interface LateBill {
  bill_id: number
  contract_id: number
  owed: number
  custom_name: string
  org_id: number
  bill_date: string
}

/** A tenant who left one room and rents another, with what he owes of both; the contracts in the order of their bills. */
export interface Debtor {
  custom_id: number
  card: string
  contracts: [number, number]
  bills: LateBill[]
}

/** What a test does with payment plans, as staff do it by the calls. */
export interface Plans {
  /** `p_id`: the project of the room that he rents now. */
  debtor: (p_id?: number) => Promise<Debtor>
  plan: (bills: readonly Pick<LateBill, 'bill_id'>[], more?: Params, token?: string) => Promise<Answer>
  enforce: (plan_id: number) => Promise<Answer>
  pay: (bill: LateBill, price?: number) => Promise<void>
}

let people = 61_000
const ago = (days: number): string => addDays(today(), -days)

/** Gives what a test does with payment plans on a server whose ground is filled. */
export const debtorsOn = (at: AdminServer): Plans => {
  const { ask } = at
  const { signed, tenant, room } = tenanciesOn(at)
  const { begin, handOver, settle } = surrendersOn(at)
  return {
    debtor: async (p_id = 1) => {
      const card = cardOf(++people)
      const custom_id = await tenant({ card })
      const former = await signed({ custom_id, start_date: ago(200), signed_on: ago(200), months: 12, mode: 2 })
      const surrender_id = await begin(former, { planned_date: ago(100) })
      done(await handOver(surrender_id, { left_on: ago(100) }))
      done(await settle(surrender_id))
      const org_id = p_id === 1 ? await room() : await room({ p_id, region_name: '徐汇花苑' })
      const present = await signed({ custom_id, p_id, org_id, start_date: ago(95), signed_on: ago(95), months: 12, mode: 2 })
      const { rows } = await sql<LateBill>`
        select bill_id, contract_id, owed, custom_name, org_id, bill_date from bill_view
        where custom_id = ${custom_id} and "from" = 1 and state = 4 order by bill_date, bill_id
      `.execute(at.server.db)
      return { custom_id, card, contracts: [former, present], bills: rows }
    },
    plan: (bills, more = {}, token = undefined) =>
      ask(
        '/api/bill/plan',
        { ids: bills.map(({ bill_id }) => bill_id), party: 1, way: 1, count: 3, first_day: today(), fees: 1, ...more },
        token,
      ),
    enforce: async (plan_id) => ask('/api/payment_plan/enforce', { plan_id, papers: [await scan(at)] }),
    pay: async ({ bill_id, org_id, custom_name, owed }, price = owed) => {
      done(await ask('/api/flow/add', flowOf(at.ground, { price, org_id, bill_id, custom_name })))
    },
  }
}
