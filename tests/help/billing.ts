import { sql } from 'kysely'
import type { AdminServer } from './adminServer.ts'
import { flowOf } from './store/ground.ts'
import { done } from './tenancies.ts'
import type { Answer } from './testServer.ts'

type Params = Record<string, unknown>

/** What a test does with bills, as staff do it by the calls. */
export interface Billing {
  /** A bill of 100 yuan that is long overdue, charged by hand; half of it another's where `ratio` says so. */
  bill: (changes?: Params) => Promise<number>
  /** Money for a bill; gives its flow. */
  pay: (bill_id: number, price: number) => Promise<number>
  /** A bill as its detail has it. */
  read: (bill_id: number) => Promise<Params>
  /** Its shares, the payer's first: what each comes to, and what is paid of it. */
  shares: (bill_id: number) => Promise<[price: number, paid: number][]>
  /** What stands in the journal of a bill by the code of the account: debit less credit; nothing of what is nought. */
  journal: (bill_id: number) => Promise<Record<string, number>>
  deed: (name: string, params: Params, token?: string) => Promise<Answer>
}

/** Gives what a test does with bills; `place` is where they are, and whose. */
export const billingOn = (at: AdminServer, place: () => { org_id: number; custom_id: number; name: string }): Billing => ({
  bill: async (changes = {}) => {
    const { org_id, custom_id, name } = place()
    return done(
      await at.ask('/api/bill/create', {
        ...{ org_id, from: 2, from_id: at.ground.cost, price: 10_000, bill_date: '2026-01-05', payer: 1, payment_ratio: 100 },
        ...{ custom_id, custom_name: name, start_date: '2026-01-01', end_date: '2026-01-31', late: 0, contract_id: 0, type: 2 },
        ...changes,
      }),
    ).data.bill_id
  },
  pay: async (bill_id, price) =>
    done(await at.ask('/api/flow/add', flowOf(at.ground, { price, org_id: place().org_id, bill_id, custom_name: place().name }))).data
      .flow_id,
  read: async (bill_id) => done(await at.call('/api/bill/detail', { bill_id })).data,
  shares: async (bill_id) => {
    const { rows } = await sql<{ price: number; paid: number }>`
      select s.price, s.paid from bill b join bill_share s using (bill_id) where bill_id = ${bill_id} order by (s.party = b.payer) desc, s.share_id
    `.execute(at.server.db)
    return rows.map(({ price, paid }) => [Number(price), Number(paid)])
  },
  journal: async (bill_id) => {
    const { rows } = await sql<{ code: string; fen: number }>`
      select a.code, sum(case j.side when 1 then j.price else -j.price end)::bigint as fen from journal_line j join ledger_account a using (ledger_account_id)
      where j.bill_id = ${bill_id} group by a.code having sum(case j.side when 1 then j.price else -j.price end) <> 0
    `.execute(at.server.db)
    return Object.fromEntries(rows.map(({ code, fen }) => [code, Number(fen)]))
  },
  deed: (name, params, token) => at.ask(`/api/bill/${name}`, params, token),
})
