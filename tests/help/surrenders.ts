import { sql } from 'kysely'
import { today } from '../../src/protocol/dates.ts'
import type { AdminServer } from './adminServer.ts'
import { done } from './tenancies.ts'
import type { Answer } from './testServer.ts'

type Params = Record<string, unknown>

/** A line of a settlement, as its list gives it. */
interface SettleLine {
  kind: number
  words: string
  price: number
}

/** What a test does with surrenders, as staff do it by the calls, and what the books say of them. Amounts in fen. */
export interface Surrenders {
  /** Gives notice for a contract, by the tenant of his own choice unless it is said otherwise; gives the surrender's key. */
  begin: (contract_id: number, changes?: Params) => Promise<number>
  handOver: (surrender_id: number, changes?: Params) => Promise<Answer>
  settle: (surrender_id: number, changes?: Params) => Promise<Answer>
  figures: (
    surrender_id: number,
  ) => Promise<Params & Record<'deposit' | 'unused' | 'arrears' | 'damages' | 'penalty' | 'compensation' | 'refund' | 'due', number>>
  lines: (surrender_id: number) => Promise<SettleLine[]>
  /** What went out for a room and what came in, what is held for a contract, and what of its bills the tenant still owes. */
  books: (contract_id: number) => Promise<{ out: number; came: number; held: number; owed: number }>
}

/** Gives what a test does with surrenders on a server. */
export const surrendersOn = (at: AdminServer): Surrenders => {
  const { ask } = at
  return {
    begin: async (contract_id, changes = {}) =>
      done(await ask('/api/surrender/add', { contract_id, ground: 4, ended_by: 1, planned_date: today(), ...changes })).data.surrender_id,
    handOver: (surrender_id, changes = {}) =>
      ask('/api/surrender/handover', {
        ...{ surrender_id, left_on: today(), keys: 2, room_next: 1, checklist: [{ item: '门窗', state: 1 }] },
        ...changes,
      }),
    settle: (surrender_id, changes = {}) => ask('/api/surrender/settle', { surrender_id, way: 3, ...changes }),
    figures: async (surrender_id) => done(await ask('/api/surrender/detail', { surrender_id })).data,
    lines: async (surrender_id) => done(await ask('/api/settle_line/index', { surrender_id: [surrender_id], page_rows: 100 })).data.list,
    books: async (contract_id) => {
      const { rows } = await sql<{ out: number; came: number; held: number; owed: number }>`
        select
          (select coalesce(sum(price), 0)::bigint from flow where type = 2 and org_id = c.org_id) as out,
          (select coalesce(sum(price), 0)::bigint from flow where type = 1 and org_id = c.org_id) as came,
          (select coalesce(sum(price), 0)::bigint from deposit_entry where contract_id = c.contract_id) as held,
          (select coalesce(sum(s.price - s.paid), 0)::bigint from bill b join bill_share s on s.bill_id = b.bill_id
            where b.contract_id = c.contract_id and b.is_void = 0 and b."from" <> 3 and s.party = 1) as owed
        from contract c where c.contract_id = ${contract_id}
      `.execute(at.server.db)
      return rows[0] as { out: number; came: number; held: number; owed: number }
    },
  }
}
